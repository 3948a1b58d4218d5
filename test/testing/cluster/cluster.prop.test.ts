import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { storedReferences } from '../../../src/apiserver/object.js'
import { simulate } from '../../../src/simulate/cascade/index.js'
import { patched, merged, strategic } from '../../../src/apiserver/patch.js'
import * as History from '../../../src/controllers/history/index.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import {
  removeFinalizer,
  removeOwnerReferences,
  unblockOwnerReferences,
} from '../../../src/controllers/owner/action.js'
import { defaultPolicy as podPolicy } from '../../../src/controllers/pod/index.js'
import type { FakeCluster } from '../../../src/testing/index.js'
import { cronJob, fakeCluster, job, node, pod } from '../../../src/testing/index.js'
import { right } from '../../decode/reading.js'
import { wholeSnapshot } from '../../controllers/owner/arbitrary.js'
import { runs } from '../../runs.js'

const off = { pod: { ...podPolicy, controller: 'off' }, ttl: { controller: 'off' } } as const

const withoutVersions = (objects: ReadonlyArray<WholeObject>): unknown =>
  objects.map(({ metadata, ...object }) => ({ ...object, metadata: { ...metadata, resourceVersion: '' } }))

const options = fc.constantFrom(
  {},
  { propagationPolicy: 'Background' },
  { propagationPolicy: 'Foreground' },
  { propagationPolicy: 'Orphan' },
  { orphanDependents: true },
)
const request = fc.record({ uid: fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'), options })

describe('a fake cluster of any objects', () => {
  it('becomes what a calculation of the cascade says', () => {
    fc.assert(
      fc.property(wholeSnapshot, fc.array(request, { maxLength: 3 }), (snapshot, requests) => {
        const cluster = fakeCluster(snapshot.objects, { policies: off, kubelets: 'never' })
        const asked = requests.filter(({ uid }) => snapshot.objects.some(({ metadata }) => metadata.uid === uid))
        const phase = {
          requests: asked.map((one) => ({ _tag: 'Delete', ...one }) as const),
          collector: 'runs',
          pods: 'held',
        } as const
        const [outcome] = right(simulate(Owner.defaultPolicy)([phase])(cluster.snapshot()))
        const codes = asked.map(({ uid, options: how }) => {
          const [object] = cluster.objects(({ metadata }) => metadata.uid === uid)
          return object === undefined ? 404 : cluster.api.delete(object, how).code
        })
        cluster.settle()
        expect(codes).toEqual(outcome?.answers.map(({ code }) => code))
        expect(withoutVersions(cluster.objects())).toEqual(withoutVersions(outcome?.objects ?? []))
      }),
      { numRuns: runs(300) },
    )
  })

  it('is quiet once it has settled', () => {
    fc.assert(
      fc.property(wholeSnapshot, (snapshot) => {
        const cluster = fakeCluster(snapshot.objects)
        cluster.settle()
        const objects = cluster.objects()
        cluster.settle()
        expect(cluster.objects()).toEqual(objects)
        expect(cluster.now()).toEqual(new Date('2026-01-01T12:00:00Z'))
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('a patch of the owner collector', () => {
  it('comes to the same as any patch of its type', () => {
    const address = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'ns', name: 'x' }
    fc.assert(
      fc.property(wholeSnapshot, fc.subarray(['a', 'b', 'c', 'nobody']), ({ objects }, uids) => {
        for (const object of objects)
          for (const action of [
            removeOwnerReferences(uids)(address, object),
            unblockOwnerReferences(address, object),
            removeFinalizer('orphan')(address, object),
          ])
            for (const patch of action._tag === 'RemoveFinalizer' ? [action.merge] : [action.strategic, action.merge]) {
              const answer = patched(patch)(object)
              if (answer._tag === 'Refused') continue
              const { ownerReferences = [], finalizers = [] } = (answer._tag === 'Gone' ? answer.last : answer.object)
                .metadata
              const after = patch.patchType === 'application/merge-patch+json' ? merged : strategic
              const { metadata } = after(object, patch.body) as WholeObject
              expect([storedReferences(metadata.ownerReferences ?? []), metadata.finalizers ?? []]).toEqual([
                storedReferences(ownerReferences),
                finalizers,
              ])
            }
      }),
      { numRuns: runs(200) },
    )
  })
})

const second = fc.integer({ min: 0, max: 180 })
const jobs = fc.array(fc.record({ finished: fc.option(second), ttl: fc.option(second) }), { maxLength: 4 })
const pods = fc.array(
  fc.record({ on: fc.constantFrom('here', 'gone', undefined), phase: fc.constantFrom('Running', 'Succeeded') }),
  { maxLength: 4 },
)

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds))

describe('time in a fake cluster', () => {
  const clusterOf = (
    ends: ReadonlyArray<{ readonly finished: number | null; readonly ttl: number | null }>,
    runs: ReadonlyArray<{ readonly on: 'here' | 'gone' | undefined; readonly phase: 'Running' | 'Succeeded' }>,
  ): FakeCluster => {
    const nightly = cronJob('nightly', { spec: { successfulJobsHistoryLimit: 2 } })
    const cluster = fakeCluster(
      [
        node('here'),
        nightly,
        ...ends.map(({ finished, ttl }, index) =>
          job(`job-${index}`, {
            ownedBy: nightly,
            ...(finished === null ? {} : { finishedAt: at(finished) }),
            ...(ttl === null ? {} : { ttl }),
          }),
        ),
        ...runs.map(({ on, phase }, index) =>
          pod(`pod-${index}`, { phase, ...(on === undefined ? {} : { node: on }) }),
        ),
      ],
      { policies: { history: History.defaultPolicy, pod: { ...podPolicy, terminatedPodGcThreshold: 1 } } },
    )
    if (runs.length > 0) cluster.delete('Pod/pod-0')
    return cluster
  }

  it('passes the same in one go as in pieces', () => {
    fc.assert(
      fc.property(jobs, pods, fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 5 }), (ends, runs, pieces) => {
        const [whole, parts] = [clusterOf(ends, runs), clusterOf(ends, runs)]
        const all = pieces.reduce((sum, piece) => sum + piece, 0)
        whole.advance(all as never)
        parts.advance(0 as never)
        for (const piece of pieces) parts.advance(piece as never)
        expect([parts.now(), parts.objects(), parts.requests()]).toEqual([
          whole.now(),
          whole.objects(),
          whole.requests(),
        ])
      }),
      { numRuns: runs(200) },
    )
  })

  it('leaves nothing undone that was due', () => {
    fc.assert(
      fc.property(jobs, second, (ends, seconds) => {
        const cluster = clusterOf(ends, [])
        cluster.advance({ seconds })
        const due = ends.flatMap(({ finished, ttl }, index) =>
          finished !== null && ttl !== null && finished + ttl <= seconds ? [`Job/job-${index}`] : [],
        )
        const left = cluster.names()
        return due.every((name) => !left.includes(name))
      }),
      { numRuns: runs(200) },
    )
  })
})
