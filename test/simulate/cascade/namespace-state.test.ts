import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { between, instant } from '../../../src/core/time.js'
import { explainActor, explainCascade, explainSweep } from '../../../src/simulate/cascade/index.js'
import type { Diagnosis, NextSweep } from '../../../src/simulate/cascade/index.js'
import { deleted, everything, noon, object } from '../../controllers/owner/build.js'
import { diagnosisOf, namespace, pod } from './cluster.js'

/** So many seconds after noon. */
const second = (seconds: number): Date => instant(noon.getTime() + seconds * 1000)
const at = second(3600)
const condition = (type: string, message: string, since = noon, status = 'True') => ({
  type,
  status,
  reason: 'x',
  message,
  lastTransitionTime: since.toISOString(),
})
const going = (conditions: ReadonlyArray<object> = [], more: Partial<WholeObject> = {}): WholeObject => ({
  ...namespace('ns', { deletionTimestamp: noon }),
  status: { phase: 'Terminating', conditions },
  ...more,
})
const diagnosed = (objects: ReadonlyArray<WholeObject>, when = at): Diagnosis =>
  diagnosisOf({ at: when, objects, scopes: scopes_1_36.scopes, coverage: everything }, 'uid-ns')
const holds = ({ blockers }: Diagnosis): ReadonlyArray<string> => blockers.map(explainCascade)
/** Why, and by how many seconds after now. */
const nextOf = (objects: ReadonlyArray<WholeObject>, when = at): readonly [NextSweep['because']?, number?] => {
  const { because, latest } = diagnosed(objects, when).namespace?.nextSweep ?? {}
  return because === undefined ? [] : latest === undefined ? [because] : [because, between(when, latest) / 1000]
}
const held = object('h', [], deleted('example.com/x'))
const service = (status: string, name = 'v1beta1.metrics.k8s.io'): WholeObject => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name, uid: name },
  spec: { group: 'metrics.k8s.io', version: 'v1beta1', service: { namespace: 'kube-system', name: 'metrics-server' } },
  status: { conditions: [{ type: 'Available', status, message: 'no endpoints' }] },
})
const discovery = condition(
  'NamespaceDeletionDiscoveryFailure',
  'Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: the server is currently unable to handle the request, a.example/v1: stale GroupVersion discovery: a.example/v1',
)

describe('a namespace that is being deleted', () => {
  it('without finalizers of either kind is not at its end yet', () => {
    const bare = going([], { spec: {} })
    expect(holds(diagnosed([bare]))).toEqual([
      'it is empty, but the namespace controller has not removed its finalizer yet',
    ])
    expect(nextOf([bare])).toEqual(['BackOff', 60])
  })

  it('repeats the conditions that are True, word for word, with their times', () => {
    const said = [
      condition('NamespaceDeletionContentFailure', 'all is well', noon, 'False'),
      condition('NamespaceContentRemaining', 'Some resources are remaining: configmaps. has 1 resource instances'),
      { type: 'NamespaceFinalizersRemaining', status: 'True', message: 'no time' },
    ]
    expect(diagnosed([going(said), held]).namespace?.reported).toEqual([
      {
        type: 'NamespaceContentRemaining',
        status: 'True',
        reason: 'x',
        message: 'Some resources are remaining: configmaps. has 1 resource instances',
        since: noon,
      },
      { type: 'NamespaceFinalizersRemaining', status: 'True', reason: undefined, message: 'no time' },
    ])
  })

  it('names the pods, and the finalizers on what is being deleted, with their numbers', () => {
    const waits = object('i', [], deleted('example.com/x', 'a/b'))
    const living = object('l', [], { finalizers: ['not/asked'] })
    const { namespace: state } = diagnosed([going(), held, waits, living, pod('p', [])])
    expect(state?.pods.map(({ id }) => id)).toEqual(['p'])
    expect(state?.finalizers.map(({ finalizer, objects, first }) => [finalizer, objects, first.id])).toEqual([
      ['a/b', 1, 'i'],
      ['example.com/x', 2, 'h'],
    ])
  })

  it('is only told of where it is a namespace, and being deleted', () => {
    const living = diagnosisOf(
      { at, objects: [namespace('ns')], scopes: scopes_1_36.scopes, coverage: everything },
      'uid-ns',
    )
    expect('namespace' in living).toBe(false)
    expect(
      'namespace' in diagnosisOf({ at, objects: [held], scopes: scopes_1_36.scopes, coverage: everything }, 'h'),
    ).toBe(false)
  })
})

describe('what holds a namespace', () => {
  it('is an APIService that is not available, by its condition', () => {
    const diagnosis = diagnosed([going(), service('False')])
    expect(holds(diagnosis)).toEqual([
      'no server answers for metrics.k8s.io/v1beta1: no namespace can finish terminating until APIService v1beta1.metrics.k8s.io is available again or deleted (no endpoints)',
    ])
    expect(diagnosis.actors.map(explainActor)).toEqual([
      'the server behind APIService v1beta1.metrics.k8s.io has to answer again, or somebody has to delete the APIService',
    ])
    expect(holds(diagnosed([going(), service('True')]))).toEqual([
      'it is empty, but the namespace controller has not removed its finalizer yet',
    ])
  })

  it('is an APIService whose Service is not there, as long as it has no condition', () => {
    const young = { ...service('x'), status: {} }
    expect(holds(diagnosed([going(), young]))).toHaveLength(1)
    const backend: WholeObject = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { namespace: 'kube-system', name: 'metrics-server', uid: 's' },
    }
    expect(holds(diagnosed([going(), young, backend]))[0]).toContain('it is empty')
    const others = [
      { ...backend, kind: 'Secret' },
      { ...backend, metadata: { ...backend.metadata, namespace: 'other' } },
      { ...backend, metadata: { ...backend.metadata, name: 'other' } },
    ]
    for (const other of others) expect(holds(diagnosed([going(), young, other]))[0]).toContain('no server answers')
  })

  it('is what discovery reported, where the APIServices are not listed', () => {
    expect(holds(diagnosed([going([discovery])]))).toEqual([
      'no server answers for metrics.k8s.io/v1beta1: no namespace can finish terminating until APIService v1beta1.metrics.k8s.io is available again or deleted (the server is currently unable to handle the request)',
      'no server answers for a.example/v1: no namespace can finish terminating until APIService v1.a.example is available again or deleted (stale GroupVersion discovery: a.example/v1)',
    ])
    // One that has come back meanwhile no longer holds it; the condition lags behind.
    expect(holds(diagnosed([going([discovery]), service('True')])).map((line) => line.split(':')[0])).toEqual([
      'no server answers for a.example/v1',
    ])
    expect(holds(diagnosed([going([{ ...discovery, status: 'False' }])]))).toHaveLength(1)
    expect(holds(diagnosed([going([{ ...discovery, message: 'otherwise' }])]))[0]).toContain('it is empty')
  })

  it('is an entry of others in its specification', () => {
    const spec = { finalizers: ['kubernetes', 'example.com/guard', 'plain', 7] }
    const diagnosis = diagnosed([going([], { spec })])
    expect(holds(diagnosis)).toEqual([
      'the entry example.com/guard of its spec.finalizers holds it until the controller of example.com takes it off',
      'the entry plain of its spec.finalizers holds it until whoever set it takes it off',
    ])
    expect(diagnosis.actors.map(explainActor)).toEqual([
      'the controller of example.com has to remove the finalizer example.com/guard',
      'whoever set the finalizer plain has to remove it',
    ])
  })

  it('is what the last sweep could not delete, beside its content', () => {
    const refused = condition(
      'NamespaceDeletionContentFailure',
      'Failed to delete all resource types, 1 remaining: pods "Unknown" is forbidden: not today',
    )
    const diagnosis = diagnosed([going([refused]), object('a')])
    expect(holds(diagnosis)).toEqual([
      'it contains 1 object: ConfigMap ns/a',
      'its content cannot be deleted: pods "Unknown" is forbidden: not today',
    ])
    expect(diagnosis.actors.map(explainActor)).toEqual([
      'the namespace controller has to find the namespace empty',
      'somebody has to fix what makes the deletion of its content fail: pods "Unknown" is forbidden: not today',
    ])
    // That pods are left after their grace is told of as content.
    const both = 'unexpected items still remain in namespace: ns for gvr: /v1, Resource=pods'
    const other = condition(
      'NamespaceDeletionContentFailure',
      `Failed to delete all resource types, 1 remaining: ${both}`,
    )
    expect(holds(diagnosed([going([other])]))[0]).toContain('it is empty')
    const two = condition(
      'NamespaceDeletionContentFailure',
      `Failed to delete all resource types, 2 remaining: a: b, ${both}`,
    )
    expect(holds(diagnosed([going([two])]))).toEqual(['its content cannot be deleted: a: b'])
  })
})

describe('the next sweep of a namespace', () => {
  it('is the first one while that lies ahead', () => {
    expect(nextOf([going()], second(2))).toEqual(['FirstSweep', 3])
    expect(nextOf([going()], second(5))[0]).not.toBe('FirstSweep')
  })

  it('comes within half of the grace of the pods that run, and a second', () => {
    const others = object('h', [], { finalizers: ['not/asked'] })
    expect(nextOf([going(), pod('p', []), others], second(20))).toEqual(['Estimate', 16])
    expect(nextOf([going(), pod('p', []), others], second(31))).toEqual(['BackOff', 60])
  })

  it('comes within eight seconds where finalizers hold something', () => {
    expect(nextOf([going(), held])).toEqual(['Estimate', 8])
    expect(nextOf([going(), { ...pod('p', [], 'Succeeded'), metadata: { ...held.metadata, uid: 'p' } }])).toEqual([
      'Estimate',
      8,
    ])
  })

  it('comes within a minute after an error', () => {
    expect(nextOf([going([discovery]), held])).toEqual(['BackOff', 60])
    expect(nextOf([going(), held, service('False')])).toEqual(['BackOff', 60])
    expect(nextOf([going([condition('NamespaceDeletionContentFailure', 'x')]), held])).toEqual(['BackOff', 60])
    expect(nextOf([going(), object('a')])).toEqual(['BackOff', 60])
  })

  it('comes after no error where the conditions that tell of one are False', () => {
    const types = ['DiscoveryFailure', 'GroupVersionParsingFailure', 'ContentFailure']
    const fine = types.map((type) => condition(`NamespaceDeletion${type}`, 'all is well', noon, 'False'))
    expect(nextOf([going(fine), held])).toEqual(['Estimate', 8])
  })

  it('comes five seconds after a condition has changed', () => {
    const changed = condition('NamespaceContentRemaining', 'x', second(3598))
    expect(nextOf([going([changed]), held])).toEqual(['AfterReport', 3])
    expect(nextOf([going([condition('NamespaceContentRemaining', 'x', second(3595))]), held])).toEqual(['Estimate', 8])
    expect(nextOf([going([{ ...changed, lastTransitionTime: 'soon' }]), held])).toEqual(['Estimate', 8])
  })

  it('comes with a resync where only the entries of others are left, and never where none is', () => {
    expect(nextOf([going([], { spec: { finalizers: ['a/b'] } })])).toEqual(['Resync', 300])
    const metadata = { ...going().metadata, finalizers: ['x/y'] }
    expect(nextOf([going([], { metadata, spec: { finalizers: [] } })])).toEqual(['None'])
    // A server leaves the empty list out.
    const finalized = diagnosed([going([], { metadata, spec: {} }), object('a')])
    expect(finalized.namespace?.nextSweep).toEqual({ because: 'None' })
    expect(holds(finalized)).toEqual(['the finalizer x/y holds it until the controller of x removes it'])
    expect(nextOf([going([], { metadata })])[0]).not.toBe('None')
    // One that was written by hand may show neither.
    expect(nextOf([going([], { metadata, spec: {}, status: {} })])[0]).not.toBe('None')
  })

  it('is told with what is not known of it', () => {
    const latest = second(60)
    expect(
      (['FirstSweep', 'AfterReport', 'Estimate', 'BackOff', 'Resync'] as const).map((because) =>
        explainSweep({ because, latest }),
      ),
    ).toEqual([
      'the first sweep comes at 2026-01-01T12:01:00.000Z, 5 s after the deletion began',
      'the next sweep comes by 2026-01-01T12:01:00.000Z, 5 s after a condition changed',
      'the next sweep comes by 2026-01-01T12:01:00.000Z; when the last one was is not recorded',
      'the next sweep comes by 2026-01-01T12:01:00.000Z: after an error it is tried again with back-off to 60 s, and when the last one was is not recorded',
      'the finalizer of the namespace controller is off: the next sweep comes with the next change of the namespace, or by 2026-01-01T12:01:00.000Z',
    ])
    expect(explainSweep({ because: 'None' })).toBe('no sweep comes any more: its spec.finalizers are empty')
  })
})
