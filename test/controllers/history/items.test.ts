import { describe, expect, it } from 'vitest'

import { snapshotProblems } from '../../../src/controllers/history/check.js'
import { emptySnapshot } from '../../../src/controllers/history/snapshot.js'
import type { KubeObject } from '../../../src/apiserver/object.js'
import { job, noon, pod, replicaSet } from './build.js'

type Looks = 'pods' | 'jobs' | 'replicaSets'

const isSound =
  (list: Looks) =>
  (items: ReadonlyArray<KubeObject>): boolean =>
    snapshotProblems({ ...emptySnapshot, [list]: items }) === null

const bare = (kind: string): KubeObject => ({ apiVersion: 'v1', kind, metadata: { name: 'a', uid: 'a' } })
const passes = (list: Looks, kind: string, more: object, metadata: object = {}): boolean =>
  isSound(list)([{ ...bare(kind), ...more, metadata: { ...bare(kind).metadata, ...metadata } }])

const affinity = (nodeAffinity: unknown) => ({ spec: { affinity: { nodeAffinity } } })
const required = (terms: unknown) =>
  affinity({ requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } })
const fieldsOf = (matchFields: unknown) => required([{ matchFields }])

describe('a list', () => {
  it('passes what the builders of these tests write', () => {
    expect(isSound('pods')([pod(null, 'a', 'x'), pod(null, 'b', 'y')])).toBe(true)
    expect(isSound('jobs')([job('a', 1), job('b', null, 'Failed'), job('c', 2, null)])).toBe(true)
    expect(isSound('replicaSets')([replicaSet('a', '1'), replicaSet('b', null)])).toBe(true)
    expect(isSound('pods')([])).toBe(true)
  })

  it.each<readonly [Looks, string]>([
    ['pods', 'Pod'],
    ['jobs', 'Job'],
    ['replicaSets', 'ReplicaSet'],
  ])('of %s passes one without labels, annotations and parts, and none of another kind', (list, kind) => {
    expect(passes(list, kind, {})).toBe(true)
    expect(passes(list, kind, {}, { labels: { a: 'b' }, annotations: {} })).toBe(true)
    expect(passes(list, 'Node', {})).toBe(false)
  })

  it.each<readonly [Looks, string]>([
    ['pods', 'Pod'],
    ['jobs', 'Job'],
    ['replicaSets', 'ReplicaSet'],
  ])('of %s does not pass labels and annotations that are no texts by name', (list, kind) => {
    for (const wrong of [null, 'a', [], ['b'], { a: 1 }, { a: 'b', c: null }]) {
      expect(passes(list, kind, {}, { labels: wrong })).toBe(false)
      expect(passes(list, kind, {}, { annotations: wrong })).toBe(false)
    }
  })

  it('passes names that come again in another namespace, not in the same one', () => {
    const one = pod(null, 'a', 'x')
    const other = { ...one, metadata: { ...one.metadata, uid: 'other' } }
    const away = { ...other, metadata: { ...other.metadata, uid: 'away', namespace: 'elsewhere' } }
    const nowhere = { ...other, metadata: { ...other.metadata, uid: 'nowhere', namespace: undefined } }
    const alike = { ...nowhere, metadata: { ...nowhere.metadata, uid: 'alike', namespace: '' } }
    expect(isSound('pods')([one, away, nowhere])).toBe(true)
    expect(isSound('pods')([one, other])).toBe(false)
    expect(isSound('pods')([nowhere, alike])).toBe(false)
    expect(isSound('jobs')([job('a', 1), job('a', 2)])).toBe(false)
    expect(isSound('replicaSets')([replicaSet('a', '1'), replicaSet('a', '2')])).toBe(false)
  })
})

describe('a list with a pod', () => {
  it.each<readonly [object]>([
    [{ spec: {} }],
    [{ spec: { nodeName: '' } }],
    [{ spec: { affinity: {} } }],
    [affinity({})],
    [affinity({ requiredDuringSchedulingIgnoredDuringExecution: {} })],
    [required([])],
    [required([{}])],
    [fieldsOf([])],
    [fieldsOf([{ key: 'a', operator: 'Exists' }])],
    [fieldsOf([{ key: 'a', operator: 'In', values: [] }])],
    [fieldsOf([{ key: 'a', operator: 'In', values: ['b', 'c'] }])],
  ])('passes %j', (more) => {
    expect(passes('pods', 'Pod', more)).toBe(true)
  })

  it.each<readonly [object]>([
    [{ spec: null }],
    [{ spec: 'a' }],
    [{ spec: { nodeName: 7 } }],
    [{ spec: { nodeName: null } }],
    [{ spec: { affinity: null } }],
    [{ spec: { affinity: 'a' } }],
    [affinity(null)],
    [affinity('a')],
    [affinity({ requiredDuringSchedulingIgnoredDuringExecution: null })],
    [affinity({ requiredDuringSchedulingIgnoredDuringExecution: 7 })],
    [required({})],
    [required(null)],
    [required([null])],
    [required(['a'])],
    [fieldsOf({})],
    [fieldsOf([null])],
    [fieldsOf(['a'])],
    [fieldsOf([{ operator: 'In' }])],
    [fieldsOf([{ key: 'a' }])],
    [fieldsOf([{ key: 7, operator: 'In' }])],
    [fieldsOf([{ key: 'a', operator: 7 }])],
    [fieldsOf([{ key: 'a', operator: 'In', values: 'b' }])],
    [fieldsOf([{ key: 'a', operator: 'In', values: ['b', 7] }])],
  ])('does not pass %j', (more) => {
    expect(passes('pods', 'Pod', more)).toBe(false)
  })
})

describe('a list with a Job', () => {
  it.each<readonly [object]>([
    [{ status: {} }],
    [{ status: { startTime: noon } }],
    [{ status: { conditions: [] } }],
    [{ status: { conditions: [{ type: 'Complete', status: 'True' }] } }],
  ])('passes %j', (more) => {
    expect(passes('jobs', 'Job', more)).toBe(true)
  })

  it.each<readonly [object]>([
    [{ status: null }],
    [{ status: 'done' }],
    [{ status: { startTime: 'noon' } }],
    [{ status: { startTime: new Date(NaN) } }],
    [{ status: { conditions: {} } }],
    [{ status: { conditions: [null] } }],
    [{ status: { conditions: ['a'] } }],
    [{ status: { conditions: [{ type: 'Complete' }] } }],
    [{ status: { conditions: [{ status: 'True' }] } }],
    [{ status: { conditions: [{ type: 1, status: 'True' }] } }],
  ])('does not pass %j', (more) => {
    expect(passes('jobs', 'Job', more)).toBe(false)
  })
})

describe('a list with a ReplicaSet', () => {
  it.each<readonly [object]>([
    [{ spec: {} }],
    [{ spec: { replicas: 0, template: {} } }],
    [{ status: { replicas: 0, observedGeneration: 0 } }],
  ])('passes %j', (more) => {
    expect(passes('replicaSets', 'ReplicaSet', more)).toBe(true)
  })

  it.each<readonly [object]>([
    [{ spec: null }],
    [{ spec: 7 }],
    [{ spec: { replicas: -1 } }],
    [{ spec: { replicas: '1' } }],
    [{ spec: { template: null } }],
    [{ spec: { template: [] } }],
    [{ spec: { template: 'a' } }],
    [{ status: null }],
    [{ status: 7 }],
    [{ status: { replicas: 0.5 } }],
    [{ status: { observedGeneration: -1 } }],
  ])('does not pass %j', (more) => {
    expect(passes('replicaSets', 'ReplicaSet', more)).toBe(false)
  })
})
