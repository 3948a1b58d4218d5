/** Under which keys an object is found by those that relate to it: one key for each thing that another object may ask of it. */
import {
  type WholeObject,
  annotationOf,
  hasFinalizer,
  isFinished,
  isPod,
  namespaceOf,
  nodeNameOf,
  ownersOf,
} from '../../../apiserver/object.js'
import { definedKind, isDefinition } from '../../../apiserver/definition.js'
import { trackingFinalizer } from '../../../controllers/job/facts.js'
import { claimRefOf, volumeNameOf } from '../../../controllers/pv-binder/volume.js'
import { claimsOf } from '../../../controllers/pvc-protection/in-use.js'
import { ownerPodOf, usersOf } from '../../../controllers/resource-claim/users.js'
import { classesOf } from '../../../controllers/vac-protection/users.js'
import { isClaim, isVolume } from '../../../controllers/volumes.js'
import { textIn } from '../../../controllers/workload/fields.js'
import { controllerOf } from '../../../controllers/workload/ownership.js'
import { isOf } from '../../../controllers/workload/pods.js'
import { ownField } from '../../../internal/lists.js'
import { keyOf } from '../../consequence/inventory.js'

/** The keys, by what is asked. */
export const facet = {
  /** Dependents of a uid. */
  owner: (uid: string): string => `owner ${uid}`,
  /** The object at an address, whatever its version. */
  at: (group: string, kind: string, name: string, namespace?: string): string =>
    `at ${namespace ?? ''}_${name}_${group}_${kind}`,
  /** The same, by the key of an inventory. */
  listed: (key: string): string => `at ${key}`,
  /** The content of a namespace. */
  content: (namespace: string): string => `in ${namespace}`,
  /** Objects of a kind, whatever their group. */
  kind: (kind: string): string => `kind ${kind}`,
  /** The same in one namespace. */
  kindIn: (kind: string, namespace: string): string => `kind ${kind} in ${namespace}`,
  /** The definitions of a kind. */
  definition: (group: string, kind: string): string => `defines ${group} ${kind}`,
  /** Pods on a node. */
  node: (name: string): string => `node ${name}`,
  /** Pods that name a claim. */
  claim: (namespace: string, name: string): string => `claim ${namespace}/${name}`,
  /** Pods of a namespace that show no specification, and so may use anything. */
  bare: (namespace: string): string => `bare ${namespace}`,
  /** Volumes that name a claim. */
  claimed: (namespace: string, name: string): string => `claimed ${namespace}/${name}`,
  /** Volumes that are bound to the uid of a claim. */
  claimedBy: (uid: string): string => `claimed by ${uid}`,
  /** Claims that name a volume. */
  volume: (name: string): string => `volume ${name}`,
  /** Claims and volumes that name a VolumeAttributesClass. */
  attributes: (name: string): string => `class ${name}`,
  /** Claims and volumes that may name any. */
  anyAttributes: 'any class',
  /** Secrets with tokens of a ServiceAccount. */
  account: (namespace: string, name: string): string => `account ${namespace}/${name}`,
  /** Slices of a Service. */
  slices: (namespace: string, name: string): string => `slices ${namespace}/${name}`,
  /** ResourceClaims that a pod uses, by its uid. */
  devices: (uid: string): string => `devices ${uid}`,
  /** Pods of a PodGroup. */
  group: (namespace: string, name: string): string => `group ${namespace}/${name}`,
  /** Pods of a namespace that count for a Job, and that nobody controls. */
  loose: (namespace: string): string => `loose ${namespace}`,
  /** Pods that have ended. */
  ended: 'ended',
} as const

/** The name of the group that a pod belongs to; nothing where it belongs to none. */
export const podGroupOf = ({ spec }: WholeObject): string | undefined =>
  textIn(ownField(spec, 'schedulingGroup'), 'podGroupName')

/** The name of the Service or the Endpoints that a slice is for. */
export const serviceOf = ({ metadata: { labels } }: WholeObject): string | undefined =>
  textIn(labels, 'kubernetes.io/service-name')

/** The account whose token a Secret holds. */
export const accountOf = (secret: WholeObject): string | undefined =>
  annotationOf(secret, 'kubernetes.io/service-account.name')

export const isSlice: ReturnType<typeof isOf> = isOf('discovery.k8s.io', 'EndpointSlice')
export const isSecret: ReturnType<typeof isOf> = isOf('', 'Secret')
export const isResourceClaim: ReturnType<typeof isOf> = isOf('resource.k8s.io', 'ResourceClaim')

/** Every key of an object; some may come twice. */
export const facetsOf = (object: WholeObject): ReadonlyArray<string> => {
  const namespace = namespaceOf(object)
  const facets = [facet.listed(keyOf(object)), facet.kind(object.kind)]
  for (const { uid } of ownersOf(object)) facets.push(facet.owner(uid))
  if (namespace !== undefined) facets.push(facet.content(namespace), facet.kindIn(object.kind, namespace))
  if (isPod(object)) facets.push(...facetsOfPod(object, namespace ?? ''))
  else if (isVolume(object)) facets.push(...facetsOfVolume(object))
  else if (isClaim(object)) facets.push(...facetsOfClaim(object))
  else facets.push(...facetsOfOthers(object, namespace ?? ''))
  return facets
}

const facetsOfPod = (pod: WholeObject, namespace: string): ReadonlyArray<string> => {
  const [node, group] = [nodeNameOf(pod), podGroupOf(pod)]
  return [
    ...(node === undefined ? [] : [facet.node(node)]),
    ...(pod.spec === undefined ? [facet.bare(namespace)] : []),
    ...claimsOf(pod).map(({ name }) => facet.claim(namespace, name)),
    ...(group === undefined ? [] : [facet.group(namespace, group)]),
    ...(hasFinalizer(trackingFinalizer)(pod) && controllerOf(pod) === undefined ? [facet.loose(namespace)] : []),
    ...(isFinished(pod) ? [facet.ended] : []),
  ]
}

const facetsOfVolume = (volume: WholeObject): ReadonlyArray<string> => {
  const reference = claimRefOf(volume)
  return [
    ...(reference === undefined ? [] : [facet.claimed(reference.namespace, reference.name)]),
    ...named(reference?.uid, facet.claimedBy),
    ...facetsOfClasses(volume),
  ]
}

const facetsOfClaim = (claim: WholeObject): ReadonlyArray<string> => {
  const volume = volumeNameOf(claim)
  return [...(volume === undefined ? [] : [facet.volume(volume)]), ...facetsOfClasses(claim)]
}

const facetsOfClasses = (object: WholeObject): ReadonlyArray<string> => [
  ...classesOf(object).map(facet.attributes),
  ...(object.spec === undefined || object.status === undefined ? [facet.anyAttributes] : []),
]

const facetsOfOthers = (object: WholeObject, namespace: string): ReadonlyArray<string> => {
  if (isSlice(object)) return named(serviceOf(object), (service) => facet.slices(namespace, service))
  if (isSecret(object)) return named(accountOf(object), (account) => facet.account(namespace, account))
  if (isResourceClaim(object))
    return [ownerPodOf(object)?.uid, ...usersOf(object).map(({ uid }) => uid)].flatMap((uid) =>
      named(uid, facet.devices),
    )
  const defined = isDefinition(object) ? definedKind(object) : undefined
  return defined === undefined ? [] : [facet.definition(defined.group, defined.kind)]
}

const named = (name: string | undefined, make: (name: string) => string): ReadonlyArray<string> =>
  name === undefined ? [] : [make(name)]
