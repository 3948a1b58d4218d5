/**
 * Builds a pass from the decisions about each pod.
 */
import * as fp from '../../core/fp.js'
import { actionsFor } from './action.js'
import { type PassInput, targetOf } from './pass-input.js'
import type { DecidedPass, KeepReason, PassName, Reason, Removal } from './reason.js'
import type { Pod } from './snapshot.js'
import { comparePods } from './order.js'
import { elementAt } from '../../internal/lists.js'

/** The decision about a pod in a pass. */
export type Fate =
  | { readonly _tag: 'Goes'; readonly reasons: readonly [Reason] }
  | { readonly _tag: 'Stays'; readonly reasons: readonly [KeepReason] }

/** The fate of a pod that goes. */
export const goes = (reason: Reason): Fate => ({ _tag: 'Goes', reasons: [reason] })

/** The fate of a pod that stays. Many pods share one. */
export const stays = (reason: KeepReason): Fate => ({ _tag: 'Stays', reasons: [reason] })

/** One fate for each text, made when it is first asked for. */
export const fateBy = (make: (text: string) => Fate): ((text: string) => Fate) => {
  const fates = new Map<string, Fate>()
  return (text) => {
    const known = fates.get(text)
    if (known !== undefined) return known
    const fate = make(text)
    fates.set(text, fate)
    return fate
  }
}

const controllerOff = stays({ _tag: 'ControllerOff' })

/**
 * A pass over all pods. Removals are in the order of names, or in that of `sorted`, where the source sorts.
 */
export const passOver = (
  name: PassName,
  { policy, keptOrder, pods }: PassInput,
  fateOf: (pod: Pod) => Fate,
  sorted?: (pods: ReadonlyArray<Pod>) => ReadonlyArray<Pod>,
): DecidedPass => {
  const going: Pod[] = []
  const removals = new Map<Pod, Removal>()
  const kept = new Array<readonly [KeepReason] | null>(pods.length).fill(null)
  for (let place = 0; place < pods.length; place++) {
    const pod = elementAt(pods, place)
    const fate = policy.controller === 'off' ? controllerOff : fateOf(pod)
    if (fate._tag === 'Stays') {
      kept[place] = fate.reasons
      continue
    }
    const actions = actionsFor(policy, pod, name === 'orphaned')
    going.push(pod)
    removals.set(pod, { target: targetOf(pod), actions, reasons: fate.reasons, requires: [], frees: 0 })
  }
  if (sorted === undefined && keptOrder === 'as-listed') going.sort(comparePods)
  return {
    name,
    observesAgain: false,
    goal: { _tag: 'RemoveAll' },
    onFailure: 'continue',
    removals: (sorted === undefined ? going : sorted(going)).flatMap((pod) => removals.get(pod) ?? []),
    reserve: [],
    kept,
    events: [],
    refusal: fp.none,
  }
}
