/**
 * What comes back after a cascade, and who makes it: objects that a living controller replaces as soon as they are gone.
 */
import {
  type Target,
  type WholeObject,
  groupOf,
  isBeingDeleted,
  isPod,
  namespaceOf,
  nodeNameOf,
  targetOf,
} from '../../apiserver/object.js'
import { isJobFinished } from '../../controllers/workload/fields.js'
import { isEndpoints, isService } from '../../controllers/services.js'
import { isClaim } from '../../controllers/volumes.js'
import { isOf } from '../../controllers/workload/pods.js'
import { ownField } from '../../internal/lists.js'
import type { Going } from './going.js'

/** One object that comes back: a new one in its place, without its data. */
export interface ComesBack {
  readonly target: Target
  /** The object whose controller makes it; absent where a namespace as such has one. */
  readonly maker?: Target
}

/**
 * Objects that are gone, or are being deleted, and that somebody makes again, in the order of the snapshot.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/replicaset/replica_set.go manageReplicas
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go getStatefulSetRevisions
 * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/serviceaccounts_controller.go syncNamespace
 */
export const comesBack = (
  before: ReadonlyArray<WholeObject>,
  after: ReadonlyMap<string, WholeObject>,
  { goesHere, ends }: Pick<Going, 'goesHere' | 'ends'>,
): ReadonlyArray<ComesBack> => {
  // Whoever makes an object again is soon found, and most objects have nobody.
  const going = before.filter((object) => (isNode(object) || mayComeBack(object, after)) && goesHere(object))
  if (going.length === 0) return []
  const living = [...after.values()].filter((object) => !isBeingDeleted(object))
  const sets = living.filter(isOf('apps', 'StatefulSet'))
  const services = living.filter(isService)
  const lostNodes = new Set(going.filter(isNode).map(({ metadata }) => metadata.name))
  return going.flatMap((object): ReadonlyArray<ComesBack> => {
    const namespace = namespaceOf(object)
    if (namespace !== undefined && ends(namespace)) return []
    const maker = makerOf(object, after) ?? makerByName(object, sets, services)
    if (maker !== undefined && isRevision(object) && !isNewest(object, maker, before)) return []
    if (maker?.kind === 'DaemonSet' && isPod(object) && lostNodes.has(nodeNameOf(object) ?? '')) return []
    if (maker !== undefined) return [{ target: targetOf(object), maker: targetOf(maker) }]
    return isOfEveryNamespace(object) ? [{ target: targetOf(object) }] : []
  })
}

const mayComeBack = (object: WholeObject, after: ReadonlyMap<string, WholeObject>): boolean =>
  isClaim(object) || isEndpoints(object) || isOfEveryNamespace(object) || makerOf(object, after) !== undefined

/** The controller of an object, if it lives and keeps objects of this kind. */
const makerOf = (object: WholeObject, after: ReadonlyMap<string, WholeObject>): WholeObject | undefined => {
  const reference = object.metadata.ownerReferences?.find(({ controller }) => controller === true)
  const owner = reference === undefined ? undefined : after.get(reference.uid)
  if (owner === undefined || isBeingDeleted(owner)) return undefined
  return makes(owner, object) ? owner : undefined
}

/** The revision of the template that a set has now; the others are its history, which nobody makes again. */
const isNewest = (
  revision: WholeObject,
  { metadata: { uid } }: WholeObject,
  all: ReadonlyArray<WholeObject>,
): boolean =>
  !all.some(
    (other) =>
      isRevision(other) &&
      other.metadata.ownerReferences?.some((owner) => owner.uid === uid) === true &&
      Number(ownField(other, 'revision')) > Number(ownField(revision, 'revision')),
  )

const makes = (owner: WholeObject, object: WholeObject): boolean => {
  const group = groupOf(owner.apiVersion)
  switch (`${group}/${owner.kind}`) {
    case 'apps/ReplicaSet':
    case 'apps/StatefulSet':
    case '/ReplicationController':
      return isRevision(object) || (isPod(object) && ownField(owner.spec, 'replicas') !== 0)
    case 'apps/DaemonSet':
      return isPod(object) || isRevision(object)
    case 'batch/CronJob':
      return isOf('batch', 'Job')(object) && ownField(owner.spec, 'suspend') !== true
    case 'apps/Deployment':
      return isOf('apps', 'ReplicaSet')(object)
    case 'batch/Job':
      return isPod(object) && !isJobFinished(owner)
    case '/Service':
      return object.kind === 'EndpointSlice'
    case '/Node':
      // The kubelet of a static pod shows it again.
      return isPod(object)
    default:
      return false
  }
}

/** What is made by name, without an owner reference: the claims of a StatefulSet, the Endpoints of a Service. */
const makerByName = (
  object: WholeObject,
  sets: ReadonlyArray<WholeObject>,
  services: ReadonlyArray<WholeObject>,
): WholeObject | undefined => {
  const { namespace, name } = object.metadata
  if (isClaim(object)) return sets.find((set) => set.metadata.namespace === namespace && claimNames(set).has(name))
  if (!isEndpoints(object)) return undefined
  return services.find(
    (service) =>
      service.metadata.namespace === namespace &&
      service.metadata.name === name &&
      ownField(service.spec, 'selector') !== undefined,
  )
}

/** The claims of the pods that a StatefulSet keeps. */
const claimNames = (set: WholeObject): ReadonlySet<string> => {
  const [templates, replicas, first] = [
    ownField(set.spec, 'volumeClaimTemplates'),
    ownField(set.spec, 'replicas') ?? 1,
    ownField(ownField(set.spec, 'ordinals'), 'start') ?? 0,
  ]
  if (!Array.isArray(templates) || !isSmall(replicas) || !isSmall(first)) return new Set()
  return new Set(
    templates.flatMap((template: unknown) => {
      const name = ownField(ownField(template, 'metadata'), 'name')
      return typeof name === 'string'
        ? Array.from({ length: replicas }, (_, index) => `${name}-${set.metadata.name}-${first + index}`)
        : []
    }),
  )
}

/** A count of replicas that a cluster can have. */
const isSmall = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 1e5

/** Each namespace has an account and a certificate bundle, which are made again while it lives. */
const isOfEveryNamespace = (object: WholeObject): boolean => {
  const { name } = object.metadata
  return (name === 'default' && isAccount(object)) || (name === 'kube-root-ca.crt' && isConfigMap(object))
}

const isNode = isOf('', 'Node')
const isRevision = isOf('apps', 'ControllerRevision')
const isAccount = isOf('', 'ServiceAccount')
const isConfigMap = isOf('', 'ConfigMap')
