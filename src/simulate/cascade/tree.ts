/** The text tree of a cascade plan: waves, and in each the changes with their reasons. */
import { named } from '../../apiserver/object.js'
import { type Millis, between } from '../../core/time.js'
import { explainCascade } from './explain.js'
import type { CascadeChange, CascadePlan, CascadeReason, Wave } from './reason.js'

/** A line and the lines below it. */
export interface CascadeTwig {
  readonly text: string
  readonly twigs: ReadonlyArray<CascadeTwig>
}

/**
 * The plan as a tree of lines, for `renderTree`.
 *
 * Order: pending, waves with the earliest time after the requests, orphaned, survivors, stuck, races, unknown.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { cascadeTree, planCascade } from 'gcplan/simulate/cascade'
 * import { kubectlOptions, scopes_1_36 } from 'gcplan/apiserver'
 * import { renderTree } from 'gcplan/render'
 *
 * const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u-a' }
 * const namespace = 'shop'
 * const planned = planCascade(Owner.defaultPolicy)([{ _tag: 'Delete', target: 'u-a', options: kubectlOptions() }])({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [
 *     { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'a', uid: 'u-a' } },
 *     { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name: 'b', uid: 'u-b', ownerReferences: [owner] } },
 *   ],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(planned)) console.log(renderTree(cascadeTree(planned.right)))
 * // requests
 * // └─ ConfigMap shop/a is removed: its deletion was requested
 * // collector
 * // └─ Secret shop/b is removed: its owner ConfigMap a does not exist
 * ```
 */
export const cascadeTree = (plan: CascadePlan): ReadonlyArray<CascadeTwig> => [
  ...plan.pending.map((wave) => waveTwig(wave, ', before the requests')),
  ...plan.waves.map((wave) => waveTwig(wave, sayDelay(delayOf(plan)(wave)))),
  ...section(
    'left behind',
    plan.orphaned.map(({ target, by }) => leaf(`${named(target)}, by ${named(by)}`)),
  ),
  ...section(
    'kept by other owners',
    plan.survivors.map(({ target, owners }) =>
      leaf(`${named(target)}, by ${owners.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`),
    ),
  ),
  ...section(
    'stuck',
    plan.stuck.map(({ target, blockers }) => ({
      text: named(target),
      twigs: blockers.map((blocker) => leaf(explainCascade(blocker))),
    })),
  ),
  ...section(
    'circles',
    plan.cycles.map((circle) => leaf(circle.map(named).join(', '))),
  ),
  ...section(
    'may come otherwise, among others',
    plan.races.map((race) => leaf(explainCascade(race))),
  ),
  ...section(
    'unknown',
    plan.unknown.map((unknown) => leaf(explainCascade(unknown))),
  ),
]

/** How long after the requests a wave comes at the earliest. */
export const delayOf =
  ({ askedAt }: Pick<CascadePlan, 'askedAt'>) =>
  ({ at }: Pick<Wave, 'at'>): Millis =>
    between(askedAt, at)

const sayDelay = (delay: Millis): string => (delay === 0 ? '' : `, after ${delay / 1000} s`)

const leaf = (text: string): CascadeTwig => ({ text, twigs: [] })

const section = (text: string, twigs: ReadonlyArray<CascadeTwig>): ReadonlyArray<CascadeTwig> =>
  twigs.length === 0 ? [] : [{ text, twigs }]

const waveTwig = ({ by, changes }: Wave, when: string): CascadeTwig => ({
  text: `${by}${when}`,
  twigs: changes.map(({ _tag, target, reasons }) => {
    const [first, ...others] = reasons
    return {
      text: `${named(target)} ${verbOf(_tag, first)}: ${explainCascade(first)}`,
      twigs: others.map((reason) => leaf(explainCascade(reason))),
    }
  }),
})

/** A pod that its kubelet has stopped has had its deletion timestamp before. */
const verbOf = (tag: CascadeChange['_tag'], reason: CascadeReason): string =>
  tag === 'Marked' && reason._tag === 'PodEnded' ? 'now waits only for its finalizers' : verbs[tag]

const verbs: Readonly<Record<CascadeChange['_tag'], string>> = {
  Removed: 'is removed',
  Marked: 'gets deletionTimestamp',
  Patched: 'is changed',
  Created: 'is created',
  Asked: 'is not changed',
}
