import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { CascadePlan, CascadeRequest } from '../../../src/simulate/cascade/index.js'
import { deletingControllers, explainCascade, planCascade, simulate } from '../../../src/simulate/cascade/index.js'
import { reachOf } from '../../../src/simulate/cascade/reach.js'
import type { Policy, Snapshot } from '../../../src/controllers/owner/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { arbitraryPolicy, arbitrarySnapshot, calmSnapshot, wholeSnapshot } from '../../controllers/owner/arbitrary.js'
import { runs } from '../../runs.js'

const parameters = { numRuns: runs(150) }

const options = fc.constantFrom(
  {},
  { propagationPolicy: 'Background' },
  { propagationPolicy: 'Foreground' },
  { propagationPolicy: 'Orphan' },
  { propagationPolicy: 'Nonsense' },
  { orphanDependents: true },
)
const uids = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'nobody')

const request: fc.Arbitrary<CascadeRequest> = fc.oneof(
  fc.record({ _tag: fc.constant('Delete' as const), target: uids, options }),
  fc.record({ _tag: fc.constant('Vanish' as const), target: uids }),
  fc.record({
    _tag: fc.constant('DeleteNamespace' as const),
    namespace: fc.constantFrom('ns1', 'ns2'),
    options,
  }),
)
const requests = fc.array(request, { minLength: 1, maxLength: 3 })

const planOf = (
  snapshot: Snapshot,
  asked: ReadonlyArray<CascadeRequest>,
  policy: Policy = defaultPolicy,
): CascadePlan => {
  const planned = planCascade(policy)(asked)(snapshot)
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}

const idsOf = ({ waves }: Pick<CascadePlan, 'waves'>): ReadonlyArray<string> =>
  waves.flatMap(({ changes }) => changes.filter(({ _tag }) => _tag === 'Removed').map(({ target }) => target.id))

describe('a cascade', () => {
  it('comes to an end', () => {
    fc.assert(
      fc.property(
        arbitraryPolicy,
        arbitrarySnapshot,
        requests,
        (policy, snapshot, asked) => planOf(snapshot, asked, policy).isQuiet,
      ),
      parameters,
    )
  })

  it('decides every object of the snapshot once', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, requests, (snapshot, asked) => {
        const { gone, terminating, changed, untouched } = planOf(snapshot, asked).outcomes
        const ids = [...gone, ...terminating, ...changed, ...untouched].map(({ id }) => id)
        expect(ids.toSorted()).toEqual(snapshot.objects.map(({ metadata }) => metadata.uid).toSorted())
      }),
      parameters,
    )
  })

  it('removes nothing that the requests do not reach, in a cluster in which nothing is being deleted', () => {
    fc.assert(
      fc.property(calmSnapshot, requests, (snapshot, asked) => {
        const reached = reachOf(snapshot.objects, asked)
        return idsOf(planOf(snapshot, asked)).every((id) => reached.has(id))
      }),
      parameters,
    )
  })

  it('leaves the snapshot as it was', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, requests, (snapshot, asked) => {
        const before = structuredClone(snapshot)
        planOf(snapshot, asked)
        expect(snapshot).toEqual(before)
      }),
      parameters,
    )
  })

  it('ends as the simulation of the same requests', () => {
    const deletes = fc.array(fc.record({ _tag: fc.constant('Delete' as const), target: uids, options }), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, deletes, (policy, snapshot, asked) => {
        const controllers = deletingControllers({ showsContent: () => true })
        const simulated = simulate(policy, { controllers })([
          { requests: [], collector: 'runs', pods: 'held' },
          {
            requests: asked.map(({ target, options: said }) => ({ _tag: 'Delete', uid: target, options: said })),
            collector: 'runs',
            pods: 'end',
          },
        ])(snapshot)
        if (E.isLeft(simulated)) throw new Error('not simulated')
        expect(planOf(snapshot, asked, policy).stages.final).toEqual(simulated.right[1]?.objects)
      }),
      parameters,
    )
  })

  it('is over: asked again, it removes nothing, unless a restart of the collector counts', () => {
    fc.assert(
      fc.property(wholeSnapshot, requests, (snapshot, asked) => {
        const first = planOf(snapshot, asked)
        const again = planOf({ ...snapshot, objects: first.stages.final }, [])
        const restart = first.races.flatMap((race) => (race._tag === 'Restart' ? race.ends : []))
        return restart.length > 0 || [...idsOf(again), ...idsOf({ waves: again.pending })].length === 0
      }),
      parameters,
    )
  })

  it('ends the same in whatever order the objects come, but for races that it names', () => {
    const shuffled = calmSnapshot.chain((snapshot) =>
      fc
        .shuffledSubarray([...snapshot.objects], { minLength: snapshot.objects.length })
        .map((objects): readonly [Snapshot, Snapshot] => [snapshot, { ...snapshot, objects }]),
    )
    const ends = ({ outcomes: fates, races }: CascadePlan): unknown =>
      races.some(({ _tag }) => _tag === 'WorkerOrder' || _tag === 'Restart')
        ? 'races'
        : Object.entries(fates).map(([fate, targets]) => [
            fate,
            targets.map(({ id }: { readonly id: string }) => id).toSorted(),
          ])
    fc.assert(
      fc.property(shuffled, requests, ([one, other], asked) => {
        // No server takes an event for an owner; nobody watches it, so who names it first decides what it is taken for.
        fc.pre(
          one.objects.every(({ metadata }) => (metadata.ownerReferences ?? []).every(({ kind }) => kind !== 'Event')),
        )
        const [left, right] = [ends(planOf(one, asked)), ends(planOf(other, asked))]
        if (left !== 'races' && right !== 'races') expect(right).toEqual(left)
      }),
      parameters,
    )
  })

  it('says why everything that it changes changes, in sentences', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, requests, (policy, snapshot, asked) => {
        const { waves, pending, stuck, races, unknown } = planOf(snapshot, asked, policy)
        const said = [
          ...[...pending, ...waves].flatMap(({ changes }) => changes.flatMap(({ reasons }) => reasons)),
          ...stuck.flatMap(({ blockers: holds }) => holds),
          ...races,
          ...unknown,
        ]
        for (const one of said) expect(explainCascade(one)).toMatch(/^(?!.*(undefined|null|\[object)).+$/)
      }),
      parameters,
    )
  })

  it('says of everything that its requests left terminating what holds it', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, requests, (policy, snapshot, asked) => {
        const { waves, stuck, outcomes: fates } = planOf(snapshot, asked, policy)
        const told = new Set(stuck.map(({ target }) => target.id))
        const touched = new Set(waves.flatMap(({ changes }) => changes.map(({ target }) => target.id)))
        return fates.terminating.every(({ id }) => !touched.has(id) || told.has(id))
      }),
      parameters,
    )
  })
})
