/** Models are made in workers and in pages alike: with nothing but the language. */
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'

import { build } from 'esbuild'
import { expect, it } from 'vitest'

const program = `
import * as Owner from './src/controllers/owner/index.js'
import { planCascade } from './src/simulate/cascade/index.js'
import { kubectlOptions, scopes_1_36 } from './src/apiserver/index.js'
import { cascadeView } from './src/view/index.js'
const requests = [{ _tag: 'Delete', target: 'u', options: kubectlOptions() }]
const snapshot = {
  at: new Date(0),
  objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', name: 'a', uid: 'u' } }],
  scopes: scopes_1_36.scopes,
  coverage: { _tag: 'Everything' },
}
const planned = planCascade(Owner.defaultPolicy)(requests)(snapshot)
export const told = JSON.stringify(planned._tag === 'Right' ? cascadeView(planned.right, { requests, snapshot }) : planned)
`

const bundled = async (
  contents: string,
): Promise<{ readonly code: string; readonly inputs: ReadonlyArray<string> }> => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: join(import.meta.dirname, '../..'), loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'model',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    treeShaking: true,
  })
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  )
  return { code: outputFiles[0]?.text ?? '', inputs: used }
}

it('works where there is no global beside the language', async () => {
  const { code } = await bundled(program)
  const told: unknown = runInContext(`'use strict';${code};model.told`, createContext({}))
  expect(JSON.parse(String(told))).toMatchObject({ tone: 'harmless', waves: [{ by: 'requests' }] })
})

it('leaves everything but cascades out of a page that shows cascades alone', async () => {
  const { inputs } = await bundled(`export { cascadeView } from './src/view/index.js'`)
  const others = inputs.filter((file) =>
    /src\/(kubelet|containerd|reclaim|render|simulate\/(node|control-plane|engine))\//.test(file),
  )
  expect(others).toEqual([])
  expect(inputs.some((file) => file.endsWith('src/view/cascade/cascade.ts'))).toBe(true)
})
