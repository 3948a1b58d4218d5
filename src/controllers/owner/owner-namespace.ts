/**
 * Whether a reference fits its owner, and the event about a dependent whose owner is in another namespace.
 */
import { type KubeObject, type OwnerReference, namespaceOf, targetOf } from '../../apiserver/object.js'
import { ownersOf } from '../../apiserver/owner-reference.js'
import type { Event } from './reason.js'

/** True for an owner that is in another namespace than the dependent. */
export const isElsewhere = (namespace: string | undefined, ownerNamespace: string | undefined): boolean =>
  ownerNamespace !== undefined && ownerNamespace !== namespace

/**
 * True for a reference that names its owner by another version, kind or name, or whose owner is in another namespace than
 * the dependent. The owner may be observed, or known by another reference alone.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go addDependentToOwners
 */
export const misfits = (
  reference: OwnerReference,
  namespace: string | undefined,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  ownerName: string,
  ownerNamespace: string | undefined,
): boolean =>
  isElsewhere(namespace, ownerNamespace) ||
  reference.name !== ownerName ||
  reference.kind !== kind ||
  reference.apiVersion !== apiVersion

/**
 * The warning about the first reference to a uid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go reportInvalidNamespaceOwnerRef
 */
export const namespaceWarning = (dependent: KubeObject, uid: string): Event => {
  const namespace = namespaceOf(dependent) ?? ''
  const { apiVersion, kind, name } = ownersOf(dependent).find((reference) => reference.uid === uid) ?? nobody
  const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`
  return {
    _tag: 'OwnerRefInvalidNamespace',
    type: 'Warning',
    message: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
    involvedObject: targetOf(dependent),
    namespace: namespace === '' ? 'default' : namespace,
  }
}

const nobody = { apiVersion: '', kind: '', name: '' }
