import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { OwnerReference } from '../../../../src/apiserver/object.js'
import { defaultPolicy } from '../../../../src/controllers/owner/index.js'
import { openDraft, sealed } from '../../../../src/controllers/owner/memory/draft.js'
import { dependentsOfItemIn } from '../../../../src/controllers/owner/memory/graph.js'
import type { Identity, Memory, Observation } from '../../../../src/controllers/owner/memory/index.js'
import {
  added,
  deleted,
  dependentsOf,
  dependentsOfItem,
  emptyMemory,
  identityOf,
  itemOf,
  itemsToDelete,
  itemsToOrphan,
  nodeOf,
  observe,
  observeVirtualDeletes,
  updated,
} from '../../../../src/controllers/owner/memory/index.js'
import { plainGraph, viewOfPlain } from '../../../../src/controllers/owner/memory/plain-graph.js'
import type { Running } from '../../../../src/controllers/owner/memory/running.js'
import { hear, runningOn, worksOf } from '../../../../src/controllers/owner/memory/running.js'
import { isNamedAbsent } from '../../../../src/controllers/owner/memory/state.js'
import { runs } from '../../../runs.js'
import { wholeSnapshot } from '../arbitrary.js'

/** Objects come, change and go, and some are looked for in vain. */
const course: fc.Arbitrary<ReadonlyArray<Observation>> = fc
  .tuple(wholeSnapshot, wholeSnapshot, fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 12 }))
  .map(([before, after, gone]) => {
    const old = new Map(before.objects.map((object) => [object.metadata.uid, object]))
    const all = [...before.objects, ...after.objects]
    return [
      ...before.objects.map(added),
      ...after.objects.map((object) => updated(object, old.get(object.metadata.uid))),
      ...gone.flatMap(([index, isSeen]): ReadonlyArray<Observation> => {
        const object = all[index % Math.max(all.length, 1)]
        if (object === undefined) return []
        if (isSeen) return [deleted(object)]
        const [owner = object.metadata] = object.metadata.ownerReferences ?? []
        const { namespace } = object.metadata
        return [{ _tag: 'FoundAbsent', identity: { ...identityOf(object), ...owner, namespace } }]
      }),
    ]
  })

const uidsOf = (observations: ReadonlyArray<Observation>): ReadonlyArray<string> => [
  ...new Set(
    observations.flatMap((one) =>
      one._tag === 'FoundAbsent'
        ? [one.identity.uid]
        : [one.object.metadata.uid, ...(one.object.metadata.ownerReferences ?? []).map(({ uid }) => uid)],
    ),
  ),
]

const whoIs = ({
  identity,
  virtual,
  owners,
  beingDeleted,
  deletingDependents,
}: NonNullable<ReturnType<ReturnType<typeof nodeOf>>>) => ({
  identity,
  virtual,
  owners,
  beingDeleted,
  deletingDependents,
})

const remembered = (memory: Memory, uids: ReadonlyArray<string>): unknown => ({
  nodes: uids.map((uid) => {
    const node = nodeOf(uid)(memory)
    return node && [whoIs(node), dependentsOf(node), dependentsOfItem(itemOf(node))(memory).map(whoIs)]
  }),
  waiting: [itemsToDelete(memory), itemsToOrphan(memory)].map((items) =>
    items.map((item) => [item.uid, item.serial, dependentsOfItem(item)(memory).map(whoIs)]),
  ),
})

const held = ({ view, ...collector }: Running, uids: ReadonlyArray<string>): unknown => {
  const works = worksOf({ view, ...collector })
  return {
    nodes: uids.map((uid) => {
      const node = view.node(uid)
      const dependents = node && view.dependents(node)
      return (
        node && [
          whoIs(node),
          dependents?.map(({ identity }) => identity.uid),
          dependentsOfItemIn(view, itemOf(node)).map(whoIs),
        ]
      )
    }),
    waiting: [works.Delete, works.Orphan].map((all) =>
      all.map(({ item }) => [item.uid, item.serial, dependentsOfItemIn(view, item).map(whoIs)]),
    ),
  }
}

describe('a collector that runs', () => {
  it('holds what persistent memories remember, event by event', () => {
    fc.assert(
      fc.property(course, (observations) => {
        const collector = runningOn(defaultPolicy)([])
        const uids = uidsOf(observations)
        let memory = emptyMemory
        for (const observation of observations) {
          memory = observeVirtualDeletes(observe(defaultPolicy)(observation)(memory))
          hear(collector, [observation])
          expect(held(collector, uids)).toEqual(remembered(memory, uids))
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

const reference = (uid: number, name: number): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: `n${name}`,
  uid: `u${uid}`,
})

const absentee = ([uid, name, namespace]: readonly [number, number, string | undefined]): Identity => ({
  ...reference(uid, name),
  namespace,
})

describe('owners that a plain graph remembers as absent', () => {
  it('are those that a memory does, of which the ones added first are forgotten', () => {
    const owners = fc.tuple(fc.nat(300), fc.nat(1), fc.constantFrom(undefined, 'a', 'b'))
    fc.assert(
      fc.property(fc.array(owners, { minLength: 400, maxLength: 1200, size: 'max' }), (all) => {
        const [draft, graph] = [openDraft(emptyMemory), plainGraph()]
        for (const owner of all) {
          draft.on.rememberAbsent(draft, absentee(owner))
          graph.on.rememberAbsent(graph, absentee(owner))
        }
        const memory = sealed(draft)
        const { isKnownAbsent } = viewOfPlain(graph)
        return all.every(([uid, name]) =>
          [undefined, 'a', 'b', 'c'].every((namespace) => {
            const named = reference(uid, name)
            const isAbsent = isKnownAbsent(named, namespace)
            return isAbsent === isNamedAbsent(memory, named, namespace)
          }),
        )
      }),
      { numRuns: runs(20) },
    )
  })
})
