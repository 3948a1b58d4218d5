/** The waves of a cascade: what its requests did, and what controllers did after them. */
import type { Effect } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { ownerCollector } from '../../controllers/owner/controller.js'
import { kubelet } from '../kubelet/controller.js'
import type { KeptStep } from './step.js'
import { changeOf } from './change.js'
import type { CascadeChange, CascadeRequest, Wave } from './reason.js'

/** Where requests about an object go. */
type AddressOf = (object: WholeObject) => Address | undefined

/** The wave of what the requests did; no wave if they affected no object. */
export const wavesOfRequests =
  (addressOf: AddressOf, at: Date) =>
  (effects: ReadonlyArray<Effect<CascadeRequest>>): ReadonlyArray<Wave> =>
    effects.length === 0 ? [] : [{ by: 'requests', at, changes: effects.map((effect) => requested(addressOf, effect)) }]

/** The waves of what controllers did; those that affected no object, or reported in its status, are left out. */
export const wavesOfSteps = (steps: ReadonlyArray<KeptStep>): ReadonlyArray<Wave> => {
  const waves: OpenWave[] = []
  let last: OpenWave | undefined
  for (const { by, wave, at, changes } of steps) {
    if (changes.length === 0) continue
    if (last?.wave !== wave) waves.push((last = { wave, by, at, changes: [] }))
    for (const change of changes) last.changes.push(change)
  }
  return waves.map(({ by, at, changes }) => ({ by: parties.get(by) ?? by, at, changes }))
}

interface OpenWave {
  readonly wave: number
  readonly by: string
  readonly at: Date
  readonly changes: CascadeChange[]
}

/** The names of the built-in controllers in a wave. */
const parties: ReadonlyMap<string, string> = new Map([
  [ownerCollector, 'collector'],
  [kubelet, 'kubelets'],
  [namespaceControllerName, 'namespace-controller'],
])

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
