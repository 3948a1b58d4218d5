/** The matcher for cascades: whether an object survives the deletion of another. */
import { either as E } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import { type CascadePlan, explainCascade, planCascade } from '../../simulate/cascade/index.js'
import type { Cascade, DeleteOptions } from '../../apiserver/index.js'
import type { TargetName } from '../cluster/name.js'
import { optionsOf } from '../cluster/options.js'
import { badInput, misuse } from '../misuse.js'
import { type AnyTarget, type Which, called, calledAs, closest, isMeant } from './name.js'
import { clusterOf, isCascade, planned, policiesOf } from './subject.js'
import { type Verdict, expected, notThere, objectIn, verdict } from './verdict.js'

/** Which cascade, if the subject is a cluster. */
export interface CascadeOf {
  /** What to delete, in order. */
  readonly deleting: TargetName | ReadonlyArray<TargetName>
  /** By default as a bare API request, or as kubectl does with a value of `--cascade`. */
  readonly how?: DeleteOptions | Cascade
}

/**
 * Whether an object remains, not terminating, after others were deleted. The subject is a cascade plan; or a cluster or
 * objects, which do not change.
 *
 * Fails: with and without `not` if there is no such object.
 */
export const toSurviveCascade =
  (which: Which, of?: CascadeOf) =>
  (subject: unknown): Verdict => {
    const found = planned(subject)
    const deleted = of === undefined ? [] : isMany(of.deleting) ? of.deleting : [of.deleting]
    const what = deleted.length === 0 ? '' : ` of deleting ${deleted.map(calledAs).join(' and ')}`
    const plan = isCascade(found) ? found : cascadeIn(found, deleted, of?.how)
    if ('message' in plan) return plan
    const { gone, terminating, changed, untouched } = plan.outcomes
    const meant = isMeant(which)
    const left = [...changed, ...untouched].filter(meant)
    const lost = [...gone, ...terminating].filter(meant)
    const [target = lost[0]] = left
    if (target === undefined) {
      const names = [...gone, ...terminating, ...changed, ...untouched].map(called)
      const near = closest(names, calledAs(which))
      return verdict('neither', `expected ${calledAs(which)} to survive the cascade${what}`, [
        `there is no such object${near === undefined ? '' : `; the nearest is ${near}`}`,
      ])
    }
    const holds = lost.length === 0
    const sentence = expected(called(lost[0] ?? target), `to survive the cascade${what}`, holds)
    return verdict(holds, sentence, holds ? whyLeft(plan, target) : lost.flatMap((each) => whyLost(plan, each)))
  }

const isMany = (deleting: CascadeOf['deleting']): deleting is ReadonlyArray<TargetName> => Array.isArray(deleting)

/** The cascade in a cluster, or that something is not there. */
const cascadeIn = (
  subject: unknown,
  deleted: ReadonlyArray<TargetName>,
  how: CascadeOf['how'],
): CascadePlan | Verdict => {
  if (deleted.length === 0)
    return misuse('of a cluster it has to be said what is deleted: toSurviveCascade(object, { deleting: owner })')
  const cluster = clusterOf(subject)
  const missing = deleted.find((each) => objectIn(cluster, each) === undefined)
  if (missing !== undefined) return notThere(cluster, missing, 'to be there and be deleted')
  const options = optionsOf(how ?? {})
  const requests = deleted.map((each) => ({
    _tag: 'Delete' as const,
    target: objectIn(cluster, each)?.metadata.uid ?? '',
    options,
  }))
  const { at, objects, scopes, coverage } = cluster.snapshot()
  const plan = pipe(
    planCascade(policiesOf(cluster).owner)(requests)({ at, objects, scopes, coverage }),
    E.getOrElseW(badInput),
  )
  const refused = plan.answers.find(({ _tag }) => _tag === 'Refused')
  return refused === undefined ? plan : misuse(`the server refuses the request: ${JSON.stringify(refused)}`)
}

/** What happened to an object, and what set it going: owners first. */
const whyLost = (plan: CascadePlan, target: AnyTarget): ReadonlyArray<string> => {
  const isGone = plan.outcomes.gone.some(({ id }) => id === target.id)
  const changes = [...plan.pending, ...plan.waves].flatMap((wave) =>
    wave.changes.flatMap((change) => (change.target.id === target.id ? [{ by: wave.by, ...change }] : [])),
  )
  const held = plan.stuck.find((each) => each.target.id === target.id)
  return [
    isGone ? 'it is gone' : 'it is still there, and its deletion has been asked for',
    ...changes.map(
      ({ by, _tag, reasons: [reason] }) => `${by}: ${verbs[_tag]} by ${reason._tag}: ${explainCascade(reason)}`,
    ),
    ...(held?.blockers ?? []).map((blocker) => `held by ${blocker._tag}: ${explainCascade(blocker)}`),
  ]
}

const verbs = {
  Removed: 'removed',
  Marked: 'marked',
  Patched: 'changed',
  Created: 'created',
  Asked: 'asked to go',
} as const

/** Whom an object that is left still has, and what the cascade did to it all the same. */
const whyLeft = (plan: CascadePlan, target: AnyTarget): ReadonlyArray<string> => {
  const owners = plan.survivors.find((each) => each.target.id === target.id)?.owners ?? []
  const by = plan.orphaned.find((each) => each.target.id === target.id)?.by
  const changes = plan.waves.flatMap((wave) => wave.changes.filter((change) => change.target.id === target.id))
  return [
    changes.length === 0 ? 'nothing happens to it' : 'it is changed and left',
    ...changes.map(({ reasons: [reason] }) => `${reason._tag}: ${explainCascade(reason)}`),
    ...owners.map(({ kind, name }) => `its owner ${kind} ${name} is left`),
    ...(by === undefined ? [] : [`${called(by)} leaves it behind`]),
  ]
}
