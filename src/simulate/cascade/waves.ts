/** The waves of a cascade: what its requests did, and what controllers did after them. */
import type { Effect } from '../../apiserver/answer.js'
import { type WholeObject, targetOf } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Address } from '../../apiserver/scope.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { ownerCollector } from '../../controllers/owner/controller.js'
import { kubelet } from '../kubelet/controller.js'
import type { Step } from './play-requests.js'
import type { CascadeCall, CascadeChange, CascadeReason, CascadeRequest, Wave, Why } from './reason.js'

/** Where requests about an object go. */
type AddressOf = (object: WholeObject) => Address | undefined

/** The wave of what the requests did; no wave if they affected no object. */
export const wavesOfRequests =
  (addressOf: AddressOf, at: Date) =>
  (effects: ReadonlyArray<Effect<CascadeRequest>>): ReadonlyArray<Wave> =>
    effects.length === 0 ? [] : [{ by: 'requests', at, changes: effects.map((effect) => requested(addressOf, effect)) }]

/** The waves of what controllers did; those that affected no object, or reported in its status, are left out. */
export const wavesOfSteps = (steps: ReadonlyArray<Step>): ReadonlyArray<Wave> => {
  const waves: OpenWave[] = []
  let last: OpenWave | undefined
  for (const step of steps) {
    for (const effect of step.accepted) {
      if (isReport(effect.request)) continue
      if (last?.wave !== step.wave) waves.push((last = { wave: step.wave, by: step.by, at: step.at, changes: [] }))
      last.changes.push(changeOf(effect, reasonsOf(step, effect), callsOf(effect)))
    }
  }
  return waves.map(({ by, at, changes }) => ({ by: parties.get(by) ?? by, at, changes }))
}

interface OpenWave {
  readonly wave: number
  readonly by: string
  readonly at: Date
  readonly changes: CascadeChange[]
}

const isReport = (request: ApiRequest): boolean => request._tag === 'Update' && request.subresource === 'status'

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
  return others.length === 0 ? [reasonOf(by, first)] : [reasonOf(by, first), ...others.map((why) => reasonOf(by, why))]
}

const reasonOf = (controller: string, why: Why): CascadeReason =>
  typeof why === 'string' ? { _tag: 'ByController', controller, why } : why
