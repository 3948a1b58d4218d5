/**
 * The claims of a set's pods: their names, how they are made, and who owns them. The owner decides whether a claim goes with
 * the set or the pod.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go
 */
import type { KubeObject, OwnerReference, WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { listIn } from '../workload/fields.js'
import { controllerReference } from '../workload/ownership.js'
import { labelsIn } from '../workload/selector.js'
import type { ClaimTemplate, RetentionPolicy } from './set.js'

/** The name of the claim of a pod. */
export const claimName = ({ name }: ClaimTemplate, set: WholeObject, ordinal: number): string =>
  `${name}-${set.metadata.name}-${ordinal}`

/**
 * A new claim, which nobody owns.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaims
 */
export const newClaim = (claim: ClaimTemplate, set: WholeObject, ordinal: number): WholeObject => {
  const metadata = ownField(claim.template, 'metadata')
  const selected = labelsIn(ownField(ownField(set.spec, 'selector'), 'matchLabels'))
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      namespace: set.metadata.namespace,
      name: claimName(claim, set, ordinal),
      uid: '',
      labels: { ...labelsIn(ownField(metadata, 'labels')), ...selected },
      annotations: labelsIn(ownField(metadata, 'annotations')),
      finalizers: listIn(metadata, 'finalizers').filter((one) => typeof one === 'string'),
    },
    spec: ownField(claim.template, 'spec'),
  }
}

/** What a claim may belong to. */
export interface Owners {
  readonly set: WholeObject
  readonly pod: WholeObject
  readonly retention: RetentionPolicy
  /** The set wants a pod of this ordinal. */
  readonly isWanted: boolean
}

/** How the owners of a claim have to change. */
export type OwnersChange =
  /** As the policy says. */
  | { readonly _tag: 'ByPolicy'; readonly references: ReadonlyArray<OwnerReference> }
  /** Somebody else controls it, so that set and pod let go of it. */
  | { readonly _tag: 'OfAnother'; readonly references: ReadonlyArray<OwnerReference> }

/**
 * How the owners of a claim have to change; nothing where they are right, or where it belongs to a former set or pod of the
 * same name.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go isClaimOwnerUpToDate
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod
 */
export const ownersChange = (claim: WholeObject, owners: Owners): OwnersChange | undefined => {
  const { set, pod, retention } = owners
  const references = claim.metadata.ownerReferences ?? []
  if (hasStaleReference(claim, set) || hasStaleReference(claim, pod)) return undefined
  const others = references.filter((reference) => !names(reference, set) && !names(reference, pod))
  const ours = references.filter(({ uid }) => uid === set.metadata.uid || uid === pod.metadata.uid)
  const keepsAll = retention.whenScaled === 'Retain' && retention.whenDeleted === 'Retain'
  if (!keepsAll && others.some(({ controller }) => controller === true))
    return ours.length === 0 ? undefined : { _tag: 'OfAnother', references: others }
  const owner = wantedOwner(owners)
  const isRight =
    ours.every(({ controller, uid }) => controller === true && uid === owner?.metadata.uid) &&
    (owner === undefined || ours.length > 0)
  if (isRight) return undefined
  return {
    _tag: 'ByPolicy',
    references: owner === undefined ? others : [...others, controllerReference(owner)],
  }
}

/** Whom a claim goes with: the set, the pod that is too many, or nobody. */
const wantedOwner = ({ set, pod, retention, isWanted }: Owners): WholeObject | undefined => {
  if (retention.whenScaled === 'Delete' && !isWanted) return pod
  return retention.whenDeleted === 'Delete' ? set : undefined
}

/**
 * True for a claim that names an object of the kind and name of this one, but another one.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go hasStaleOwnerRef
 */
export const hasStaleReference = (claim: WholeObject, object: KubeObject): boolean => {
  const reference = claim.metadata.ownerReferences?.find((one) => names(one, object))
  return reference !== undefined && reference.uid !== object.metadata.uid
}

const names = ({ apiVersion, kind, name }: OwnerReference, object: KubeObject): boolean =>
  apiVersion === object.apiVersion && kind === object.kind && name === object.metadata.name
