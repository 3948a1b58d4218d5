/** The matcher for objects stuck in deletion: what blocks them. */
import { either as E, option as O } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import * as Owner from '../../controllers/owner/index.js'
import {
  type Actor,
  type Blocker,
  type CascadePlan,
  diagnose,
  explainActor,
  explainCascade,
} from '../../simulate/cascade/index.js'
import { foregroundFinalizer } from '../../apiserver/object.js'
import type { TargetName } from '../cluster/name.js'
import { badInput } from '../misuse.js'
import { type AnyTarget, called, calledAs, closest, isMeant } from './name.js'
import { clusterOf, isCascade, planned, policiesOf } from './subject.js'
import { type Verdict, expected, notThere, objectIn, verdict } from './verdict.js'

/** What is known of an object that does not go. */
interface Held {
  readonly target: AnyTarget
  readonly blockers: ReadonlyArray<Blocker>
  readonly actors: ReadonlyArray<Actor>
  /** Why it is not being deleted, where it is not. */
  readonly stays: ReadonlyArray<string>
}

/**
 * Whether an object is terminating and held by a finalizer (`example.com/backup`), an object that it waits for
 * (`Pod/web-0`), or a blocker's tag (`SelfBlock`). The subject is a cluster, objects, or a cascade plan.
 *
 * Fails: with and without `not` if there is no such object.
 */
export const toBeStuckOn =
  (which: TargetName, what: string) =>
  (subject: unknown): Verdict => {
    const found = planned(subject)
    const held = isCascade(found) ? heldIn(found, which) : heldNow(found, which, what)
    if (held === null)
      return verdict('neither', `expected ${calledAs(which)} to be stuck on ${what}`, [
        'the cascade lets nothing of that name be stuck',
      ])
    if ('message' in held) return held
    const { target, blockers, actors, stays } = held
    const names = blockers.flatMap(namesOf)
    const fits = names.includes(what)
    const near = fits ? undefined : closest(names, what)
    return verdict(fits, expected(called(target), `to be stuck on ${what}`, fits), [
      ...stays,
      ...blockers.map((blocker) => `${blocker._tag}: ${explainCascade(blocker)}`),
      ...(near === undefined ? [] : [`nearest: ${near}`]),
      ...actors.map(explainActor),
    ])
  }

const heldIn = ({ stuck, outcomes }: CascadePlan, which: TargetName): Held | null => {
  const meant = isMeant(which)
  const found = stuck.find(({ target }) => meant(target))
  if (found !== undefined) return { target: found.target, blockers: found.blockers, actors: [], stays: [] }
  const target = [...outcomes.gone, ...outcomes.changed, ...outcomes.untouched, ...outcomes.terminating].find(meant)
  if (target === undefined) return null
  const isGone = outcomes.gone.includes(target)
  return { target, blockers: [], actors: [], stays: [isGone ? 'it is gone' : 'it stays, and nobody asks it to go'] }
}

const heldNow = (subject: unknown, which: TargetName, what: string): Held | Verdict => {
  const cluster = clusterOf(subject)
  const object = objectIn(cluster, which)
  if (object === undefined) return notThere(cluster, which, `to be stuck on ${what}`)
  const found = pipe(
    diagnose(policiesOf(cluster).owner)(cluster.snapshot())(object.metadata.uid),
    E.getOrElseW(badInput),
  )
  if (O.isNone(found)) return notThere(cluster, which, `to be stuck on ${what}`)
  const { target, blockers, actors, state, reasons } = found.value
  const isGoing = state === 'terminating' || state === 'stuck'
  return {
    target,
    blockers,
    actors: isGoing ? actors : [],
    stays: isGoing
      ? []
      : ['its deletion has not been asked for', ...reasons.map((each) => `${each._tag}: ${Owner.explain(each)}`)],
  }
}

/** By what a blocker is named in a test. */
const namesOf = (blocker: Blocker): ReadonlyArray<string> => {
  switch (blocker._tag) {
    case 'Finalizer':
    case 'NotExamined':
      return [blocker.finalizer, blocker._tag]
    case 'NamespaceContent':
      return [called(blocker.first), blocker._tag]
    // An object that waits for its dependents has this finalizer until they are gone.
    case 'BlockingDependents':
      return [called(blocker.first), blocker._tag, foregroundFinalizer]
    case 'UndeletableDependent':
    case 'DependentNotServed':
      return [called(blocker.dependent), blocker._tag, foregroundFinalizer]
    case 'SelfBlock':
      return [blocker._tag, foregroundFinalizer]
    default:
      return [blocker._tag]
  }
}
