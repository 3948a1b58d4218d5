/** What a request changed of an object, why, and with which calls. */
import type { Effect } from '../../apiserver/answer.js'
import { targetOf } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Step } from '../engine/engine.js'
import type { CascadeCall, CascadeChange, CascadeReason, Why } from './reason.js'

/** What a step changed, with why; not what it reported in a status. */
export const changesOf = (
  { by, reconciled }: Step<Why>,
  effects: ReadonlyArray<Effect<ApiRequest>>,
): ReadonlyArray<CascadeChange> =>
  // Most steps report nothing; a list that is mapped takes no room for more.
  (effects.some(isReport) ? effects.filter((effect) => !isReport(effect)) : effects).map((effect) =>
    changeOf(effect, reasonsOf(by, reconciled.why(effect)), callsOf(effect)),
  )

const isReport = ({ request }: Effect<ApiRequest>): boolean =>
  request._tag === 'Update' && request.subresource === 'status'

export const changeOf = (
  effect: Effect<unknown>,
  reasons: CascadeChange['reasons'],
  calls: CascadeChange['calls'],
): CascadeChange => ({ _tag: tagOf(effect), target: targetOf(effect.before), reasons, calls })

const tagOf = ({ before, after, created }: Effect<unknown>): CascadeChange['_tag'] => {
  if (created === true) return 'Created'
  if (after === undefined) return 'Removed'
  if (after === before) return 'Asked'
  const [then, now] = [before.metadata, after.metadata]
  return then.deletionTimestamp?.getTime() !== now.deletionTimestamp?.getTime() ||
    then.deletionGracePeriodSeconds !== now.deletionGracePeriodSeconds
    ? 'Marked'
    : 'Patched'
}

/** The request as it was sent; the call that finalizes a namespace isn't shown. */
const callsOf = ({ request }: Effect<ApiRequest>): ReadonlyArray<CascadeCall> =>
  request._tag === 'FinalizeNamespace' ? [] : [request]

const reasonsOf = (by: string, whys: readonly [Why, ...Why[]]): CascadeChange['reasons'] => {
  if (areReasons(whys)) return whys
  const [first, ...others] = whys
  return [reasonOf(by, first), ...others.map((why) => reasonOf(by, why))]
}

const areReasons = (whys: readonly [Why, ...Why[]]): whys is CascadeChange['reasons'] =>
  whys.every((why) => typeof why !== 'string')

const reasonOf = (controller: string, why: Why): CascadeReason =>
  typeof why === 'string' ? { _tag: 'ByController', controller, why } : why
