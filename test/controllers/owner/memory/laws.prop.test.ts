import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { attempted, callOf, serverOf } from '../../../../conformance/shapes/kubernetes-owner.js'
import type { KubeObject } from '../../../../src/apiserver/object.js'
import type { Action, Snapshot } from '../../../../src/controllers/owner/index.js'
import { defaultPolicy } from '../../../../src/controllers/owner/index.js'
import type { Memory, Observation, Program } from '../../../../src/controllers/owner/memory/index.js'
import {
  absentOwners,
  added,
  attemptToDelete,
  attemptToOrphan,
  deleted,
  dependentsOf,
  emptyMemory,
  itemOf,
  itemsToDelete,
  itemsToOrphan,
  memoryOf,
  nodeOf,
  nodesOf,
  observe,
  observeAll,
  observeVirtualDeletes,
  pendingVirtualDeletes,
  runProgram,
  runAttempt,
  updated,
} from '../../../../src/controllers/owner/memory/index.js'
import { scopeTable } from '../../../../src/apiserver/scope.js'
import { runs } from '../../../runs.js'
import { arbitraryPolicy, wholeSnapshot } from '../arbitrary.js'
import { object, planOf, to } from '../build.js'

/** All that can be read of a memory. */
const read = (memory: Memory): unknown => ({
  nodes: nodesOf(memory).map((node) => ({ ...node, dependents: dependentsOf(node) })),
  toDelete: itemsToDelete(memory),
  toOrphan: itemsToOrphan(memory),
  pending: pendingVirtualDeletes(memory),
  absent: absentOwners(memory),
  warnings: memory.warnings,
})

const requestsOf = (snapshot: Snapshot, action: Action): ReadonlyArray<object> => {
  if (action._tag === 'Delete') return [callOf({ ...action, _tag: 'Delete' })]
  const forms = action._tag === 'RemoveFinalizer' ? [action.merge] : [action.strategic, action.merge]
  const { apiVersion, kind } = action.object
  const takesFirst = scopeTable(snapshot.scopes).find(apiVersion, kind)?.strategicMergePatch !== false
  const sent = forms.slice(0, takesFirst ? 1 : forms.length)
  return sent.map((patch) => callOf({ _tag: 'Patch', object: action.object, patch }))
}

const sorted = (calls: ReadonlyArray<object>): ReadonlyArray<string> => calls.map((call) => JSON.stringify(call)).sort()

/** What happens to a cluster: every object of one snapshot, then every one of another, then some of them go. */
const observations: fc.Arbitrary<ReadonlyArray<Observation>> = fc
  .tuple(wholeSnapshot, wholeSnapshot, fc.array(fc.nat(20), { maxLength: 6 }))
  .map(([before, after, gone]) => {
    const old = new Map(before.objects.map((object) => [object.metadata.uid, object]))
    const all = [...before.objects, ...after.objects]
    return [
      ...before.objects.map(added),
      ...after.objects.map((object) => {
        const known = old.get(object.metadata.uid)
        return known === undefined ? added(object) : updated(object, known)
      }),
      ...gone.flatMap((index) => all[index % Math.max(all.length, 1)] ?? []).map(deleted),
    ]
  })

const parameters = { numRuns: runs(300) }

describe('the memory of the owner collector', () => {
  it('looks at the same objects as a plan of the same cluster', () => {
    fc.assert(
      fc.property(arbitraryPolicy, wholeSnapshot, (policy, snapshot) => {
        const scopes = scopeTable(snapshot.scopes)
        const memory = memoryOf(policy)(snapshot.objects)
        const looked = attempted(memory, (now) =>
          runAttempt(policy, scopes)(now)(serverOf(scopes, snapshot.objects).world),
        )
        expect([...looked].sort()).toEqual([...planOf(snapshot, policy).passes[1].examined].sort())
      }),
      parameters,
    )
  })

  it('makes the calls that a plan of the same cluster states', () => {
    fc.assert(
      fc.property(arbitraryPolicy, wholeSnapshot, (policy, snapshot) => {
        const scopes = scopeTable(snapshot.scopes)
        const memory = memoryOf(policy)(snapshot.objects)
        const [orphan, deletion] = planOf(snapshot, policy).passes
        const planned = [...deletion.amendments, ...deletion.removals].flatMap(({ actions }) =>
          actions.flatMap((action) => requestsOf(snapshot, action)),
        )
        const made = deletion.examined.flatMap((uid) => {
          const node = nodeOf(uid)(memory)
          const { world, calls } = serverOf(scopes, snapshot.objects)
          if (node !== undefined) runProgram(world)(attemptToDelete(policy, scopes)(memory)<string>(itemOf(node)))
          return calls
        })
        expect(sorted(made)).toEqual(sorted(planned))
        const orphaned = itemsToOrphan(memory).flatMap((item) => {
          const { world, calls } = serverOf(scopes, snapshot.objects)
          runProgram(world)(attemptToOrphan(scopes)(memory)<string>(item))
          return calls
        })
        const toOrphan = [...orphan.amendments, ...orphan.removals].flatMap(({ actions }) =>
          actions.flatMap((action) => requestsOf(snapshot, action)),
        )
        expect(sorted(orphaned)).toEqual(sorted(toOrphan))
      }),
      parameters,
    )
  })

  it('stays as it was, whatever is folded into it', () => {
    fc.assert(
      fc.property(arbitraryPolicy, observations, (policy, all) => {
        const memories: Memory[] = [emptyMemory]
        const before: string[] = [JSON.stringify(read(emptyMemory))]
        for (const observation of all) {
          const next = observe(policy)(observation)(memories.at(-1) ?? emptyMemory)
          memories.push(next)
          before.push(JSON.stringify(read(next)))
          observeAll(policy)(all)(next)
        }
        return memories.every((memory, index) => JSON.stringify(read(memory)) === before[index])
      }),
      { numRuns: runs(100) },
    )
  })

  it('is the same folded at once and one by one', () => {
    fc.assert(
      fc.property(arbitraryPolicy, observations, (policy, all) => {
        const one = all.reduce<{ readonly memory: Memory; readonly warnings: ReadonlyArray<unknown> }>(
          ({ memory, warnings }, observation) => {
            const next = observe(policy)(observation)(memory)
            return { memory: next, warnings: [...warnings, ...next.warnings] }
          },
          { memory: emptyMemory, warnings: [] },
        )
        expect(read(observeAll(policy)(all)(emptyMemory))).toEqual(
          read({ ...one.memory, warnings: one.warnings as Memory['warnings'] }),
        )
      }),
      parameters,
    )
  })

  it('keeps what an object that owns itself and its owner left behind, folded at once or one by one', () => {
    const two = [object('b', [to('a'), to('b')]), object('a', [to('b'), to('a')])]
    const all = [...two.map((one) => added(one)), ...two.slice(0, 1).map((one) => deleted(one))]
    const oneByOne = all.reduce((memory, one) => observe(defaultPolicy)(one)(memory), emptyMemory)
    expect(read(observeAll(defaultPolicy)(all)(emptyMemory))).toEqual(read(oneByOne))
  })

  it('knows of every dependent exactly the owners that it names', () => {
    fc.assert(
      fc.property(arbitraryPolicy, observations, (policy, all) => {
        const memory = observeVirtualDeletes(observeAll(policy)(all)(emptyMemory))
        return nodesOf(memory).every((owner) =>
          dependentsOf(owner).every((uid) =>
            nodeOf(uid)(memory)?.owners.some((reference) => reference.uid === owner.identity.uid),
          ),
        )
      }),
      parameters,
    )
  })

  it('comes to nothing when every object is gone and every guess was looked up', () => {
    fc.assert(
      fc.property(arbitraryPolicy, wholeSnapshot, (policy, snapshot) => {
        const gone = observeAll(policy)(snapshot.objects.map(deleted))(memoryOf(policy)(snapshot.objects))
        return nodesOf(gone).every(({ virtual, dependents }) => virtual && dependents === null)
      }),
      parameters,
    )
  })

  it('gives the same attempt twice: a program holds no state', () => {
    fc.assert(
      fc.property(arbitraryPolicy, wholeSnapshot, (policy, snapshot) => {
        const scopes = scopeTable(snapshot.scopes)
        const memory = memoryOf(policy)(snapshot.objects)
        return itemsToDelete(memory).every((item) => {
          const program = attemptToDelete(policy, scopes)(memory)<string>(item)
          return finish(scopes, snapshot.objects, program) === finish(scopes, snapshot.objects, program)
        })
      }),
      parameters,
    )
  })
})

const finish = <A>(
  scopes: ReturnType<typeof scopeTable>,
  objects: ReadonlyArray<KubeObject>,
  program: Program<string, A>,
): string => {
  const { world, calls } = serverOf(scopes, objects)
  return JSON.stringify([runProgram(world)(program), calls])
}
