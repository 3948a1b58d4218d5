/** Who has to act before what is stuck ends. */
import type { Target } from '../../apiserver/object.js'
import { safeText } from '../../internal/safe-text.js'
import { type Actor, actorOf } from '../../simulate/cascade/actor.js'
import { explainActor } from '../../simulate/cascade/explain.js'
import type { Blocker, CascadePlan } from '../../simulate/cascade/reason.js'
import type { NextAct } from './model.js'

/** Each once, in the order of what is stuck. */
export const nextOf = ({ stuck }: CascadePlan): ReadonlyArray<NextAct> => {
  const acts = new Map<string, NextAct>()
  for (const { target, blockers } of stuck)
    for (const blocker of blockers) {
      const actor = actorBehind(blocker, target)
      if (actor === null) continue
      const said = safeText(explainActor(actor))
      if (!acts.has(said)) acts.set(said, { who: actor._tag, said })
    }
  return [...acts.values()]
}

/** By the name under which a row of the table knows it. */
const actorBehind = (blocker: Blocker, target: Target): Actor | null => {
  const actor = actorOf(blocker, target, false)
  return actor?._tag === 'FinalizerController' && blocker._tag === 'Finalizer' && blocker.party !== undefined
    ? { ...actor, party: blocker.party }
    : actor
}
