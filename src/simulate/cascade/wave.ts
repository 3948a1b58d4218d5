/**
 * Answers how what was played reads: waves of changes, each with its reasons and the calls as they were sent.
 */
import type { WholeObject } from '../../apiserver/pod.js'
import { nodeNameOf } from '../../apiserver/pod.js'
import type { Classification } from '../../controllers/owner/classify.js'
import { factOf } from '../../controllers/owner/facts.js'
import type { Request } from '../../controllers/owner/memory/index.js'
import type { Address } from '../../apiserver/address.js'
import type { AbsentOwner } from '../../controllers/owner/reason.js'
import { ownerOf } from '../../controllers/owner/target.js'
import { targetOf } from '../../apiserver/target.js'
import type { OwnerReference } from '../../apiserver/object.js'
import type { Effect } from '../../apiserver/effect.js'
import type { Turn } from './play.js'
import type { CascadeCall, CascadeChange, CascadeReason, Wave } from './reason.js'
import type { Step } from './settle.js'

/** Where requests about an object go. */
export type AddressOf = (object: WholeObject) => Address | undefined

/** Turns as waves; one in which nothing happens to an object is left out. */
export const wavesOf =
  (addressOf: AddressOf) =>
  (turns: ReadonlyArray<Turn>): ReadonlyArray<Wave> =>
    turns.flatMap((turn) => wavesOfTurn(addressOf, turn)).filter(({ changes }) => changes.length > 0)

const wavesOfTurn = (addressOf: AddressOf, turn: Turn): ReadonlyArray<Wave> => {
  switch (turn._tag) {
    case 'Requests':
      return [{ by: 'requests', changes: turn.effects.map((effect) => requested(addressOf, effect)) }]
    case 'Collector':
      return collectorWaves(turn.steps)
    case 'Kubelets':
      return [
        {
          by: 'kubelets',
          changes: turn.effects.map((effect) =>
            changeOf(effect, [podEnded(effect.before)], deleteCall(addressOf, effect.before, effect.request)),
          ),
        },
      ]
    case 'Namespaces':
      return [
        {
          by: 'namespace-controller',
          changes: turn.effects.map((effect) => {
            const { request, before } = effect
            return request._tag === 'Finalize'
              ? changeOf(effect, [{ _tag: 'NamespaceEmpty' }], [])
              : changeOf(
                  effect,
                  [{ _tag: 'NamespaceDeleted', namespace: request.namespace }],
                  deleteCall(addressOf, before, request.options),
                )
          }),
        },
      ]
  }
}

const changeOf = (
  { before, after }: Effect<unknown>,
  reasons: CascadeChange['reasons'],
  calls: CascadeChange['calls'],
): CascadeChange => ({ _tag: tagOf(before, after), target: targetOf(before), reasons, calls })

const tagOf = (before: WholeObject, after: WholeObject | undefined): CascadeChange['_tag'] => {
  if (after === undefined) return 'Removed'
  if (after === before) return 'Asked'
  const [then, now] = [before.metadata, after.metadata]
  return then.deletionTimestamp?.getTime() !== now.deletionTimestamp?.getTime() ||
    then.deletionGracePeriodSeconds !== now.deletionGracePeriodSeconds
    ? 'Marked'
    : 'Patched'
}

const deleteCall = (
  addressOf: AddressOf,
  object: WholeObject,
  options: Extract<CascadeCall, { readonly _tag: 'Delete' }>['options'],
): ReadonlyArray<CascadeCall> => {
  const address = addressOf(object)
  return address === undefined ? [] : [{ _tag: 'Delete', object: address, options }]
}

const requested = (addressOf: AddressOf, effect: Extract<Turn, { readonly _tag: 'Requests' }>['effects'][number]) => {
  const { request, before } = effect
  return request._tag === 'Vanish'
    ? changeOf(effect, [{ _tag: 'Vanished' }], [])
    : changeOf(effect, [{ _tag: 'Requested' }], deleteCall(addressOf, before, request.options))
}

const podEnded = (pod: WholeObject): CascadeReason => {
  const node = nodeNameOf(pod)
  return node === undefined ? { _tag: 'PodEnded' } : { _tag: 'PodEnded', node }
}

const collectorWaves = (steps: ReadonlyArray<Step>): ReadonlyArray<Wave> => {
  const waves: { readonly wave: number; readonly changes: CascadeChange[] }[] = []
  for (const step of steps) {
    let last = waves.at(-1)
    if (last?.wave !== step.wave) waves.push((last = { wave: step.wave, changes: [] }))
    for (const effect of step.accepted) last.changes.push(changeOf(effect, reasonsOf(step, effect), [effect.request]))
  }
  return waves.map(({ changes }) => ({ by: 'collector', changes }))
}

const reasonsOf = (step: Step, { request, before }: Effect<Request>): CascadeChange['reasons'] => {
  const { work, attempt, dependents = 0 } = step
  const releases = request._tag === 'Patch' && 'finalizers' in request.patch.body.metadata
  if (releases) return [{ _tag: work._tag === 'Orphan' ? 'DependentsOrphaned' : 'NoBlockingDependents', dependents }]
  if (work._tag === 'Orphan') return [orphanedBy(step, before)]
  const { classification = nothing } = attempt
  if (request._tag === 'Delete') return deletion(step, classification, request.options.propagationPolicy)
  // References are taken away only where another owner is solid.
  return classification.solid.length === 0 ? [{ _tag: 'UnblockedInCycle' }] : lostOwners(step, classification)
}

const nothing: Classification = { solid: [], dangling: [], waiting: [] }

const orphanedBy = ({ work, owner }: Step, dependent: WholeObject): CascadeReason => {
  const reference = dependent.metadata.ownerReferences?.find(({ uid }) => uid === work.item.uid)
  if (owner !== undefined) return { _tag: 'OrphanedBy', owner: targetOf(owner) }
  return {
    _tag: 'OrphanedBy',
    owner: {
      _tag: 'Object',
      id: work.item.uid,
      apiVersion: reference?.apiVersion ?? '',
      kind: reference?.kind ?? '',
      name: reference?.name ?? '',
    },
  }
}

const deletion = (step: Step, { dangling, waiting }: Classification, policy: string): CascadeChange['reasons'] => {
  const [absent] = factOf('OwnersAbsent', dangling, absentOwner(step))
  const [busy] = factOf('OwnersWaiting', waiting, ownerOf)
  if (absent === undefined || busy === undefined) return [absent ?? busy ?? requestedReason]
  return policy === 'Foreground' ? [busy, absent] : [absent, busy]
}

const requestedReason: CascadeReason = { _tag: 'Requested' }

const lostOwners = (step: Step, { dangling, waiting }: Classification): CascadeChange['reasons'] => {
  const [reason, ...others] = [
    ...factOf('DanglingReferences', dangling, absentOwner(step)),
    ...factOf('WaitingReferences', waiting, ownerOf),
  ]
  return [reason ?? requestedReason, ...others]
}

const absentOwner =
  ({ elsewhere }: Step) =>
  (reference: OwnerReference): AbsentOwner => {
    const object = elsewhere?.get(reference.uid)
    return object === undefined ? ownerOf(reference) : { ...ownerOf(reference), livesAs: targetOf(object) }
  }
