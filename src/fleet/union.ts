/** Joins the plans of the parts of one snapshot. */
import type { either as E, option as O, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as fp from '../core/fp.js'
import { type Assumption, type Family, type Pass, type Plan, amendmentsOf } from '../core/plan.js'
import { targetKey } from '../core/target.js'
import { earliest } from '../internal/lists.js'
import type { Cut } from './cut.js'

/** The plan of a part, with what that part decides. */
export interface PartPlan<F extends Family> extends Pick<Cut<F, unknown>, 'decides' | 'records'> {
  readonly plan: Plan<F>
}

/** Why plans are not those of the parts of one snapshot. */
export type UnionError =
  /** They differ in the instant, in the names of their passes, or in the goal of one. */
  | {
      readonly _tag: 'PlansDiffer'
      readonly part: number
      readonly path: string
      readonly expected: string
      readonly actual: string
    }
  /** Two parts decide on one target in the same pass. */
  | { readonly _tag: 'DecidedTwice'; readonly part: number; readonly pass: string; readonly target: string }

/**
 * The plan of a snapshot from the plans of its parts.
 *
 * Shape: of each part the decisions that it makes; the passes are those of the first. An assumption that several parts
 * make stands once. The order inside a part stays, and parts follow each other as given: order that the component has
 * across parts (the next pod to expire in the cluster) is not restored.
 * Units: `wakeAt` is the earliest of the parts'.
 * Fails: `PlansDiffer` if the plans are of different instants, passes or goals: a goal in bytes is that of one disk;
 * `DecidedTwice` if two parts decide on one target. Both name the part by its place.
 *
 * @example
 * ```ts
 * import { either as E, readonlyArray as A, readonlyNonEmptyArray as RNEA, function as F } from 'fp-ts'
 * import * as Ttl from 'gcplan/controllers/ttl'
 * import { cutTtl, unionOf } from 'gcplan/fleet'
 *
 * const job = (namespace: string, name: string): Ttl.Job => ({
 *   apiVersion: 'batch/v1',
 *   kind: 'Job',
 *   metadata: { namespace, name, uid: name },
 *   spec: { ttlSecondsAfterFinished: 60 },
 *   status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: new Date('2026-01-01T12:00:00Z') }] },
 * })
 * const cuts = cutTtl({ at: new Date('2026-01-01T12:02:00Z'), jobs: [job('shop', 'a'), job('mail', 'b')] })
 * const planned = F.pipe(
 *   cuts,
 *   RNEA.traverse(E.Applicative)((cut) => E.map((plan: Ttl.Plan) => ({ ...cut, plan }))(Ttl.plan(Ttl.defaultPolicy)(cut.snapshot))),
 *   E.flatMap((parts) => unionOf<Ttl.JobFamily>(parts)),
 * )
 * if (E.isRight(planned)) console.log(A.map(({ target }: Ttl.Removal) => target.id)(planned.right.passes[0].removals)) // [ 'b', 'a' ]
 * ```
 */
export const unionOf = <F extends Family>(
  parts: RNEA.ReadonlyNonEmptyArray<PartPlan<F>>,
): E.Either<UnionError, Plan<F>> => {
  const [{ plan: first }] = parts
  const [pass, ...others] = first.passes
  const error = differenceIn(first, parts) ?? repetitionIn(parts)
  if (error !== null) return fp.left(error)
  return fp.right({
    at: first.at,
    passes: [joined(pass, 0, parts), ...others.map((other, before) => joined(other, before + 1, parts))],
    wakeAt: earliestOf(parts.map(({ plan }) => plan.wakeAt)),
    assumptions: assumptionsOf(parts),
  })
}

const earliestOf = (times: ReadonlyArray<O.Option<Date>>): O.Option<Date> =>
  fp.fromNullable(earliest(times.map((time) => (fp.isSome(time) ? time.value : undefined))))

const joined = <F extends Family>(model: Pass<F>, place: number, parts: ReadonlyArray<PartPlan<F>>): Pass<F> => {
  const own = <A extends { readonly target: F['Target'] }>(
    list: (pass: Pass<F>) => ReadonlyArray<A>,
  ): ReadonlyArray<A> =>
    parts.flatMap(({ plan, decides }) => {
      const pass = plan.passes[place]
      return pass === undefined ? [] : list(pass).filter(({ target }) => decides(pass.name, target))
    })
  const refusals = parts.flatMap(({ plan }) => {
    const refusal = plan.passes[place]?.refusal ?? fp.none
    return fp.isSome(refusal) ? [refusal] : []
  })
  const lists = {
    ...model,
    removals: own((pass) => pass.removals),
    reserve: own((pass) => pass.reserve),
    kept: own((pass) => pass.kept),
    events: parts.flatMap(({ plan, records }) => (plan.passes[place]?.events ?? []).filter(records)),
    refusal: refusals[0] ?? fp.none,
  }
  const amended = { ...lists, amendments: own(amendmentsOf) }
  return 'amendments' in model ? amended : lists
}

const differenceIn = <F extends Family>(first: Plan<F>, parts: ReadonlyArray<PartPlan<F>>): UnionError | null => {
  for (const [part, { plan }] of parts.entries()) {
    const difference = (path: string, expected: string, actual: string): UnionError => ({
      _tag: 'PlansDiffer',
      ...{ part, path, expected, actual },
    })
    if (plan.at.getTime() !== first.at.getTime()) return difference('at', first.at.toISOString(), plan.at.toISOString())
    const names = (one: Plan<F>): string => one.passes.map(({ name }) => name).join(', ')
    if (names(plan) !== names(first)) return difference('passes', names(first), names(plan))
    for (const [place, { goal, name }] of plan.passes.entries())
      if (goal._tag === 'FreeBytes' && parts.length > 1)
        return difference(`passes[${place}].goal`, 'to remove all', `to free ${goal.bytes} bytes in ${name}`)
  }
  return null
}

const repetitionIn = <F extends Family>(parts: ReadonlyArray<PartPlan<F>>): UnionError | null => {
  const decided = new Set<string>()
  for (const [part, { plan, decides }] of parts.entries())
    for (const pass of plan.passes)
      for (const { target } of [...pass.removals, ...pass.reserve, ...pass.kept]) {
        const key = `${pass.name} ${targetKey(target)}`
        if (!decides(pass.name, target)) continue
        if (decided.has(key)) return { _tag: 'DecidedTwice', part, pass: pass.name, target: target.id }
        decided.add(key)
      }
  return null
}

/** The assumptions of all parts, each with those of its targets on which the part decides. */
const assumptionsOf = <F extends Family>(parts: ReadonlyArray<PartPlan<F>>): ReadonlyArray<Assumption> => {
  const all = new Map<string, Assumption>()
  for (const { plan, decides } of parts) {
    const own = new Set(
      plan.passes.flatMap((pass) =>
        [...pass.removals, ...pass.reserve, ...pass.kept].flatMap(({ target }) =>
          decides(pass.name, target) ? [target.id] : [],
        ),
      ),
    )
    for (const { about, assumed, because, targets } of plan.assumptions) {
      const key = JSON.stringify([about, assumed, because])
      const before = all.get(key)?.targets ?? []
      // One part may name an id for several of its passes, and two parts may each decide on a target in one pass.
      const mine = targets.filter((id) => own.has(id) && !before.includes(id))
      if (mine.length > 0) all.set(key, { about, assumed, because, targets: [...before, ...mine] })
    }
  }
  return [...all.values()]
}
