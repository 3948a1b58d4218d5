/** How the command line is bundled: one place for the build and for the notices of the packages inside. */
import { root } from './package.mjs'

/** The bundle is an ES module. Some bundled packages are CommonJS and call `require` for modules of Node. */
const requireForBundledCommonJs = [
  "import { createRequire as createRequireOfNode } from 'node:module'",
  'const require = createRequireOfNode(import.meta.url)',
].join('\n')

/** @satisfies {import('esbuild').BuildOptions} */
export const cliBundle = {
  absWorkingDir: root,
  entryPoints: ['src/cli/main.ts'],
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: /** @type {const} */ ('esm'),
  platform: /** @type {const} */ ('node'),
  target: 'node20.19',
  mainFields: ['module', 'main'],
  // The names of chunks hash the paths of packages: the same paths wherever node_modules is linked from.
  preserveSymlinks: true,
  minify: true,
  // THIRD_PARTY_NOTICES has them all.
  legalComments: /** @type {const} */ ('none'),
  banner: { js: requireForBundledCommonJs },
  logLevel: /** @type {const} */ ('warning'),
}
