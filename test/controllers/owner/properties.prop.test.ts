import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Coverage } from '../../../src/apiserver/scope.js'
import { groupOf } from '../../../src/apiserver/object.js'
import type { KubeObject, OwnerReference } from '../../../src/apiserver/object.js'
import type { Plan, Removal, Snapshot } from '../../../src/controllers/owner/index.js'
import { defaultPolicy, explain, makePolicy, plan, runToFixpoint } from '../../../src/controllers/owner/index.js'
import { runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot, calmSnapshot, statedSnapshot, wholeSnapshot } from './arbitrary.js'
import { everything, planOf } from './build.js'

const parameters = { numRuns: runs(500) }

const resourceOf = ({ scopes }: Snapshot, apiVersion: string, kind: string): string | undefined =>
  scopes.find((scope) => scope.apiVersion === apiVersion && scope.kind === kind)?.resource

/** The object that a request by name finds, as plainly as can be. */
const found = (snapshot: Snapshot, from: KubeObject, reference: OwnerReference): KubeObject | undefined => {
  const scope = snapshot.scopes.find(
    ({ apiVersion, kind }) => apiVersion === reference.apiVersion && kind === reference.kind,
  )
  return scope === undefined
    ? undefined
    : snapshot.objects.find(
        ({ apiVersion, kind, metadata }) =>
          groupOf(apiVersion) === groupOf(reference.apiVersion) &&
          resourceOf(snapshot, apiVersion, kind) === scope.resource &&
          metadata.name === reference.name &&
          metadata.namespace === (scope.namespaced ? from.metadata.namespace : undefined),
      )
}

const isSolid = (snapshot: Snapshot, from: KubeObject, reference: OwnerReference): boolean => {
  const owner = found(snapshot, from, reference)
  if (owner?.metadata.uid !== reference.uid) return false
  const { deletionTimestamp, finalizers = [] } = owner.metadata
  return deletionTimestamp === undefined || !finalizers.includes('foregroundDeletion')
}

const objectOf = ({ objects }: Snapshot, { target }: Removal): KubeObject =>
  objects.find(({ metadata }) => metadata.uid === target.id) as KubeObject

const deletions = ({ passes }: Plan): ReadonlyArray<Removal> =>
  passes[1].removals.filter(({ actions }) => actions.some(({ _tag }) => _tag === 'Delete'))

describe('what the owner collector removes', () => {
  it('never has a solid owner', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) =>
        deletions(planOf(snapshot, policy)).every((removal) => {
          const object = objectOf(snapshot, removal)
          return (object.metadata.ownerReferences ?? []).every((reference) => !isSolid(snapshot, object, reference))
        }),
      ),
      parameters,
    )
  })

  it('never has an owner that the snapshot does not cover', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, (snapshot) => {
        const { coverage } = snapshot
        if (coverage._tag === 'Everything') return true
        return deletions(planOf(snapshot)).every((removal) => {
          const object = objectOf(snapshot, removal)
          return (object.metadata.ownerReferences ?? []).every((reference) => {
            if (found(snapshot, object, reference)?.metadata.uid === reference.uid) return true
            return coverage.resources.some(
              ({ group, kind, namespaces }) =>
                group === groupOf(reference.apiVersion) &&
                kind === reference.kind &&
                (namespaces === 'all' || namespaces.includes(object.metadata.namespace ?? '')),
            )
          })
        })
      }),
      parameters,
    )
  })

  it('goes as well when the snapshot covers more', () => {
    const ids = (all: ReadonlyArray<{ readonly target: { readonly id: string } }>): ReadonlySet<string> =>
      new Set(all.map(({ target }) => target.id))
    fc.assert(
      fc.property(arbitrarySnapshot, (snapshot) => {
        const whole = planOf({ ...snapshot, coverage: everything })
        return planOf(snapshot).passes.every(({ removals, amendments }, pass) => {
          const [more, changed] = [ids(whole.passes[pass]?.removals ?? []), ids(whole.passes[pass]?.amendments ?? [])]
          return [...ids(removals)].every((id) => more.has(id)) && [...ids(amendments)].every((id) => changed.has(id))
        })
      }),
      parameters,
    )
  })

  it('is the same in whatever order the objects come, while none is being deleted', () => {
    const shuffled = calmSnapshot.chain((snapshot) =>
      fc
        .shuffledSubarray([...snapshot.objects], { minLength: snapshot.objects.length })
        .map((objects): readonly [Snapshot, Snapshot] => [snapshot, { ...snapshot, objects }]),
    )
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const [left, right] = [planOf(one).passes[1], planOf(other).passes[1]]
        expect(right.removals).toEqual(left.removals)
        expect(right.amendments).toEqual(left.amendments)
      }),
      parameters,
    )
  })

  it('is empty after as many plans as the cluster has things to lose, or the server refuses', () => {
    fc.assert(
      fc.property(arbitraryPolicy, wholeSnapshot, (policy, snapshot) => {
        const settled = runToFixpoint(policy, 100)(snapshot)
        return E.isRight(settled) && settled.right._tag !== 'CutOff'
      }),
      parameters,
    )
  })

  it('rests on an assumption where the policy takes what is not covered for absent', () => {
    const trusting = makePolicy({ uncovered: 'absent' })
    if (E.isLeft(trusting)) throw new Error('no policy')
    const ids = ({ passes }: Plan): ReadonlySet<string> =>
      new Set(passes.flatMap(({ removals }) => removals.map(({ target }) => target.id)))
    fc.assert(
      fc.property(arbitrarySnapshot, (snapshot) => {
        const [careful, bold] = [planOf(snapshot), planOf(snapshot, trusting.right)]
        const assumed = new Set(bold.assumptions.flatMap(({ targets }) => targets))
        const before = ids(careful)
        expect(careful.assumptions.every(({ assumed: what }) => what === 'complete for dependents')).toBe(true)
        return [...ids(bold)].every((id) => before.has(id) || assumed.has(id))
      }),
      parameters,
    )
  })
})

/** A coverage without what is stated on one ground. */
const without = (ground: string, coverage: Coverage): Coverage =>
  coverage._tag === 'Resources'
    ? { ...coverage, resources: coverage.resources.filter(({ because }) => because !== ground) }
    : coverage.because === ground
      ? { _tag: 'Resources', resources: [] }
      : coverage

describe('what is stated of a snapshot', () => {
  it('is named wherever a removal or a change would not come about without it', () => {
    const decided = ({ passes }: Plan): ReadonlyArray<string> =>
      passes.flatMap(({ name, removals, amendments }) =>
        [...removals, ...amendments].map(({ target, actions }) => JSON.stringify([target.id, name, actions])),
      )
    fc.assert(
      fc.property(statedSnapshot, fc.constantFrom('one', 'two'), (snapshot, ground) => {
        const plan = planOf(snapshot)
        const less = new Set(decided(planOf({ ...snapshot, coverage: without(ground, snapshot.coverage) })))
        const named = plan.assumptions.flatMap(({ because, targets }) => (because === ground ? targets : []))
        return decided(plan).every((one) => less.has(one) || named.includes((JSON.parse(one) as [string])[0]))
      }),
      parameters,
    )
  })
})

describe('what the owner collector changes', () => {
  it('is explained in full sentences', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
        for (const { amendments } of planOf(snapshot, policy).passes)
          for (const { reasons } of amendments)
            for (const reason of reasons) expect(explain(reason)).toMatch(/^(?!.*(undefined|null|\[object)).+$/)
      }),
      parameters,
    )
  })

  it('stays, unless another pass removes it', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
        const [, { amendments, kept }] = planOf(snapshot, policy).passes
        const staying = new Set(kept.map(({ target }) => target.id))
        return amendments.every(({ target }) => staying.has(target.id))
      }),
      parameters,
    )
  })
})

describe('a uid that comes twice', () => {
  it('is refused with its place', () => {
    fc.assert(
      fc.property(wholeSnapshot, (snapshot) => {
        const [first] = snapshot.objects
        if (first === undefined) return
        const planned = plan(defaultPolicy)({ ...snapshot, objects: [...snapshot.objects, first] })
        expect(planned).toMatchObject({
          left: { problems: [{ path: `objects[${snapshot.objects.length}].metadata.uid` }] },
        })
      }),
      parameters,
    )
  })
})
