/**
 * A node of the graph: its identity, owners, dependents, and deletion state.
 */
import { type Trie, type Keying, keyedByText } from '../../../internal/trie/branch.js'
import {
  type KubeObject,
  type OwnerReference,
  isBeingDeleted,
  isDeletingDependents,
  namespaceOf,
  ownersOf,
} from '../../../apiserver/object.js'

/** Who an object is. */
export interface Identity {
  readonly apiVersion: string
  readonly kind: string
  /** Absent for a cluster-scoped object. */
  readonly namespace: string | undefined
  readonly name: string
  readonly uid: string
}

/**
 * One node of the graph.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph.go node
 */
export interface Node {
  /** As observed; for a virtual node, as its first dependent names it. */
  readonly identity: Identity
  /** Distinguishes successive nodes of one uid. */
  readonly serial: number
  /** True while only dependents name it and it was not observed. */
  readonly virtual: boolean
  /** Its deletion was requested. Never reset. */
  readonly beingDeleted: boolean
  /** It waits for its dependents. Never reset. */
  readonly deletingDependents: boolean
  readonly owners: ReadonlyArray<OwnerReference>
  /** Uids of the nodes that name it as their owner; null for none. */
  readonly dependents: Trie<string> | null
}

/** Nodes are found by uid. */
export const nodeKeying: Keying<string, Node> = keyedByText(({ identity }) => identity.uid)

/** Sets of uids. */
export const uidKeying: Keying<string, string> = keyedByText((uid) => uid)

/** Who an observed object is. */
export const identityOf = (object: KubeObject): Identity => ({
  apiVersion: object.apiVersion,
  kind: object.kind,
  namespace: namespaceOf(object),
  name: object.metadata.name,
  uid: object.metadata.uid,
})

/** Whom a reference names, seen from a namespace. */
export const identityNamed = (
  { apiVersion, kind, name, uid }: OwnerReference,
  namespace: string | undefined,
): Identity => ({ apiVersion, kind, namespace, name, uid })

/** One text for one identity, made without escapes since every reference is asked for. */
export const identityText = ({ apiVersion, kind, namespace = '', name, uid }: Identity): string =>
  `${uid.length},${name.length},${kind.length},${apiVersion.length},${uid}${name}${kind}${apiVersion}${namespace}`

/** True when two identities are the same in every part. */
export const isSameIdentity = (a: Identity, b: Identity): boolean => a.namespace === b.namespace && matches(a, b)

/** True when two names agree in all but the namespace, which a reference does not give. */
export const matches = (a: Omit<Identity, 'namespace'>, b: Omit<Identity, 'namespace'>): boolean =>
  a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion

/** The node of an object that is seen for the first time. */
export const observedNode = (serial: number, object: KubeObject): Node => ({
  identity: identityOf(object),
  serial,
  virtual: false,
  beingDeleted: isBeingDeleted(object),
  deletingDependents: isDeletingDependents(object),
  owners: ownersOf(object),
  dependents: null,
})

/** The node of an object that was only named. */
export const virtualNode = (serial: number, identity: Identity): Node => ({
  identity,
  serial,
  virtual: true,
  beingDeleted: false,
  deletingDependents: false,
  owners: [],
  dependents: null,
})

/** A node as an object of the API: what the graph knows of it. */
export const asObject = ({ identity, owners }: Pick<Node, 'identity' | 'owners'>): KubeObject => {
  const { apiVersion, kind, namespace, name, uid } = identity
  return { apiVersion, kind, metadata: { namespace, name, uid, ownerReferences: owners } }
}
