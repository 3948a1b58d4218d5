/**
 * Carries out a decision: sends its calls, and repeats one change. A delete that lost a race is sent again, a rejected patch is
 * sent in its other form, and a finalizer is removed from the latest version of the object.
 */
import {
  type KubeObject,
  hasFinalizer,
  foregroundFinalizer,
  isSameReference,
  ownersOf,
} from '../../../apiserver/object.js'
import {
  type Calls,
  type DeleteAction,
  type ReferencesAction,
  removeFinalizer as finalizerAction,
  callsFor,
} from '../action.js'
import type { Address } from '../../../apiserver/scope.js'
import type { Failure, CarriesOut, LookedAt, Result } from './attempt.js'
import type { Node } from './node.js'
import type { CallAnswer, Program, Request } from './api-requests.js'
import type { Decision } from '../decide.js'
import type { Policy } from '../policy.js'

/** How a change went: done, or why not. */
export type Settled<Err> = { readonly _tag: 'Done' } | Failure<Err>

type Then<Err, A> = (settled: Settled<Err>) => Program<Err, A>

const done: Settled<never> = { _tag: 'Done' }

const settledBy = <Err>(request: Request, answer: CallAnswer<Err>): Settled<Err> =>
  answer._tag === 'Accepted'
    ? done
    : answer._tag === 'NotFound'
      ? { _tag: 'Gone', object: request.object }
      : { _tag: 'CallFailed', request, answer }

const send = <Err, A>(request: Request, then: Then<Err, A>): Program<Err, A> => ({
  _tag: 'Call',
  request,
  next: (answer) => then(settledBy(request, answer)),
})

const look = <Err, A>(
  object: Address,
  uid: string,
  then: Then<Err, A>,
  found: (object: KubeObject) => Program<Err, A>,
): Program<Err, A> => ({
  _tag: 'Get',
  object,
  uid,
  next: (answer) => {
    switch (answer._tag) {
      case 'Found':
        return found(answer.object)
      case 'NotFound':
        return then({ _tag: 'Gone', object })
      case 'NotCovered':
        return then({ _tag: 'NotCovered', object })
      case 'Failed':
        return then({ _tag: 'LookupFailed', object, error: answer.error })
    }
  },
})

/**
 * Deletes an object as it was seen. When its version has changed since, but neither it nor its owners have, it is deleted
 * whatever its version.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go deleteObject
 */
const requestDelete = <Err, A>(
  policy: Policy,
  request: DeleteAction,
  seen: KubeObject,
  then: (result: Result<Err>) => Program<Err, A>,
): Program<Err, A> => ({
  _tag: 'Call',
  request,
  next: (answer: CallAnswer<Err>) => {
    const settled = settledBy(request, answer)
    return isConflict(settled) && request.options.preconditions.resourceVersion !== undefined
      ? deleteUnchanged(policy, request, seen, settled, then)
      : then(resultOfDelete(policy, settled))
  },
})

const toDelete = <Err, A>(
  policy: Policy,
  deletion: DeleteAction | null,
  seen: KubeObject,
  then: (result: Result<Err>) => Program<Err, A>,
): Program<Err, A> => (deletion === null ? then(ok) : requestDelete(policy, deletion, seen, then))

/** Deletes an object whatever its version, if neither it nor its owners have changed. */
const deleteUnchanged = <Err, A>(
  policy: Policy,
  request: DeleteAction,
  seen: KubeObject,
  conflict: Settled<Err>,
  then: (result: Result<Err>) => Program<Err, A>,
): Program<Err, A> => {
  const { object, options } = request
  const { uid, resourceVersion } = options.preconditions
  const settle = (settled: Settled<Err>): Program<Err, A> => then(resultOfDelete(policy, settled))
  const settleLook = (settled: Settled<Err>): Program<Err, A> =>
    then(settled._tag !== 'Gone' ? resultOf(settled) : policy.goneAfterConflict === 'gone' ? foundAbsent : ok)
  return look(object, seen.metadata.uid, settleLook, (live) => {
    const isUnchanged = live.metadata.uid === uid && haveSameOwners(live, seen)
    return !isUnchanged || live.metadata.resourceVersion === resourceVersion
      ? settle(conflict)
      : send({ ...request, options: { ...options, preconditions: { uid } } }, settle)
  })
}

const resultOfDelete = <Err>({ notFoundOnDelete }: Policy, settled: Settled<Err>): Result<Err> =>
  settled._tag === 'Gone' && notFoundOnDelete === 'gone' ? foundAbsent : resultOf(settled)

const isConflict = <Err>(settled: Settled<Err>): boolean =>
  settled._tag === 'CallFailed' && settled.answer._tag === 'Conflict'

const haveSameOwners = (a: KubeObject, b: KubeObject): boolean => {
  const [left, right] = [ownersOf(a), ownersOf(b)]
  return (
    left.length === right.length &&
    left.every((reference, index) => {
      const other = right[index]
      return other !== undefined && isSameReference(reference, other)
    })
  )
}

/**
 * Changes owner references by a strategic merge patch. If the server refuses it, looks the object up again and sends a JSON
 * merge patch of it. Unlike all other requests, this lookup uses the namespace of the node. A virtual node of a
 * cluster-scoped kind has the namespace of its dependent: the lookup finds nothing there, and no second patch is sent.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/patch.go getMetadata
 */
export const requestPatch = <Err, A>(
  { object, strategic }: Pick<ReferencesAction, 'object' | 'strategic'>,
  { identity: { namespace, uid } }: Pick<Node, 'identity'>,
  mergeFor: NonNullable<Calls['patch']>,
  then: Then<Err, A>,
): Program<Err, A> =>
  send({ _tag: 'Patch', object, patch: strategic }, (settled) => {
    if (settled._tag !== 'CallFailed' || settled.answer._tag !== 'UnsupportedMediaType') return then(settled)
    if (namespace !== object.namespace) return then({ _tag: 'Gone', object })
    return look(object, uid, then, (live) => send({ _tag: 'Patch', object, patch: mergeFor(object, live).merge }, then))
  })

/** How often a finalizer is tried to be taken off before the attempt is repeated later. */
const finalizerTries = 4

/**
 * Removes a finalizer from an object as it is now; nothing where the object or the finalizer is gone.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go removeFinalizer
 */
export const requestRemoveFinalizer =
  (finalizer: string) =>
  <Err, A>(object: Address, uid: string, then: Then<Err, A>): Program<Err, A> => {
    const attempt = (triesLeft: number): Program<Err, A> =>
      look(
        object,
        uid,
        (settled) => then(settled._tag === 'Gone' ? done : settled),
        (live) => {
          if (!hasFinalizer(finalizer)(live)) return then(done)
          const { merge } = finalizerAction(finalizer)(object, live)
          return send({ _tag: 'Patch', object, patch: merge }, (settled) =>
            isConflict(settled) && triesLeft > 1 ? attempt(triesLeft - 1) : then(settled),
          )
        },
      )
    return attempt(finalizerTries)
  }

/** Sends the calls. A deletion that finds nothing to delete has found the object absent, where the rules say so. */
export const carryOut = (policy: Policy): CarriesOut => ({
  decided: <Err, A>(about: LookedAt, decision: Decision, then: (result: Result<Err>) => Program<Err, A>) => {
    const { node, object, live } = about
    const { patch, deletion } = callsFor(policy, decision, object, live, node.owners)
    return patch === null
      ? toDelete(policy, deletion, live, then)
      : patchFirst(policy, about, { patch, deletion }, then)
  },
  release: (object, uid, then) =>
    requestRemoveFinalizer(foregroundFinalizer)(object, uid, (settled) => then(resultOf(settled))),
})

/** Apart, since closures cost room wherever they may be made, and nearly every attempt of a cascade only deletes. */
const patchFirst = <Err, A>(
  policy: Policy,
  { node, object, live }: LookedAt,
  { patch, deletion }: { readonly patch: NonNullable<Calls['patch']>; readonly deletion: Calls['deletion'] },
  then: (result: Result<Err>) => Program<Err, A>,
): Program<Err, A> =>
  requestPatch(patch(object, live), node, patch, (settled: Settled<Err>) =>
    settled._tag === 'Done' ? toDelete(policy, deletion, live, then) : then(settled),
  )

const ok: { readonly _tag: 'Ok' } = { _tag: 'Ok' }

const foundAbsent: { readonly _tag: 'FoundAbsent' } = { _tag: 'FoundAbsent' }

/** What a change that went so means for the attempt. */
export const resultOf = <Err>(settled: Settled<Err>): Result<Err> => (settled._tag === 'Done' ? ok : settled)
