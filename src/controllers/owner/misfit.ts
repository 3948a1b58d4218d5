import type { OwnerReference } from '../../apiserver/object.js'

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
