import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type WatchEvent, added, deleted, updated } from '../../../src/apiserver/answer.js'
import { scopes_1_36 } from '../../../src/apiserver/index.js'
import type { WholeObject } from '../../../src/apiserver/object.js'
import { type CascadeRequest, cascadeIndex } from '../../../src/simulate/cascade/index.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../controllers/owner/arbitrary.js'
import { everything, noon } from '../../controllers/owner/build.js'
import { runs } from '../../runs.js'
import { mixedWorlds } from './mixed-worlds.js'
import { agrees } from './part-agrees.js'

const options = fc.constantFrom(
  {},
  { propagationPolicy: 'Background' },
  { propagationPolicy: 'Foreground' },
  { propagationPolicy: 'Orphan' },
)
const uids = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'nobody')
const request: fc.Arbitrary<CascadeRequest> = fc.oneof(
  fc.record({ _tag: fc.constant('Delete' as const), target: uids, options }),
  fc.record({ _tag: fc.constant('Delete' as const), target: uids, options }),
  fc.record({ _tag: fc.constant('Vanish' as const), target: uids }),
  fc.record({ _tag: fc.constant('DeleteNamespace' as const), namespace: fc.constantFrom('ns1', 'ns2'), options }),
)

/** Changes by which a watch comes from one list of objects to another, in an order of its own. */
const changesBetween = (
  before: ReadonlyArray<WholeObject>,
  now: ReadonlyArray<WholeObject>,
): ReadonlyArray<WatchEvent<WholeObject>> => {
  const left = new Set(now.map(({ metadata }) => metadata.uid))
  const known = new Set(before.map(({ metadata }) => metadata.uid))
  return [
    ...now.map((object) => (known.has(object.metadata.uid) ? updated(object) : added(object))),
    ...before.filter(({ metadata }) => !left.has(metadata.uid)).map((object) => deleted(object)),
  ]
}

describe('an index that hears of changes', () => {
  it('gives the same parts as one that is made of what there is now', () => {
    fc.assert(
      fc.property(mixedWorlds, mixedWorlds, ({ objects: before }, { objects: now, which }) => {
        const index = cascadeIndex(before)
        for (const change of changesBetween(before, now)) index.tell(change)
        const fresh = cascadeIndex(index.objects())
        const target = now[which % Math.max(1, now.length)]?.metadata.uid ?? ''
        const asked: CascadeRequest = { _tag: 'Delete', target, options: {} }
        expect(index.partOf([asked])).toEqual(fresh.partOf([asked]))
        expect(new Set(index.objects())).toEqual(new Set(now))
        expect(index.countOf('Pod', 'one')).toBe(fresh.countOf('Pod', 'one'))
      }),
      { numRuns: runs(500) },
    )
  })

  it('is empty again when everything is gone', () => {
    fc.assert(
      fc.property(mixedWorlds, ({ objects }) => {
        const index = cascadeIndex(objects)
        for (const object of objects) index.tell(deleted(object))
        expect([index.size(), index.countOf('Pod'), index.countOf(undefined, 'one')]).toEqual([0, 0, 0])
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('a limit', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { namespace: 'shop', name: 'web', uid: 'rs' } }
  const to = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'rs' }
  const family = (pods: number): ReadonlyArray<WholeObject> => [
    owner,
    ...Array.from({ length: pods }, (_, place) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'shop', name: `web-${place}`, uid: `pod-${place}`, ownerReferences: [to] },
    })),
  ]
  const asked: ReadonlyArray<CascadeRequest> = [{ _tag: 'Delete', target: 'rs', options: {} }]

  it('counts what may be touched, to the object', () => {
    const index = cascadeIndex(family(9))
    expect(index.partOf(asked, { touched: 9 })).toEqual({ _tag: 'OverLimit', limit: 9 })
    expect(index.partOf(asked, { touched: 10 })).toMatchObject({ _tag: 'Part', touched: 10 })
  })

  it('does not count what is only read: a pod of a large family is one object', () => {
    const index = cascadeIndex(family(5000))
    const part = index.partOf([{ _tag: 'Delete', target: 'pod-7', options: {} }], { touched: 1 })
    expect(part._tag === 'Part' ? part.objects.map(({ metadata }) => metadata.uid) : part).toEqual(['rs', 'pod-7'])
  })

  it('tells where too much decides about a small cascade', () => {
    const going = {
      ...owner,
      metadata: { ...owner.metadata, deletionTimestamp: noon, finalizers: ['foregroundDeletion'] },
    }
    const index = cascadeIndex([going, ...family(50).slice(1)])
    const pod: ReadonlyArray<CascadeRequest> = [{ _tag: 'Delete', target: 'pod-7', options: {} }]
    expect(index.partOf(pod, { touched: 5, seen: 20 })).toEqual({ _tag: 'TooWide', touched: 1 })
    expect(index.partOf(pod, { touched: 5 })._tag).toBe('Part')
  })
})

describe('the part of a cluster that a cascade can have to do with', () => {
  it('gives the plan of the whole cluster, whatever owns what', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, request, (policy, snapshot, asked) => {
        agrees(snapshot, [asked], policy)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('gives it for several requests', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, fc.array(request, { minLength: 2, maxLength: 3 }), (snapshot, asked) => {
        agrees(snapshot, asked)
      }),
      { numRuns: runs(600) },
    )
  })

  it('gives it where every controller is at work', () => {
    fc.assert(
      fc.property(mixedWorlds, options, ({ objects, which }, how) => {
        const target = objects[which % Math.max(1, objects.length)]?.metadata.uid ?? ''
        const asked: CascadeRequest =
          which % 10 === 0
            ? { _tag: 'DeleteNamespace', namespace: 'one', options: how }
            : { _tag: 'Delete', target, options: how }
        agrees({ at: noon, objects, scopes: scopes_1_36.scopes, coverage: everything }, [asked])
      }),
      { numRuns: runs(400) },
    )
  })
})
