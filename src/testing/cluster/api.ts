/** The API of the fake cluster, with the status codes of an API server. A refusal is a response, not an exception. */
import { either as E, function as F } from 'fp-ts'

import { type Answer, type ApiAnswer, type ApiError, notFound, apiError } from '../../apiserver/answer.js'
import { wholeSeconds } from '../../apiserver/finalizers.js'
import type { Cascade, DeleteOptions } from '../../apiserver/request.js'
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { linesOf } from '../../decode/index.js'
import { misuse } from '../misuse.js'
import { type Collection, type CollectionAnswer, collectionOf, deleteEach } from './collection.js'
import { countsChanges } from './generation.js'
import type { ObjectInput } from './input.js'
import type { Party, Verb } from './log.js'
import { type TargetName, finderIn, nameOf } from './name.js'
import { optionsOf } from './options.js'
import { type PatchType, patchedBy, usualType } from './patch.js'
import { putInPlace } from '../../apiserver/update.js'
import { type State, uidOf } from './state.js'

/** Requests to a cluster, with their responses. An invalid name fails the test. */
export interface ClusterApi {
  /** The object, with 200, or 404. */
  readonly get: (target: TargetName) => ApiAnswer
  /** Creates one object. It keeps its uid, unless another object had it. */
  readonly create: (object: ObjectInput) => ApiAnswer
  /** Replaces an object by name, its status included. */
  readonly update: (object: ObjectInput) => ApiAnswer
  /**
   * Patches an object, its status included. A list is a JSON Patch, anything else a merge patch, unless you pass a
   * type.
   */
  readonly patch: (target: TargetName, patch: object, type?: PatchType) => ApiAnswer
  /** Deletes an object: by default as a bare API request, or as kubectl does with a value of `--cascade`. */
  readonly delete: (target: TargetName, options?: DeleteOptions | Cascade) => ApiAnswer
  /** Deletes all objects of a kind in a namespace, or those that match labels, each as `delete` does. */
  readonly deleteCollection: (of: Collection, options?: DeleteOptions | Cascade) => CollectionAnswer
  /** Sets the finalizers in the specification of a namespace, as its subresource `finalize` does. */
  readonly finalizeNamespace: (name: string, finalizers: ReadonlyArray<string>) => ApiAnswer
}

/** The requests of one party. */
export const apiOf = (state: State, by: Party): ClusterApi => {
  const find = finderIn(state.server, state.scopes)
  const ask = <A extends { readonly code: number }>(
    verb: Verb,
    name: string,
    uid: string | undefined,
    carryOut: () => A,
  ): A | ApiError => {
    const trouble = state.troubles(verb, uid === undefined ? [name] : [name, uid])
    state.hangs = trouble?.how === 'hangs'
    const done = trouble === undefined || trouble.how === 'lost' ? carryOut() : undefined
    const answer = trouble?.error ?? (done as A)
    if (verb !== 'get') state.log.push({ at: state.now, by, verb, name, code: answer.code })
    return answer
  }
  const onFound = (
    verb: Verb,
    target: TargetName,
    carryOut: (address: Address, object: WholeObject | undefined) => Answer<WholeObject> | ApiAnswer,
  ): ApiAnswer => {
    const { address, object } = find(target)
    const { kind, namespace, name } = address
    const text = nameOf({ kind, metadata: { namespace, name, uid: '' } })
    return ask(verb, text, object?.metadata.uid, () => naming(text, carryOut(address, object)))
  }
  const put = (address: Address, given: WholeObject, isPatch: boolean): Answer<WholeObject> => {
    const isCustom = state.scopes.find(address.apiVersion, address.kind)?.strategicMergePatch === false
    return state.server.change(
      address,
      putInPlace(isCustom && !isPatch ? 'version-required' : 'version-optional')(given),
    )
  }
  return {
    get: (target) =>
      onFound('get', target, (_address, object) =>
        object === undefined ? notFound('the object') : { _tag: 'Stays', code: 200, object },
      ),
    create: (input) => {
      const given = oneOf(state, named(state, input))
      const object = newObject(state, given)
      return ask('create', nameOf(object), undefined, () => namespaceRefusal(state, object) ?? created(state, object))
    },
    update: (input) => {
      const { metadata = {} } = input
      const isNamed = (metadata as { readonly uid?: unknown }).uid !== undefined
      const { object: before } = find(input)
      const uid = before?.metadata.uid
      const given = oneOf(state, isNamed || uid === undefined ? input : { ...input, metadata: { ...metadata, uid } })
      return onFound('update', given, (address) => put(address, given, false))
    },
    patch: (target, patch, type = usualType(patch)) =>
      onFound('patch', target, (address, object) => {
        if (object === undefined) return notFound('the object')
        const takesStrategic = state.scopes.find(address.apiVersion, address.kind)?.strategicMergePatch !== false
        return F.pipe(
          patchedBy(type, takesStrategic)(patch)(object),
          E.chain((after) =>
            F.pipe(
              state.decode(after),
              E.mapLeft((error) => apiError(422, 'Invalid', linesOf(error).join('; '))),
            ),
          ),
          E.matchW(F.identity, ({ objects: [given] }) =>
            given === undefined ? notFound('the object') : put(address, given, true),
          ),
        )
      }),
    delete: (target, options = {}) =>
      onFound('delete', target, (address, object) =>
        object === undefined
          ? state.server.refuse(optionsOf(options))
          : state.server.delete(address, optionsOf(options)),
      ),
    deleteCollection: (of, options = {}) => {
      const collection = collectionOf(state.scopes)(of)
      const { kind, namespace } = collection
      const name = nameOf({ kind, metadata: { namespace, name: '*', uid: '' } })
      return ask('deletecollection', name, undefined, () => deleteEach(state.server, optionsOf(options))(collection))
    },
    finalizeNamespace: (name, finalizers) =>
      onFound('update', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, (address) =>
        state.server.finalizeNamespace(address, finalizers),
      ),
  }
}

/** Puts the name of the object into a 404. */
const naming = (text: string, answer: Answer<WholeObject> | ApiAnswer): Answer<WholeObject> | ApiAnswer =>
  answer._tag === 'Refused' && answer.reason === 'NotFound' ? notFound(text) : answer

/** Creates an object as the server does: with a uid of its own, and in a namespace that takes new objects. */
export const createIn = (state: State, given: WholeObject): ApiAnswer => {
  const { kind, metadata } = given
  const uid = metadata.uid === '' ? uidOf(kind, metadata.namespace ?? '', metadata.name) : metadata.uid
  const object = newObject(state, { ...given, metadata: { ...metadata, uid } })
  return namespaceRefusal(state, object) ?? created(state, object)
}

/** The one object that a request means. */
const oneOf = (state: State, input: ObjectInput): WholeObject => {
  const { objects, scopes } = state.read(input)
  const [object] = objects
  state.serve(scopes)
  return object === undefined || objects.length > 1 ? misuse('a request is about one object, not a list') : object
}

/** An object with the name that the server makes of `generateName`. */
const named = (state: State, input: ObjectInput): ObjectInput => {
  const { name, generateName } = (input.metadata ?? {}) as Readonly<Record<string, unknown>>
  if (typeof generateName !== 'string' || (typeof name === 'string' && name !== '')) return input
  return {
    ...input,
    metadata: { ...input.metadata, name: `${generateName}${String(state.uids.size).padStart(5, '0')}` },
  }
}

/**
 * What the server sets of an object that is created.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/create.go BeforeCreate
 */
const newObject = (state: State, object: WholeObject): WholeObject => {
  const { apiVersion, kind, spec } = object
  const { metadata } = object
  const counts = countsChanges(state.scopes, object)
  return {
    ...object,
    ...(kind === 'Namespace' && groupOf(apiVersion) === ''
      ? { spec: { ...(spec as object | undefined), finalizers: ['kubernetes'] }, status: { phase: 'Active' } }
      : {}),
    metadata: {
      ...metadata,
      deletionTimestamp: undefined,
      deletionGracePeriodSeconds: undefined,
      uid: freeUid(state.uids, metadata.uid),
      creationTimestamp: wholeSeconds(state.now),
      ...(counts ? { generation: 1 } : {}),
    },
  }
}

/** No two objects ever have one uid, not even one after the other. */
const freeUid = (uids: ReadonlySet<string>, uid: string): string => {
  if (!uids.has(uid)) return uid
  for (let count = 2; ; count++) if (!uids.has(`${uid}-${count}`)) return `${uid}-${count}`
}

/**
 * Namespaces are there unless they were objects of the cluster and are gone; one that is being deleted takes nothing new.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go Admit
 */
const namespaceRefusal = (state: State, { metadata: { namespace } }: WholeObject): ApiAnswer | undefined => {
  if (namespace === undefined || !state.namespaces.has(namespace)) return undefined
  const object = state.server.get({ apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: namespace })
  if (object === undefined) return notFound(`namespaces ${namespace}`)
  return object.metadata.deletionTimestamp === undefined
    ? undefined
    : apiError(
        403,
        'Forbidden',
        `unable to create new content in namespace ${namespace} because it is being terminated`,
      )
}

const created = (state: State, object: WholeObject): Answer<WholeObject> => {
  const answer = state.server.create(object)
  if (answer._tag === 'Refused') return answer
  state.uids.add(object.metadata.uid)
  if (object.kind === 'Namespace') state.namespaces.add(object.metadata.name)
  return answer
}
