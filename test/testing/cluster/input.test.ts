import { describe, expect, it } from 'vitest'

import { configMap, fakeCluster } from '../../../src/testing/index.js'

/** Objects as a generated client types them: every field optional, times as Date, and a prototype of their own. */
interface Meta {
  name?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  creationTimestamp?: Date
  ownerReferences?: Array<{ apiVersion: string; kind: string; name: string; uid: string; controller?: boolean }>
  finalizers?: Array<string> | undefined
}
interface Job {
  apiVersion?: string
  kind?: string
  metadata?: Meta
  spec?: { ttlSecondsAfterFinished?: number }
  status?: { conditions?: Array<{ type: string; status: string; lastTransitionTime?: Date }> }
}
interface JobList {
  apiVersion?: string
  kind?: string
  items: Array<Job>
  metadata?: { resourceVersion?: string }
}

const typed = <A extends object>(fields: A): A =>
  Object.assign<object, A>(Object.create({ isGenerated: true }) as object, fields)

const finished = (name: string, fields: Partial<Job> = {}): Job =>
  typed<Job>({
    ...fields,
    metadata: typed<Meta>({ name, namespace: 'batch', uid: name, finalizers: undefined }),
    spec: { ttlSecondsAfterFinished: 60 },
    status: {
      conditions: [typed({ type: 'Complete', status: 'True', lastTransitionTime: new Date('2026-01-01T12:00:00Z') })],
    },
  })

describe('objects that a fake cluster takes', () => {
  it('may be typed by a client library, in lists that name their kind for them', () => {
    const list = typed<JobList>({ apiVersion: 'batch/v1', kind: 'JobList', items: [finished('a')] })
    const cluster = fakeCluster(list)
    expect(cluster.names()).toEqual(['Job/batch/a'])
    cluster.advance({ seconds: 60 })
    expect(cluster.names()).toEqual([])
  })

  it('may be typed by a client library one by one', () => {
    const job = finished('a', { apiVersion: 'batch/v1', kind: 'Job' })
    const cluster = fakeCluster([job])
    cluster.delete(job, 'background')
    expect(cluster.names()).toEqual([])
    expect(cluster.create(job).metadata.uid).toBe('a-2')
  })

  it('may be what kubectl printed, as text or read already', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [configMap('a'), configMap('b')] }
    const text = JSON.stringify(list)
    for (const input of [
      text,
      [text],
      list,
      [list],
      [[configMap('a')], configMap('b')].flat(),
      JSON.parse(text) as object,
    ])
      expect(fakeCluster(input).names()).toEqual(['ConfigMap/a', 'ConfigMap/b'])
  })

  it('get a uid, a version and a namespace where they have none', () => {
    const cluster = fakeCluster([
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'b' } },
    ])
    expect(cluster.objects().map(({ metadata }) => metadata)).toEqual([
      { namespace: 'default', name: 'a', uid: 'configmap.default.a', resourceVersion: '1' },
      { name: 'b', uid: 'node.b', resourceVersion: '2' },
    ])
  })

  it.each([
    ['a number', 7, 'is no object'],
    ['nothing', null, 'is no object'],
    ['text that is no JSON', 'NAME READY', 'a table of kubectl get'],
    ['an object without a name', [{ apiVersion: 'v1', kind: 'Pod', metadata: {} }], 'metadata.name'],
    ['an object without a kind', [{ metadata: { name: 'a', uid: 'b' } }], 'kind'],
    ['two objects of one name', [configMap('a', { uid: '1' }), configMap('a', { uid: '2' })], 'uid'],
    ['a time that is none', [configMap('a', { metadata: { creationTimestamp: new Date(NaN) } })], 'creationTimestamp'],
    [
      'a phase that is a number',
      [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, status: { phase: 7 } }],
      'phase',
    ],
  ])('are not %s', (_what, input, sentence) => {
    expect(() => fakeCluster(input as never)).toThrow(sentence)
  })

  it('keep what nobody reads', () => {
    const object = { ...configMap('a'), data: { key: 'value' }, immutable: true }
    expect(fakeCluster([object]).get('ConfigMap/a')).toMatchObject({ data: { key: 'value' }, immutable: true })
  })
})
