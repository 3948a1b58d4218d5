/**
 * What one object has to do with others in a cascade, as keys: what goes or changes along with it, what may turn with it, and
 * what is only read to decide about it.
 */
import { definedKind, isDefinition } from '../../../apiserver/definition.js'
import {
  type WholeObject,
  groupOf,
  isNamespace,
  isPod,
  namespaceOf,
  nodeNameOf,
  ownersOf,
} from '../../../apiserver/object.js'
import { isJob } from '../../../controllers/job/facts.js'
import { claimRefOf, volumeNameOf } from '../../../controllers/pv-binder/volume.js'
import { claimsOf } from '../../../controllers/pvc-protection/in-use.js'
import { isEndpoints, isService } from '../../../controllers/services.js'
import { classesOf } from '../../../controllers/vac-protection/users.js'
import { isClaim, isVolume } from '../../../controllers/volumes.js'
import { textIn } from '../../../controllers/workload/fields.js'
import { controllerOf } from '../../../controllers/workload/ownership.js'
import { isOf } from '../../../controllers/workload/pods.js'
import { managedKeys } from '../../consequence/inventory.js'
import { accountOf, facet, isSecret, isSlice, podGroupOf, serviceOf } from './facets.js'

const isNode = isOf('', 'Node')
const isAccount = isOf('', 'ServiceAccount')
const isRange = isOf('networking.k8s.io', 'ServiceCIDR')
const isAddress = isOf('networking.k8s.io', 'IPAddress')

/** Keys of what the deletion of an object may take along: dependents, content, instances, and what controllers delete after it. */
export const follows = (object: WholeObject): ReadonlyArray<string> => {
  const { name, uid } = object.metadata
  const namespace = namespaceOf(object) ?? ''
  const dependents = facet.owner(uid)
  if (isPod(object)) return [dependents, facet.devices(uid)]
  if (isNamespace(object)) return [dependents, facet.content(name)]
  if (isNode(object)) return [dependents, facet.node(name)]
  if (isService(object)) return [dependents, facet.at('', 'Endpoints', name, namespace), facet.slices(namespace, name)]
  if (isEndpoints(object)) return [dependents, facet.slices(namespace, name)]
  if (isAccount(object)) return [dependents, facet.account(namespace, name)]
  if (isClaim(object)) return [dependents, ...volumesOf(object, namespace)]
  if (isVolume(object)) return [dependents, ...claimsOfVolume(object)]
  return [dependents, ...managedKeys(object).map(facet.listed)]
}

const volumesOf = (claim: WholeObject, namespace: string): ReadonlyArray<string> => {
  const volume = volumeNameOf(claim)
  const claimed = facet.claimed(namespace, claim.metadata.name)
  const bound = facet.claimedBy(claim.metadata.uid)
  return volume === undefined ? [claimed, bound] : [claimed, bound, facet.at('', 'PersistentVolume', volume)]
}

const claimsOfVolume = (volume: WholeObject): ReadonlyArray<string> => {
  const reference = claimRefOf(volume)
  const named = facet.volume(volume.metadata.name)
  return reference === undefined
    ? [named]
    : [named, facet.at('', 'PersistentVolumeClaim', reference.name, reference.namespace)]
}

/** Instances of the kind that a definition stands for, as a key and which of its members they are. */
export const instancesOf = (object: WholeObject): ReturnType<typeof definedKind> =>
  isDefinition(object) ? definedKind(object) : undefined

/** Keys of what decides about an object, or waits for it, as its controllers have it: it is played along. */
export const partners = (object: WholeObject): ReadonlyArray<string> => {
  const namespace = namespaceOf(object) ?? ''
  const { name } = object.metadata
  if (isSlice(object)) {
    const service = serviceOf(object)
    return service === undefined
      ? []
      : [
          facet.slices(namespace, service),
          facet.at('', 'Endpoints', service, namespace),
          facet.at('', 'Service', service, namespace),
        ]
  }
  if (isEndpoints(object)) return [facet.at('', 'Service', name, namespace)]
  if (isJob(object)) return [facet.loose(namespace)]
  if (isRange(object)) return [facet.kind('ServiceCIDR'), facet.kind('IPAddress')]
  if (isSecret(object)) {
    const account = accountOf(object)
    return account === undefined ? [] : [facet.at('', 'ServiceAccount', account, namespace)]
  }
  return []
}

/** Uids of what is played along: a Job counts its pods, and a volume is bound to a claim by its uid. */
export const boundTo = (object: WholeObject): ReadonlyArray<string> => {
  const owner = isPod(object) ? controllerOf(object) : undefined
  if (owner !== undefined && isJob(owner)) return [owner.uid]
  const claim = isVolume(object) ? claimRefOf(object)?.uid : undefined
  return claim === undefined ? [] : [claim]
}

/** Keys of what waits until an object is gone, if it is being deleted itself. */
export const waiters = (object: WholeObject): ReadonlyArray<string> => {
  const namespace = namespaceOf(object) ?? ''
  if (isPod(object)) {
    const group = podGroupOf(object)
    return [
      ...claimsOf(object).map(({ name }) => facet.at('', 'PersistentVolumeClaim', name, namespace)),
      ...(object.spec === undefined ? [facet.kindIn('PersistentVolumeClaim', namespace)] : []),
      ...(group === undefined ? [] : [facet.at('scheduling.k8s.io', 'PodGroup', group, namespace)]),
      ...(object.spec === undefined ? [facet.kindIn('PodGroup', namespace)] : []),
    ]
  }
  if (isVolume(object) || isClaim(object))
    return object.spec === undefined || object.status === undefined
      ? [facet.kind('VolumeAttributesClass')]
      : classesOf(object).map((name) => facet.at('storage.k8s.io', 'VolumeAttributesClass', name))
  if (isAddress(object)) return [facet.kind('ServiceCIDR')]
  return []
}

/** Keys of what is read to decide about an object. */
export const surroundings = (object: WholeObject): ReadonlyArray<string> => {
  const namespace = namespaceOf(object)
  const found: string[] = []
  if (namespace !== undefined) found.push(facet.at('', 'Namespace', namespace))
  found.push(facet.definition(groupOf(object.apiVersion), object.kind))
  for (const { apiVersion, kind, name } of ownersOf(object)) {
    const group = groupOf(apiVersion)
    found.push(facet.definition(group, kind), facet.at(group, kind, name, namespace), facet.at(group, kind, name))
  }
  const node = nodeNameOf(object)
  if (node !== undefined && isPod(object)) found.push(facet.at('', 'Node', node))
  if (isClaim(object)) {
    const { name } = object.metadata
    found.push(facet.claim(namespace ?? '', name), facet.bare(namespace ?? ''))
    const storage = textIn(object.spec, 'storageClassName')
    if (storage !== undefined) found.push(facet.at('storage.k8s.io', 'StorageClass', storage))
  }
  return found
}

/** Keys of what holds an object back together with others, of which one is enough: users of a class, pods of a group. */
export const usersAmong = (object: WholeObject): ReadonlyArray<string> => {
  const { name } = object.metadata
  if (isOf('storage.k8s.io', 'VolumeAttributesClass')(object)) return [facet.attributes(name), facet.anyAttributes]
  if (isOf('scheduling.k8s.io', 'PodGroup')(object)) {
    const namespace = namespaceOf(object) ?? ''
    return [facet.group(namespace, name), facet.bare(namespace)]
  }
  return []
}
