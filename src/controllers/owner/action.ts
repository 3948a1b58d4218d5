/**
 * The API calls of the owner collector, and the port that carries them out. A patch of owner references has two forms:
 * custom resources reject the first, and then the second is sent.
 */
import * as fp from '../../core/fp.js'
import type { taskEither as TE } from 'fp-ts'
import {
  type KubeObject,
  type OwnerReference,
  type WholeObject,
  finalizersWithout,
  isBlocking,
  ownersOf,
} from '../../apiserver/object.js'
import type { MetadataPatch, Patch, Preconditions, PropagationPolicy, ReferencePatch } from '../../apiserver/request.js'
import type { Address } from '../../apiserver/scope.js'
import { type Decision, referencesWithout } from './decide.js'
import type { CallsOf } from '../planned.js'

/** One call on the API server. */
export type Action =
  | {
      readonly _tag: 'Delete'
      readonly object: Address
      readonly options: { readonly preconditions: Preconditions; readonly propagationPolicy: PropagationPolicy }
    }
  | {
      /** Removes owner references, or unsets `blockOwnerDeletion` in them. */
      readonly _tag: 'RemoveOwnerReferences' | 'UnblockOwnerReferences'
      readonly object: Address
      readonly strategic: Patch
      /** Sent if the server answers 415 (unsupported media type) to the other. */
      readonly merge: Patch
    }
  | { readonly _tag: 'RemoveFinalizer'; readonly object: Address; readonly finalizer: string; readonly merge: Patch }

/** A call that deletes. */
export type DeleteAction = Extract<Action, { readonly _tag: 'Delete' }>

/** A call that changes owner references, in its two forms. */
export type ReferencesAction = Extract<Action, { readonly strategic: Patch }>

/** A call that removes a finalizer. */
export type FinalizerAction = Extract<Action, { readonly _tag: 'RemoveFinalizer' }>

/** The preconditions of a delete. */
export type DeletePreconditions = 'uid' | 'uid-and-resource-version'

/**
 * The call that deletes an object as it was seen.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go deleteObject
 */
const deleteObject = (
  preconditions: DeletePreconditions,
  propagationPolicy: PropagationPolicy,
  object: Address,
  { metadata }: KubeObject,
): DeleteAction => ({
  _tag: 'Delete',
  object,
  options: {
    preconditions:
      preconditions === 'uid' || metadata.resourceVersion === undefined
        ? { uid: metadata.uid }
        : { uid: metadata.uid, resourceVersion: metadata.resourceVersion },
    propagationPolicy,
  },
})

/**
 * The call that removes every reference to some uids.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/patch.go GenerateDeleteOwnerRefStrategicMergeBytes
 */
export const removeOwnerReferences =
  (uids: ReadonlyArray<string>) =>
  (object: Address, seen: KubeObject): ReferencesAction => {
    const kept = referencesWithout(uids)(seen)
    const ownerReferences = uids.map((uid): ReferencePatch => ({ $patch: 'delete', uid }))
    return {
      _tag: 'RemoveOwnerReferences',
      object,
      strategic: strategicPatch({ ownerReferences, uid: seen.metadata.uid }),
      merge: mergePatch(ofVersion(seen, { ownerReferences: kept.length === 0 ? null : kept })),
    }
  }

/**
 * The call after which an object blocks none of its owners. Its first form names the references that did, its second one
 * states all.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/patch.go unblockOwnerReferencesStrategicMergePatch
 */
export const unblockOwnerReferences = (object: Address, seen: KubeObject): ReferencesAction => {
  const blocking = ownersOf(seen).filter(isBlocking)
  const { uid } = seen.metadata
  return {
    _tag: 'UnblockOwnerReferences',
    object,
    strategic: strategicPatch(blocking.length === 0 ? { uid } : { ownerReferences: blocking.map(unblocked), uid }),
    merge: mergePatch(ofVersion(seen, { ownerReferences: ownersOf(seen).map(unblocked) })),
  }
}

/** A reference that blocks nothing. */
export const unblocked = (reference: OwnerReference): OwnerReference => ({ ...reference, blockOwnerDeletion: false })

/**
 * The call that removes a finalizer, bound to the version that was seen.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go removeFinalizer
 */
export const removeFinalizer =
  (finalizer: string) =>
  (object: Address, seen: KubeObject): FinalizerAction => {
    const left = finalizersWithout(finalizer, seen)
    return {
      _tag: 'RemoveFinalizer',
      object,
      finalizer,
      merge: mergePatch(ofVersion(seen, { finalizers: left.length === 0 ? null : left })),
    }
  }

const strategicPatch = (metadata: MetadataPatch): Patch => ({
  patchType: 'application/strategic-merge-patch+json',
  body: { metadata },
})

const mergePatch = (metadata: MetadataPatch): Patch => ({
  patchType: 'application/merge-patch+json',
  body: { metadata },
})

/** A change of the version that was seen. */
const ofVersion = ({ metadata: { resourceVersion } }: KubeObject, change: MetadataPatch): MetadataPatch =>
  resourceVersion === undefined ? change : { resourceVersion, ...change }

/** The API calls of this collector; `Err` is your error type. */
export interface Port<Err> {
  /** Sends a request to delete an object. */
  readonly delete: (
    object: Address,
    options: { readonly preconditions: Preconditions; readonly propagationPolicy: PropagationPolicy },
  ) => TE.TaskEither<Err, unknown>
  /** Sends a patch of an object. */
  readonly patch: (object: Address, patch: Patch) => TE.TaskEither<Err, unknown>
  /** True for 415: the server does not accept this patch type for this kind. */
  readonly isUnsupportedMediaType: (error: Err) => boolean
}

/**
 * Executes one action on a port; owner references are patched in the second form if the first is rejected.
 *
 * Fails: with the port's error, unchanged.
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> => {
    switch (action._tag) {
      case 'Delete':
        return port.delete(action.object, action.options)
      case 'RemoveFinalizer':
        return port.patch(action.object, action.merge)
      case 'RemoveOwnerReferences':
      case 'UnblockOwnerReferences':
        return eitherForm(port, action)
    }
  }

const eitherForm =
  <Err>(port: Port<Err>, { object, strategic, merge }: ReferencesAction): TE.TaskEither<Err, unknown> =>
  async () => {
    const done = await port.patch(object, strategic)()
    return fp.match(
      (error: Err) => (port.isUnsupportedMediaType(error) ? port.patch(object, merge)() : fp.left(error)),
      fp.right,
    )(done)
  }

/** First the patch of owner references, then the deletion, where there is one. */
export interface Calls {
  /** For the object as it was seen last. */
  readonly patch: ((object: Address, seen: KubeObject) => ReferencesAction) | null
  readonly deletion: DeleteAction | null
}

/** The calls for a decision about an object as it was looked up. The graph may know other references than it has by now. */
export const callsFor = (
  { deletePreconditions }: { readonly deletePreconditions: DeletePreconditions },
  decision: Decision,
  object: Address,
  live: KubeObject,
  known: ReadonlyArray<OwnerReference>,
): Calls => {
  switch (decision._tag) {
    case 'Nothing':
      return noCalls
    case 'RemoveReferences':
      return { patch: removeOwnerReferences(decision.uids), deletion: null }
    case 'Delete':
      return {
        patch: decision.unblockFirst ? unblockingAll(known) : null,
        deletion: deleteObject(deletePreconditions, decision.propagationPolicy, object, live),
      }
  }
}

const noCalls: Calls = { patch: null, deletion: null }

const unblockingAll =
  (ownerReferences: ReadonlyArray<OwnerReference>): NonNullable<Calls['patch']> =>
  (object, seen) =>
    unblockOwnerReferences(object, { ...seen, metadata: { ...seen.metadata, ownerReferences } })

/** The requests of an action. */
export const callsOf: CallsOf<Action> = (action, live) => {
  const { object } = action
  switch (action._tag) {
    case 'Delete': {
      // The version is that of before the calls that came first.
      const options = { ...action.options, preconditions: { uid: live.metadata.uid } }
      return [{ request: { _tag: 'Delete', object, options } }]
    }
    case 'RemoveFinalizer':
      return [{ request: { _tag: 'Patch', object, patch: removeFinalizer(action.finalizer)(object, live).merge } }]
    case 'RemoveOwnerReferences':
    case 'UnblockOwnerReferences': {
      const { strategic, merge } = madeFor(live, action)
      return [
        {
          request: { _tag: 'Patch', object, patch: strategic },
          ifUnsupportedMediaType: { _tag: 'Patch', object, patch: merge },
        },
      ]
    }
  }
}

const madeFor = (live: WholeObject, { _tag, object, strategic }: ReferencesAction): ReferencesAction =>
  _tag === 'UnblockOwnerReferences'
    ? unblockOwnerReferences(object, live)
    : removeOwnerReferences(uidsIn(strategic))(object, live)

/** Uids in the owner references of a patch. */
export const uidsIn = ({ body }: Patch): ReadonlyArray<string> =>
  (body.metadata.ownerReferences ?? []).map(({ uid }) => uid)
