/** Custom resources in lists that do not hold their definitions. */
import { describe, expect, it } from 'vitest'

import { call } from './call.js'

const widget = (name: string, more: object = {}): object => ({
  apiVersion: 'acme.io/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'shop', uid: name, ...more },
})
const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', uid: 'ns' } }
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.acme.io', uid: 'crd' },
  spec: {
    group: 'acme.io',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: false }],
  },
}
const asked = (argv: string, ...items: ReadonlyArray<object>) =>
  call(`cascade delete ${argv} list.json --whole-cluster`, {
    'list.json': JSON.stringify({ kind: 'List', apiVersion: 'v1', items }),
  })

describe('a custom resource whose definition is not listed', () => {
  it('is taken for served, with or without a namespace as it is listed, and says so', async () => {
    const { stdout, stderr, exitCode } = await asked('widget/w', widget('w'))
    expect(stdout).toContain('1 object goes in this plan')
    expect(stderr).toContain(
      'Widget (acme.io/v1): its CustomResourceDefinition is not in the lists; taken for namespaced, as the listed objects are',
    )
    expect(exitCode).toBe(0)
    const ofCluster = await asked('widget/w', widget('w', { namespace: undefined }))
    expect(ofCluster.stdout).toContain('1 object goes in this plan')
    expect(ofCluster.stderr).toContain('taken for cluster-scoped, as')
  })

  it('goes with its namespace', async () => {
    const { stdout } = await asked('ns/shop', space, widget('w'))
    expect(stdout).toContain('2 objects go in this plan')
  })

  it('is what its definition says where that is listed', async () => {
    const { stderr } = await asked('ns/shop', space, widget('w'), definition)
    expect(stderr).not.toContain('taken for')
  })
})

it('no number of objects that go is given where a request is refused', async () => {
  const { stdout } = await asked('widget/w', widget('w'), definition)
  expect(stdout.split('\n')[0]).toBe('nothing goes: the API server rejects the request')
})

it('whether a namespace ends is unknown while kinds in it are', async () => {
  const { stdout } = await call('cascade delete ns/shop list.json --covers pods,pvc', {
    'list.json': JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [space] }),
  })
  expect(stdout.split('\n')[0]).toMatch(
    /^whether this ends is unknown: Namespace shop: it may contain objects of \d+ kinds/,
  )
  expect(stdout).toMatch(/the snapshot does not cover \(.*\); their end is unknown/)
})
