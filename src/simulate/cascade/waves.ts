/**
 * The waves of a cascade: what its requests did, and what controllers did after them. Of each step is kept what changed and
 * why, not all that a controller found on the way.
 */
import type { Effect } from '../../apiserver/answer.js'
import { type Target, type WholeObject, targetOf } from '../../apiserver/object.js'
import type { Blocked } from '../../controllers/controller.js'
import { isOwn, ownerCollector } from '../../controllers/owner/controller.js'
import type { Step as EngineStep } from '../engine/engine.js'
import type { CascadeChange, Why, CascadeCall, CascadeReason, CascadeRequest, Wave } from './reason.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Address } from '../../apiserver/scope.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { kubelet } from '../kubelet/controller.js'

/** One reconcile of a controller, and its effects. */
export type Step = EngineStep<Why>

/** What is remembered of it. */
export interface KeptStep extends Pick<Step, 'by' | 'wave' | 'at' | 'accepted'> {
  readonly changes: ReadonlyArray<CascadeChange>
  /** The uid of the object that it was about. */
  readonly about?: string | undefined
  /** Why it couldn't act on that object. */
  readonly blocked?: Blocked | undefined
  /** Of the collector: why the objects that it patched may stay. */
  readonly leaves?: Leaves | undefined
}

/** Why objects stay whose references were taken away. */
export type Leaves =
  | { readonly _tag: 'Orphans'; readonly by: Target }
  /** Other owners of theirs live. */
  | { readonly _tag: 'Survivors' }

/** What is remembered of a step. Requests that change nothing are told of the collector only; sweeps send many of them. */
export const stepKept = (step: Step): KeptStep => {
  const { by, wave, at, reconciled } = step
  const accepted =
    by === ownerCollector || step.accepted.every(isChange) ? step.accepted : step.accepted.filter(isChange)
  const { about, blocked } = reconciled
  return { by, wave, at, accepted, changes: changesOf(step, accepted), about, blocked, leaves: leavesOf(step) }
}

/** Uids of what the requests of some steps were about, of those that were accepted. */
export const changedIn = (steps: ReadonlyArray<KeptStep>): ReadonlySet<string> =>
  new Set(steps.flatMap(({ accepted }) => accepted.map(({ before }) => before.metadata.uid)))

const isChange = ({ before, after, created }: Effect<unknown>): boolean => before !== after || created === true

const leavesOf = ({ reconciled, accepted }: Step): Leaves | undefined => {
  if (accepted.length === 0 || !isOwn(reconciled)) return undefined
  const { work, owner, attempt } = reconciled
  if (work._tag === 'Orphan') return owner === undefined ? undefined : { _tag: 'Orphans', by: targetOf(owner) }
  return (attempt.classification?.solid.length ?? 0) > 0 ? survivors : undefined
}

const survivors: Leaves = { _tag: 'Survivors' }

/** What a step changed, with why; not what it reported in a status. */
const changesOf = (
  { by, reconciled }: Step,
  effects: ReadonlyArray<Effect<ApiRequest>>,
): ReadonlyArray<CascadeChange> =>
  // Many attempts change nothing; of the others most report nothing, and a list that is mapped takes no room for more.
  effects.length === 0
    ? none
    : (effects.some(isReport) ? effects.filter((effect) => !isReport(effect)) : effects).map((effect) =>
        changeOf(effect, reasonsOf(by, reconciled.why(effect)), callsOf(effect)),
      )

const none: ReadonlyArray<never> = []

const isReport = ({ request }: Effect<ApiRequest>): boolean =>
  request._tag === 'Update' && request.subresource === 'status'

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
