import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../../src/core/index.js'
import type { Listing } from '../../../src/decode/index.js'
import {
  decodeKubectlObjects,
  kubernetesClusterSnapshot,
  kubernetesPodGcSnapshot,
  kubernetesTtlSnapshot,
} from '../../../src/decode/index.js'

const at = new Date('2026-11-21T03:01:10Z')

const object = (apiVersion: string, kind: string, name: string, more: object = {}): object => ({
  apiVersion,
  kind,
  metadata: { namespace: 'ns', name, uid: `u-${kind}-${name}`, creationTimestamp: '2026-11-21T03:00:00Z' },
  ...more,
})

const listingOf = (...items: ReadonlyArray<object>): Listing => {
  const listing = decodeKubectlObjects({ apiVersion: 'v1', kind: 'List', metadata: {}, items })
  if (E.isLeft(listing)) throw new Error(JSON.stringify(listing.left))
  return listing.right
}

const pod = object('v1', 'Pod', 'web-0', {
  spec: { nodeName: 'a', containers: [] },
  status: {
    phase: 'Failed',
    reason: 'Evicted',
    startTime: '2026-11-21T03:00:01Z',
    conditions: [
      { type: 'Ready', status: 'False', lastProbeTime: null, lastTransitionTime: '2026-11-21T03:00:02Z', message: 'x' },
    ],
    containerStatuses: [{ name: 'c', state: { terminated: { finishedAt: '2026-11-21T03:00:03Z', exitCode: 0 } } }],
  },
})

const node = object('v1', 'Node', 'a', {
  spec: { taints: [{ key: 'k', effect: 'NoExecute' }] },
  status: { conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }] },
})

const job = object('batch/v1', 'Job', 'report', {
  spec: { ttlSecondsAfterFinished: 60, template: {} },
  status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: '2026-11-21T03:00:05Z' }] },
})

const covers = [{ _tag: 'ListedKinds', namespaces: 'all', because: 'taken with -A' }] as const

describe('a snapshot for pod GC', () => {
  it('holds what is read of pods and nodes, and nothing of other kinds', () => {
    const snapshot = kubernetesPodGcSnapshot({ at, listings: [listingOf(pod, node, job)], covers })
    expect(E.isRight(snapshot) && snapshot.right).toMatchObject({
      at,
      pods: [
        {
          kind: 'Pod',
          metadata: { uid: 'u-Pod-web-0', creationTimestamp: new Date('2026-11-21T03:00:00Z') },
          spec: { nodeName: 'a' },
          status: {
            phase: 'Failed',
            reason: 'Evicted',
            startTime: new Date('2026-11-21T03:00:01Z'),
            conditions: [
              { type: 'Ready', lastProbeTime: undefined, lastTransitionTime: new Date('2026-11-21T03:00:02Z') },
            ],
            containerStatuses: [{ state: { terminated: { finishedAt: new Date('2026-11-21T03:00:03Z') } } }],
          },
        },
      ],
      nodes: [{ metadata: { name: 'a' }, spec: { taints: [{ key: 'k' }] } }],
      coverage: { _tag: 'Resources' },
      apiNodes: unknown,
      memory: { waiting: [], ripe: [] },
    })
  })

  it('takes over lookups and the quarantine', () => {
    const memory = { waiting: [], ripe: ['gone'] }
    const more = { apiNodes: known(['b']), failedLookups: ['c'], memory }
    const snapshot = kubernetesPodGcSnapshot({ at, listings: [], covers: [], ...more })
    expect(E.isRight(snapshot) && snapshot.right).toMatchObject(more)
  })

  it('leaves out objects that another group calls Pod', () => {
    const listings = [listingOf(pod, object('example.com/v1', 'Pod', 'pea', { spec: { nodeName: 7 } }))]
    const snapshot = kubernetesPodGcSnapshot({ at, listings, covers: [] })
    expect(E.isRight(snapshot) && snapshot.right.pods.map(({ metadata }) => metadata.name)).toEqual(['web-0'])
  })

  it.each([
    ['spec', { spec: { nodeName: 7 } }, 'listings[1].objects[0].spec.nodeName'],
    ['status', { status: { conditions: [{ type: 'a' }] } }, 'listings[1].objects[0].status.conditions[0].status'],
    ['times', { status: { startTime: 'noon' } }, 'listings[1].objects[0].status.startTime'],
  ])('is refused for a broken %s', (_, more, path) => {
    const listings = [listingOf(node), listingOf({ ...pod, ...more })]
    const snapshot = kubernetesPodGcSnapshot({ at, listings, covers: [] })
    expect(E.isLeft(snapshot) && snapshot.left.problems.map((problem) => problem.path)).toEqual([path])
  })
})

describe('objects that are broken', () => {
  it('are all reported, each where it was listed', () => {
    const broken = (name: string): object => object('v1', 'Pod', name, { spec: { nodeName: 7 } })
    const listings = [listingOf(broken('a'), pod), listingOf(node, broken('b'))]
    const snapshot = kubernetesPodGcSnapshot({ at, listings, covers: [] })
    expect(E.isLeft(snapshot) && snapshot.left.problems.map(({ path }) => path)).toEqual([
      'listings[0].objects[0].spec.nodeName',
      'listings[1].objects[1].spec.nodeName',
    ])
  })
})

describe('a snapshot for finished Jobs', () => {
  it('holds what is read of Jobs', () => {
    const snapshot = kubernetesTtlSnapshot({ at, listings: [listingOf(pod, job)] })
    expect(E.isRight(snapshot) && snapshot.right.jobs).toMatchObject([
      {
        metadata: { name: 'report' },
        spec: { ttlSecondsAfterFinished: 60 },
        status: { conditions: [{ type: 'Complete', lastTransitionTime: new Date('2026-11-21T03:00:05Z') }] },
      },
    ])
  })

  it('is refused for a TTL below zero', () => {
    const broken = { ...job, spec: { ttlSecondsAfterFinished: -1 } }
    const snapshot = kubernetesTtlSnapshot({ at, listings: [listingOf(broken)] })
    expect(E.isLeft(snapshot) && snapshot.left.problems[0].path).toBe(
      'listings[0].objects[0].spec.ttlSecondsAfterFinished',
    )
  })
})

describe('a snapshot for all collectors', () => {
  const snapshotOf = (...objects: ReadonlyArray<object>) =>
    kubernetesClusterSnapshot({ at, listings: [listingOf(...objects)], scopes: [], covers: [] })

  it('holds what each of them reads of an object, and the rest as it was given', () => {
    const snapshot = snapshotOf(pod, job)
    expect(E.isRight(snapshot) && snapshot.right.objects).toMatchObject([
      {
        spec: { nodeName: 'a', containers: [] },
        status: {
          startTime: new Date('2026-11-21T03:00:01Z'),
          conditions: [{ type: 'Ready', message: 'x' }],
          containerStatuses: [{ name: 'c' }],
        },
      },
      {
        spec: { ttlSecondsAfterFinished: 60, template: {} },
        status: { conditions: [{ type: 'Complete', lastTransitionTime: new Date('2026-11-21T03:00:05Z') }] },
      },
    ])
  })

  it('takes what is null of a node for absent, as of a pod', () => {
    const snapshot = snapshotOf({ ...object('v1', 'Node', 'a'), spec: null, status: { conditions: null } })
    expect(E.isRight(snapshot) && snapshot.right.objects[0]).toStrictEqual({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: expect.objectContaining({ name: 'a' }),
      status: {},
    })
  })

  it('tells problems in the name of the first collector that has them, also of an object that another list has newer', () => {
    const broken = object('v1', 'Pod', 'web-0', { spec: { nodeName: 5, affinity: 5 } })
    const wrong = (listings: ReadonlyArray<Listing>): unknown => {
      const snapshot = kubernetesClusterSnapshot({ at, listings, scopes: [], covers: [] })
      return E.isLeft(snapshot) ? [snapshot.left.source, snapshot.left.problems.map(({ path }) => path)] : []
    }
    const source = 'parts of a pod GC snapshot'
    expect(wrong([listingOf(broken)])).toEqual([source, ['listings[0].objects[0].spec.nodeName']])
    expect(wrong([listingOf(broken), listingOf(object('v1', 'Pod', 'web-0', { spec: {} }))])).toEqual([
      source,
      ['listings[0].objects[0].spec.nodeName'],
    ])
  })

  it('takes what is null for absent', () => {
    const given = { ...pod, spec: { nodeName: 'a', hostname: null }, status: { phase: 'Failed', startTime: null } }
    const snapshot = snapshotOf(given)
    expect(E.isRight(snapshot) && snapshot.right.objects.map(({ spec, status }) => [spec, status])).toEqual([
      [{ nodeName: 'a' }, { phase: 'Failed' }],
    ])
  })

  it('is refused for what one of them refuses', () => {
    const snapshot = snapshotOf({ ...job, spec: { ttlSecondsAfterFinished: -1 } })
    expect(E.isLeft(snapshot) && snapshot.left.problems.map(({ path }) => path)).toEqual([
      'listings[0].objects[0].spec.ttlSecondsAfterFinished',
    ])
  })
})
