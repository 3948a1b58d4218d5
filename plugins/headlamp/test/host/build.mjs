/** Bundles the page of Headlamp's parts. Its code editor and pictures are left out: nothing here shows them. */
import { createRequire } from 'node:module'
import { join } from 'node:path'

const here = import.meta.dirname
const { build } = createRequire(join(here, 'page.tsx'))('esbuild')

/** @type {import('esbuild').Plugin} */
const leftOut = {
  name: 'left out',
  setup: ({ onResolve, onLoad }) => {
    onResolve(
      {
        filter:
          /^(monaco-editor|@monaco-editor\/react|@apidevtools\/swagger-parser)(\/|$)|\.(svg|png|css|ttf|woff2?)(\?\w+)?$|\?(url|raw|worker)$/,
      },
      ({ path }) => ({
        path,
        namespace: 'left-out',
      }),
    )
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents: 'module.exports = { loader: { config() {} } }',
      loader: 'js',
    }))
  },
}

/** Bundles the page into a file. @param {string} outfile */
export const buildPage = (outfile) =>
  build({
    entryPoints: [join(here, 'page.tsx')],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    // As it is in a browser beside its backend.
    define: {
      'import.meta.env': JSON.stringify({
        NODE_ENV: 'production',
        PUBLIC_URL: '',
        REACT_APP_ENABLE_WEBSOCKET_MULTIPLEXER: 'false',
      }),
      'process.env.NODE_ENV': '"production"',
      global: 'globalThis',
    },
    plugins: [leftOut],
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent', 'unsupported-dynamic-import': 'silent', 'empty-glob': 'silent' },
    mainFields: ['browser', 'module', 'main'],
  })
