/** Builders for Kubernetes objects: state only what matters, the rest has defaults. */
import type { WholeObject, KubeObject, ObjectMeta, OwnerReference } from '../../apiserver/object.js'
import { type When, dateOf, noon } from '../when.js'

/** Optional fields of any object. */
export interface Given {
  /** Default `default`; none for cluster-scoped kinds. */
  readonly namespace?: string
  /** Default: from kind, namespace and name. */
  readonly uid?: string
  /** Its owners; the first object is its controller, and all block on it. */
  readonly ownedBy?: KubeObject | OwnerReference | ReadonlyArray<KubeObject | OwnerReference>
  readonly finalizers?: ReadonlyArray<string>
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** Default: noon of 1 January 2026. */
  readonly createdAt?: When
  /** Its deletion timestamp. */
  readonly deletedAt?: When
  /** Grace period of a terminating pod, in seconds. */
  readonly grace?: number
  /** Anything else of its metadata. */
  readonly metadata?: Partial<ObjectMeta>
  readonly spec?: Readonly<Record<string, unknown>>
  readonly status?: Readonly<Record<string, unknown>>
}

/**
 * A reference to an owner as controllers set it: `controller` and `blockOwnerDeletion` are true by default.
 *
 * @example
 * ```ts
 * import { configMap, ownerReference } from 'gcplan/testing'
 *
 * console.log(ownerReference(configMap('a'), { controller: false }).uid) // configmap.default.a
 * ```
 */
export const ownerReference = (owner: KubeObject, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: owner.metadata.name,
  uid: owner.metadata.uid,
  controller: true,
  blockOwnerDeletion: true,
  ...more,
})

/**
 * An object of any kind.
 *
 * @example
 * ```ts
 * import { kubeObject } from 'gcplan/testing'
 *
 * const widget = kubeObject('example.com/v1', 'Widget', 'a', { finalizers: ['example.com/hold'], deletedAt: '2026-01-01T12:00:00Z' })
 * console.log(widget.metadata.uid, widget.metadata.deletionTimestamp) // widget.default.a 2026-01-01T12:00:00.000Z
 * ```
 */
export const kubeObject = (apiVersion: string, kind: string, name: string, given: Given = {}): WholeObject =>
  objectIn(given.namespace ?? 'default', apiVersion, kind, name, given)

/** An object of a cluster-scoped kind. */
export const clusterObject = (apiVersion: string, kind: string, name: string, given: Given = {}): WholeObject =>
  objectIn('', apiVersion, kind, name, given)

const objectIn = (namespace: string, apiVersion: string, kind: string, name: string, given: Given): WholeObject => {
  const { ownedBy, finalizers, labels, annotations, deletedAt, createdAt = noon, spec, status, metadata } = given
  const uid = given.uid ?? [kind.toLowerCase(), ...(namespace === '' ? [] : [namespace]), name].join('.')
  return {
    apiVersion,
    kind,
    metadata: {
      ...(namespace === '' ? {} : { namespace }),
      name,
      uid,
      creationTimestamp: dateOf(createdAt),
      ...(ownedBy === undefined ? {} : { ownerReferences: referencesTo(ownedBy) }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(deletedAt === undefined
        ? {}
        : { deletionTimestamp: dateOf(deletedAt), deletionGracePeriodSeconds: given.grace ?? 0 }),
      ...metadata,
    },
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  }
}

const referencesTo = (owners: NonNullable<Given['ownedBy']>): ReadonlyArray<OwnerReference> =>
  (isList(owners) ? owners : [owners]).map((owner, index) =>
    'metadata' in owner ? ownerReference(owner, index === 0 ? {} : { controller: false }) : owner,
  )

const isList = (owners: NonNullable<Given['ownedBy']>): owners is ReadonlyArray<KubeObject | OwnerReference> =>
  Array.isArray(owners)

/** Builds objects of one kind, with defaults. */
export const kindOf =
  (apiVersion: string, kind: string, usual: Pick<Given, 'spec' | 'status' | 'metadata'> = {}) =>
  (name: string, given: Given = {}): WholeObject =>
    kubeObject(apiVersion, kind, name, over(usual, given))

const over = (usual: Given, given: Given): Given => ({
  ...usual,
  ...given,
  ...(usual.spec === undefined ? {} : { spec: { ...usual.spec, ...given.spec } }),
  ...(usual.status === undefined ? {} : { status: { ...usual.status, ...given.status } }),
  ...(usual.metadata === undefined ? {} : { metadata: { ...usual.metadata, ...given.metadata } }),
})
