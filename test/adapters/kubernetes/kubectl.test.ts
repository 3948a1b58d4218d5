import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { either as E } from 'fp-ts'
import { afterEach, describe, expect, it } from 'vitest'

import { type Look, fromClientNode, fromKubectl, look } from '../../../src/adapters/kubernetes/index.js'
import { configMap } from '../../../src/testing/index.js'
import { type ServedCluster, listen, servedCluster } from '../../../src/testing/http/index.js'
import type { Snapshot as OwnerSnapshot } from '../../../src/controllers/owner/index.js'
import { root } from '../../cli/bundle.js'
import { askCluster, configMaps, namesAt } from '../../testing/http/ask.js'

const kubectl = join(root, 'test/adapters/kubernetes/kubectl.mjs')
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  delete process.env['GCPLAN_TEST_SERVER']
})

const served = async (cluster: ServedCluster): Promise<string> => {
  const { url, close } = await listen(cluster)
  closing.push(close)
  process.env['GCPLAN_TEST_SERVER'] = url
  return url
}

/** The ConfigMaps of a look. */
const namesOf = ({ snapshot }: Look<OwnerSnapshot>): ReadonlyArray<string> =>
  snapshot.objects.flatMap(({ kind, metadata }) => (kind === 'ConfigMap' ? [metadata.name] : []))

describe('kubectl', () => {
  it('authenticates, on a socket that nobody else can open', async () => {
    const url = await served(servedCluster([configMap('a')]))
    const opened = await fromKubectl({ kubectl })()
    if (E.isLeft(opened)) throw new Error(opened.left.message)
    const { send, close, ...known } = opened.right
    expect([known.server, known.context, known.namespace]).toStrictEqual([url, 'test', 'shop'])
    const seen = await look('owner')(send)()
    expect(E.isRight(seen) && namesOf(seen.right)).toStrictEqual(['a'])
    await close()
    expect(await send({ method: 'GET', path: '/api' })()).toMatchObject({ left: { _tag: 'Unreachable' } })
  })

  it('says what it refuses, and that it is not there', async () => {
    const left = async (options: object) => {
      const opened = await fromKubectl(options)()
      return E.isLeft(opened) ? opened.left : undefined
    }
    expect(await left({ kubectl, context: 'none' })).toStrictEqual({
      _tag: 'Unreachable',
      message: 'error: context "none" does not exist',
    })
    expect((await left({ kubectl: '/nowhere/kubectl' }))?.message).toContain('/nowhere/kubectl is not there')
  })

  it('runs the program of the documentation, which has 15 lines at most', async () => {
    const page = readFileSync(join(root, 'docs/adapters/kubernetes.md'), 'utf8')
    const program = /```ts no-run\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    expect(program.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(15)
    const owner = configMap('owner')
    const objects = [owner, configMap('child', { ownedBy: owner }), configMap('other')]
    const cluster = servedCluster(objects, { collectors: 'off' })
    askCluster(cluster, `DELETE ${configMaps}/owner`)
    await served(cluster)
    const folder = mkdtempSync(join(tmpdir(), 'gcplan-test-'))
    closing.push(() => rmSync(folder, { recursive: true }))
    symlinkSync(kubectl, join(folder, 'kubectl'))
    writeFileSync(join(folder, 'program.ts'), program)
    const { stdout } = await promisify(execFile)('node', ['scripts/run-ts.mjs', join(folder, 'program.ts')], {
      cwd: root,
      env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    })
    expect(stdout).toContain('"_tag":"Removed"')
    expect(namesAt(cluster)).toStrictEqual(['other'])
  })
})

describe('a KubeConfig', () => {
  it('is asked for credentials at each request, and connections are kept', async () => {
    const cluster = servedCluster([configMap('a')])
    const url = await served(cluster)
    const { send } = fromClientNode({
      getCurrentCluster: () => ({ server: `${url}/` }),
      applyToHTTPSOptions: () => Promise.resolve(),
    })
    const seen = await look('owner')(send)()
    expect(E.isRight(seen) && namesOf(seen.right)).toStrictEqual(['a'])
  })

  it('without a current cluster reaches nothing', async () => {
    const { send } = fromClientNode({ getCurrentCluster: () => null, applyToHTTPSOptions: () => Promise.resolve() })
    expect(await send({ method: 'GET', path: '/api' })()).toMatchObject({ left: { _tag: 'Unreachable' } })
  })
})
