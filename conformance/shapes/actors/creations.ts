/** How the objects of a recording come to be: one by one, then with owners that were not there yet. */
import type { OwnerReference, WholeObject } from '../../../src/apiserver/index.js'
import type { OutsideRequest } from '../../../src/simulate/cascade/index.js'

/** The requests that create objects. */
export const creations = (all: ReadonlyArray<WholeObject>): ReadonlyArray<OutsideRequest> => {
  const objects = all.filter((object) => !isOfSecondDefinition(all, object))
  const definitionsFirst = [...objects].sort((a, b) => rank(a) - rank(b))
  return [
    ...definitionsFirst.map((object, index): OutsideRequest => ({
      _tag: 'Create',
      object: withDefaults(
        withOwners(
          object,
          ownersOf(object).filter((owner) => !isLater(definitionsFirst, index, owner)),
        ),
      ),
    })),
    ...definitionsFirst.flatMap((object, index): ReadonlyArray<OutsideRequest> =>
      ownersOf(object).some((owner) => isLater(definitionsFirst, index, owner))
        ? [{ _tag: 'SetOwners', uid: object.metadata.uid, ownerReferences: ownersOf(object) }]
        : [],
    ),
    ...definitionsFirst.flatMap(({ kind, status, metadata }): ReadonlyArray<OutsideRequest> =>
      kind === 'Pod' && status !== undefined ? [{ _tag: 'Patch', uid: metadata.uid, patch: { status } }] : [],
    ),
  ]
}

/**
 * The recorder sent an object to the resource of the last definition of its kind. Where an earlier one has the kind already,
 * the last is not served, so that the object never came to be.
 */
const isOfSecondDefinition = (objects: ReadonlyArray<WholeObject>, { kind, apiVersion }: WholeObject): boolean =>
  objects.filter((one) => {
    const { group, names } = (one.spec ?? {}) as {
      readonly group?: string
      readonly names?: { readonly kind?: string }
    }
    return one.kind === 'CustomResourceDefinition' && names?.kind === kind && apiVersion.startsWith(`${group ?? ''}/`)
  }).length > 1

const rank = ({ kind }: WholeObject): number => (kind === 'CustomResourceDefinition' ? 0 : 1)

const ownersOf = ({ metadata }: WholeObject): ReadonlyArray<OwnerReference> => metadata.ownerReferences ?? []

const withOwners = (object: WholeObject, ownerReferences: ReadonlyArray<OwnerReference>): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, ownerReferences },
})

/** An owner that is created later is named once it is there; one that is never created is named from the start. */
const isLater = (objects: ReadonlyArray<WholeObject>, index: number, { uid }: OwnerReference): boolean =>
  objects.findIndex(({ metadata }) => metadata.uid === uid) >= index

/** The fields that were filled in where a case leaves them out. */
const withDefaults = (object: WholeObject): WholeObject => {
  const { kind, metadata } = object
  const spec = (object.spec ?? {}) as Readonly<Record<string, unknown>>
  const app = { app: metadata.uid }
  const template = { metadata: { labels: app }, spec: { terminationGracePeriodSeconds: 2 } }
  // The status is set by a patch, once the object is there.
  const filled: WholeObject = { ...object, status: undefined }
  switch (kind) {
    case 'Pod':
      return { ...filled, spec: { terminationGracePeriodSeconds: 30, ...spec } }
    case 'PersistentVolume':
      return {
        ...filled,
        spec: { storageClassName: 'sc', ...('csi' in spec ? {} : { hostPath: { path: '/tmp/volume' } }), ...spec },
      }
    case 'ReplicationController':
      return { ...filled, spec: { replicas: 0, selector: app, template, ...spec } }
    case 'ReplicaSet':
    case 'Deployment':
      return { ...filled, spec: { replicas: 0, selector: { matchLabels: app }, template, ...spec } }
    case 'StatefulSet':
      return {
        ...filled,
        spec: { replicas: 0, selector: { matchLabels: app }, template, podManagementPolicy: 'Parallel', ...spec },
      }
    case 'Job':
      return { ...filled, spec: { parallelism: 0, completions: 1, template, ...spec } }
    case 'Service':
      return { ...filled, spec: { ports: [{ port: 80 }], ...spec } }
    case 'CronJob':
      return { ...filled, spec: { suspend: true, ...spec } }
    default:
      return filled
  }
}
