/**
 * Guards that check a removal against other evidence: another plan must agree, owners must really be gone, and nothing
 * that the plan keeps may be deleted along with it.
 */
import { addTo } from '../internal/lists.js'
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../core/fp.js'
import { type Family, type Plan, amendmentsOf } from '../core/plan.js'
import { targetKey } from '../core/target.js'
import { type NamedOwner, ownersIn } from './facts.js'
import type { Guard, Guarded } from './guard.js'
import { guarding } from './guarding.js'
import { withhold } from './withhold.js'
import type { Protection, TargetRef } from './protection.js'
import type { Refusals } from './refusal.js'
import { aFunction, aText, listing } from './setting.js'
import { refOf } from './tally.js'

/**
 * Keeps every target unless another plan does the same to it: a plan at an earlier time (to allow for clock skew), of
 * another policy, or the previous plan.
 *
 * Shape: `name` describes the other plan, e.g. `the plan of two minutes ago`. It agrees if it removes the target or has
 * it in reserve.
 */
export const agreeing =
  (name: string) =>
  <G extends Family>(other: Plan<G>): Guard =>
    guarding(
      'agreeing',
      () => ({ name: [name, aText], other: [other, listing('a plan', 'passes')] }),
      <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
        const [goes, changes] = [new Set<string>(), new Set<string>()]
        for (const pass of other.passes) {
          for (const { target } of [...pass.removals, ...pass.reserve]) goes.add(targetKey(target))
          for (const { target } of amendmentsOf(pass)) changes.add(targetKey(target))
        }
        return fp.right(
          withhold<F>(({ what, target }): O.Option<Protection> =>
            (what === 'removal' ? goes : changes).has(targetKey(target))
              ? fp.none
              : fp.some({ _tag: 'OtherPlanDisagrees', plan: name }),
          )(plan),
        )
      },
    )

/**
 * Keeps every target whose owner was recreated under a new uid, or is not where its reference says. Both look like an
 * absent owner, and are usually mistakes in the reference or a restore.
 *
 * Shape: reads owners from the reasons of the owner collector, or by `owners`.
 */
export const protectDoubtfulOwners = (
  owners: (reasons: ReadonlyArray<{ readonly _tag: string }>) => ReadonlyArray<NamedOwner> = ownersIn,
): Guard =>
  guarding(
    'protectDoubtfulOwners',
    () => ({ owners: [owners, aFunction] }),
    <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> =>
      fp.right(
        withhold<F>(({ reasons }): O.Option<Protection> => {
          for (const owner of owners(reasons)) {
            const doubt = doubtOf(owner)
            if (fp.isSome(doubt)) return doubt
          }
          return fp.none
        })(plan),
      ),
  )

const doubtOf = ({ kind, name, uid, livesAs, replacedBy }: NamedOwner): O.Option<Protection> => {
  const owner = { kind, name }
  if (livesAs !== undefined)
    return fp.some({ _tag: 'OwnerLivesElsewhere', owner, uid, livesAs: addressIn(livesAs) ?? 'another object' })
  return typeof replacedBy === 'string'
    ? fp.some({ _tag: 'OwnerRecreated', owner, was: uid, now: replacedBy })
    : fp.none
}

/** `Kind namespace/name` of a target of Kubernetes. */
const addressIn = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { kind, namespace, name } = value as { readonly [field: string]: unknown }
  if (typeof kind !== 'string' || typeof name !== 'string') return undefined
  return typeof namespace === 'string' && namespace !== '' ? `${kind} ${namespace}/${name}` : `${kind} ${name}`
}

/**
 * Keeps every target whose removal would also delete others that the plan does not remove.
 *
 * Shape: `reachedBy` gives everything deleted with a target, e.g. its dependents in the snapshot.
 */
export const withinPlan = <T extends TargetRef = TargetRef>(
  reachedBy: (target: T) => ReadonlyArray<TargetRef>,
): Guard<T> =>
  guarding<T>(
    'withinPlan',
    () => ({ reachedBy: [reachedBy, aFunction] }),
    <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> =>
      fp.right(settled(plan, reachedBy)),
  )

/** What goes only if something else goes, and what is said when that does not. */
interface Hanging {
  readonly target: TargetRef
  readonly because: Protection
}

/** What is held back no longer goes, and what reaches or requires it is held back in turn, as far as that goes. */
const settled = <T extends TargetRef, F extends Family & { readonly Target: T }>(
  plan: Plan<F>,
  reachedBy: (target: T) => ReadonlyArray<TargetRef>,
): Plan<Guarded<F>> => {
  const goes = new Set(plan.passes.flatMap(({ removals }) => removals.map(({ target }) => targetKey(target))))
  const hanging = new Map<string, Hanging[]>()
  const hangOn = (one: TargetRef, on: Hanging): void => {
    addTo(hanging, targetKey(one), on)
  }
  const held = new Map<string, Protection>()
  const waiting: Hanging[] = []
  for (const { target, requires } of plan.passes.flatMap(({ removals, reserve }) => [...removals, ...reserve])) {
    const reached = reachedBy(target).filter((one) => targetKey(one) !== targetKey(target))
    const [first, ...others] = reached.filter((one) => !goes.has(targetKey(one)))
    if (first !== undefined) waiting.push({ target, because: beyond(first, others.length) })
    for (const one of reached) hangOn(one, { target, because: beyond(one, 0) })
    for (const one of requires) hangOn(one, { target, because: { _tag: 'RequiresHeldBack', required: refOf(one) } })
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = targetKey(next.target)
    if (held.has(key)) continue
    held.set(key, next.because)
    waiting.push(...(hanging.get(key) ?? []))
  }
  return withhold<F>(({ what, target }) => {
    const because = what === 'removal' ? held.get(targetKey(target)) : undefined
    return because === undefined ? fp.none : fp.some(because)
  })(plan)
}

const beyond = (reached: TargetRef, others: number): Protection => ({
  _tag: 'ReachesBeyondPlan',
  beyond: refOf(reached),
  others,
})
