import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'esbuild'
import { expect, it } from 'vitest'

import { entryPoints, root } from '../../../scripts/package.mjs'

const page = readFileSync(join(root, 'docs/collectors/containerd.md'), 'utf8')
const [, section = ''] = page.split('## A worked example\n')
const [, code = ''] = /^```ts\n([^]*?)^```$/m.exec(section) ?? []
const [, drawn = ''] = /^```mermaid\n([^]*?)^```$/m.exec(section) ?? []

it('shows the picture that the worked example of the page makes', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `${code.replace(/^console\.log\(.*$/gm, '')}\nexport { source }`,
      loader: 'ts',
      resolveDir: root,
    },
    alias: Object.fromEntries(entryPoints.map(({ specifier, source }) => [specifier, join(root, source)]).reverse()),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
  const bundle = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  const { source } = (await import(`data:text/javascript;base64,${bundle}`)) as { readonly source: string }
  expect(drawn).toBe(source)
})
