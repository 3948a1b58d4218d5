/** Pods as controllers of workloads count, make and delete them. */
import { type WholeObject, groupOf, isBeingDeleted, isFinished, isPod, namespaceOf } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { generatedNames } from '../names.js'
import { type Program, call, done } from '../program.js'
import { fieldsOf, listIn } from './fields.js'
import { controllerReference, ownerKey, unownedKey } from './ownership.js'
import { labelsIn } from './selector.js'

/** The address of a pod. */
const podNamed = (namespace: string | undefined, name: string): Address => ({
  apiVersion: 'v1',
  kind: 'Pod',
  resource: 'pods',
  ...(namespace === undefined ? {} : { namespace }),
  name,
})

/**
 * Pods by the uid of their controller; those that nobody controls by their namespace.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_utils.go AddPodControllerUIDIndexer
 */
const podIndex = (object: WholeObject): string | undefined => (isPod(object) ? ownerKey(object) : undefined)

/** The pods of a controller by its uid. */
export const podsOf = (view: View, uid: string): ReadonlyArray<WholeObject> => view.listBy(podIndex, uid)

/** The pods that an object may claim: those that it controls, and those of its namespace that nobody controls. */
export const podsFor = (view: View, object: WholeObject): ReadonlyArray<WholeObject> => [
  ...podsOf(view, object.metadata.uid),
  ...view.listBy(podIndex, unownedKey(object)),
]

/** True for a pod that runs or will run: it has not ended, and its deletion has not begun. */
export const isActive = (pod: WholeObject): boolean => !isFinished(pod) && !isBeingDeleted(pod)

/** True for an object of a group and kind, whatever its version. */
export const isOf =
  (group: string, kind: string) =>
  (one: Pick<WholeObject, 'apiVersion' | 'kind'>): boolean =>
    one.kind === kind && groupOf(one.apiVersion) === group

/** What a pod has beside what its template says. */
export interface PodExtras {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: ReadonlyArray<string>
}

/**
 * A pod of a template under a name; nothing where the labels or annotations of the template can't be read.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_utils.go GetPodFromTemplate
 */
export const podOf = (
  owner: WholeObject,
  template: unknown,
  name: string,
  extras: PodExtras = {},
): WholeObject | undefined => {
  const metadata = ownField(template, 'metadata')
  const labels = labelsIn(ownField(metadata, 'labels'))
  const annotations = labelsIn(ownField(metadata, 'annotations'))
  if (labels === undefined || annotations === undefined) return undefined
  const finalizers = listIn(metadata, 'finalizers').filter((one) => typeof one === 'string')
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace: namespaceOf(owner),
      name,
      uid: '',
      labels: { ...labels, ...extras.labels },
      annotations: { ...annotations, ...extras.annotations },
      finalizers: [...finalizers, ...(extras.finalizers ?? [])],
      ownerReferences: [controllerReference(owner)],
    },
    spec: fieldsOf(ownField(template, 'spec')),
    status: { phase: 'Pending' },
  }
}

/** So many free names of pods beside an object. */
export const freePodNames = (view: View, beside: WholeObject, base: string, count: number): ReadonlyArray<string> =>
  generatedNames(base, count, (name) => view.get(podNamed(namespaceOf(beside), name)) !== undefined)

/** Creates objects until one is refused; where others of their kind may exist that are not shown, none. */
export const createEach = (view: View, objects: ReadonlyArray<WholeObject>): Program<undefined> => {
  const from = (index: number): Program<undefined> => {
    const object = objects[index]
    if (object === undefined || !view.covers(object.apiVersion, object.kind, namespaceOf(object)))
      return done(undefined)
    return {
      _tag: 'Call',
      request: { _tag: 'Create', object },
      next: ({ _tag }) => (_tag === 'Accepted' ? from(index + 1) : done(undefined)),
    }
  }
  return from(0)
}

/** Deletes an object as it is found; nothing happens where it is gone or being deleted. */
export const deleteNow = (view: View, uid: string): Program<unknown> => {
  const object = view.find(uid)
  const address = object === undefined || isBeingDeleted(object) ? undefined : view.addressOf(object)
  return address === undefined
    ? done(undefined)
    : call({ _tag: 'Delete', object: address, options: { preconditions: { uid } } })
}
