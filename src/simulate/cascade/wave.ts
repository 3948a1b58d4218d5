/** Turns simulated steps into waves: changes with their reasons, and the calls as sent. */
import type { Address } from '../../apiserver/scope.js'
import type { Effect } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { targetOf } from '../../apiserver/object.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { ownerCollector } from '../../controllers/owner/controller.js'
import { kubelet } from '../kubelet/controller.js'
import type { Why } from './controllers.js'
import type { Step } from './course.js'
import type { CascadeCall, CascadeChange, CascadeReason, CascadeRequest, Wave } from './reason.js'

/** Where requests about an object go. */
export type AddressOf = (object: WholeObject) => Address | undefined

/** The wave of what the requests did; no wave if they affected no object. */
export const wavesOfRequests =
  (addressOf: AddressOf) =>
  (effects: ReadonlyArray<Effect<CascadeRequest>>): ReadonlyArray<Wave> =>
    effects.length === 0 ? [] : [{ by: 'requests', changes: effects.map((effect) => requested(addressOf, effect)) }]

/** The waves of what controllers did; those that affected no object are left out. */
export const wavesOfSteps = (steps: ReadonlyArray<Step>): ReadonlyArray<Wave> => {
  const waves: { readonly wave: number; readonly by: string; readonly changes: CascadeChange[] }[] = []
  for (const step of steps) {
    if (step.accepted.length === 0) continue
    let last = waves.at(-1)
    if (last?.wave !== step.wave) waves.push((last = { wave: step.wave, by: step.by, changes: [] }))
    for (const effect of step.accepted) last.changes.push(changeOf(effect, reasonsOf(step, effect), callsOf(effect)))
  }
  return waves.map(({ by, changes }) => ({ by: parties.get(by) ?? by, changes }))
}

/** The names of the built-in controllers in a wave. */
const parties: ReadonlyMap<string, string> = new Map([
  [ownerCollector, 'collector'],
  [kubelet, 'kubelets'],
  [namespaceControllerName, 'namespace-controller'],
])

const changeOf = (
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

const requested = (addressOf: AddressOf, effect: Effect<CascadeRequest>): CascadeChange => {
  const { request, before } = effect
  if (request._tag === 'Vanish') return changeOf(effect, [{ _tag: 'Vanished' }], [])
  const object = addressOf(before)
  return changeOf(
    effect,
    [{ _tag: 'Requested' }],
    object === undefined ? [] : [{ _tag: 'Delete', object, options: request.options }],
  )
}

/** The request as it was sent; the call that finalizes a namespace isn't shown. */
const callsOf = ({ request }: Effect<ApiRequest>): ReadonlyArray<CascadeCall> =>
  request._tag === 'FinalizeNamespace' ? [] : [request]

const reasonsOf = ({ by, reconciled }: Step, effect: Effect<ApiRequest>): CascadeChange['reasons'] => {
  const [first, ...others] = reconciled.why(effect)
  return [reasonOf(by, first), ...others.map((why) => reasonOf(by, why))]
}

const reasonOf = (controller: string, why: Why): CascadeReason =>
  typeof why === 'string' ? { _tag: 'ByController', controller, why } : why
