/**
 * Creates an object as the API server does.
 */
import { ownField } from '../internal/lists.js'
import { type Answer, badRequest, invalid } from './answer.js'
import { isObject } from '../internal/schema/object.js'
import {
  type KubeObject,
  type WholeObject,
  groupOf,
  foregroundFinalizer,
  hasFinalizer,
  orphanFinalizer,
  referencesRefusal,
  storedReferences,
} from './object.js'
import { objectProblem } from './request.js'

/**
 * Creates an object: removes duplicate owner references, and gives claims and volumes their protection finalizer.
 *
 * Shape: metadata; the store sets uid, version and time.
 * Fails: never; errors are responses: `BadRequest` (400) for an invalid object, `Invalid` (422) for owner references that
 * the server rejects, or both finalizers of the collector at once. The store checks whether the name is taken.
 *
 * @upstream kubernetes 1.36.2 plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go Admit
 *
 * @example
 * ```ts
 * import type { KubeObject } from 'gcplan/apiserver'
 * import { create } from 'gcplan/apiserver'
 *
 * const claim: KubeObject = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { namespace: 'ns', name: 'data', uid: 'u' } }
 * const answer = create(claim)
 * if (answer._tag === 'Stays') console.log(answer.object.metadata.finalizers) // [ 'kubernetes.io/pvc-protection' ]
 * ```
 */
export const create = <O extends WholeObject>(object: O): Answer<O> => {
  const unsound = objectProblem(object)
  if (unsound !== undefined) return badRequest(unsound)
  const { ownerReferences, finalizers = [] } = object.metadata
  const refusal = referencesRefusal(ownerReferences ?? [])
  if (refusal !== undefined) return invalid(refusal)
  if (hasFinalizer(orphanFinalizer)(object) && hasFinalizer(foregroundFinalizer)(object))
    return invalid(`finalizers ${orphanFinalizer} and ${foregroundFinalizer} exclude each other`)
  const protection = protectionOf(object)
  return {
    _tag: 'Stays',
    code: 201,
    object: {
      ...prepared(object),
      metadata: {
        ...object.metadata,
        ...(ownerReferences === undefined ? {} : { ownerReferences: storedReferences(ownerReferences) }),
        ...(protection === undefined || finalizers.includes(protection)
          ? {}
          : { finalizers: [...finalizers, protection] }),
      },
    },
  }
}

/**
 * An object with the phase that its kind begins with, and a namespace with the finalizer of the namespace controller.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/namespace/strategy.go PrepareForCreate
 * @upstream kubernetes 1.36.2 pkg/registry/core/persistentvolumeclaim/strategy.go PrepareForCreate
 */
const prepared = <O extends WholeObject>(object: O): O => {
  const { apiVersion, kind, spec } = object
  const phase = groupOf(apiVersion) === '' ? firstPhase.get(kind) : undefined
  if (phase === undefined) return object
  const status = { ...(isObject(object.status) ? object.status : {}), phase }
  if (kind !== 'Namespace') return { ...object, status }
  const finalizers = ownField(spec, 'finalizers')
  const others: ReadonlyArray<unknown> = Array.isArray(finalizers) ? finalizers : []
  const all = others.includes('kubernetes') ? others : [...others, 'kubernetes']
  return { ...object, spec: { ...(isObject(spec) ? spec : {}), finalizers: all }, status }
}

const firstPhase: ReadonlyMap<string, string> = new Map([
  ['Namespace', 'Active'],
  ['PersistentVolumeClaim', 'Pending'],
  ['PersistentVolume', 'Pending'],
])

/** The finalizer of kinds whose data others may be using. */
const protectionOf = ({ apiVersion, kind }: KubeObject): string | undefined => {
  if (groupOf(apiVersion) !== '') return undefined
  if (kind === 'PersistentVolumeClaim') return 'kubernetes.io/pvc-protection'
  return kind === 'PersistentVolume' ? 'kubernetes.io/pv-protection' : undefined
}
