/**
 * Which controller owns an object's history, and how controllers and objects are named in a plan.
 */
import { addTo, compareText } from '../../internal/lists.js'
import {
  type KubeObject,
  type OwnerReference,
  type Target,
  groupOf,
  namespaceOf,
  targetOf,
} from '../../apiserver/object.js'
import type { Action } from './action.js'
import type { KeepReason, Kept, Owner, Pass, Reason, Removal } from './reason.js'
import { selects } from '../selector.js'
import type { Keeper, Snapshot } from './snapshot.js'
import type { OwnedBy, Policy } from './policy.js'

/** A controller as a fact. */
export const ownerOf = (object: KubeObject): Owner => ({ ...nameOf(object), uid: object.metadata.uid })

const nameOf = ({ apiVersion, kind, metadata: { namespace, name } }: KubeObject): Omit<Owner, 'uid'> =>
  namespace === undefined || namespace === '' ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name }

/** By namespace, then name. */
export const compareNames = (a: KubeObject, b: KubeObject): number =>
  compareText(a.metadata.namespace ?? '', b.metadata.namespace ?? '') || compareText(a.metadata.name, b.metadata.name)

/**
 * The reference of an object to what controls it; the first one counts.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go GetControllerOf
 */
export const controllerOf = ({ metadata: { ownerReferences = [] } }: KubeObject): OwnerReference | undefined =>
  ownerReferences.find(({ controller }) => controller === true)

/** How the objects of a controller are told. */
export type OwnedByRule = (controller: KubeObject) => OwnedBy

/**
 * Finds the controller of an object among those that are listed.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/controller_utils.go PodControllerIndexKey
 */
export const controllerAmong = (
  controllers: ReadonlyArray<KubeObject>,
  ownedBy: OwnedByRule = () => 'controller-uid',
): ((object: KubeObject) => KubeObject | undefined) => {
  const byUid = new Map(controllers.map((controller) => [controller.metadata.uid, controller]))
  return (object) => {
    const reference = controllerOf(object)
    const controller = reference && byUid.get(reference.uid)
    if (controller === undefined || ownedBy(controller) === 'controller-uid') return controller
    const { kind, metadata } = controller
    const isIt =
      reference?.kind === kind && reference.name === metadata.name && namespaceOf(object) === namespaceOf(controller)
    return isIt ? controller : undefined
  }
}

/** Objects by the uid of their controller, for the given controllers. */
export const byController = <O extends KubeObject>(
  objects: ReadonlyArray<O>,
  controllers: ReadonlyArray<KubeObject>,
  ownedBy?: OwnedByRule,
): ReadonlyMap<string, ReadonlyArray<O>> => {
  const find = controllerAmong(controllers, ownedBy)
  const groups = new Map<string, O[]>()
  for (const object of objects) {
    const controller = find(object)
    if (controller !== undefined) addTo(groups, controller.metadata.uid, object)
  }
  return groups
}

/** Objects that a controller owns and selects, and those that it releases. */
export const claimed = <O extends KubeObject>(
  { spec }: Keeper,
  objects: ReadonlyArray<O>,
): { readonly selected: ReadonlyArray<O>; readonly released: ReadonlyArray<O> } => {
  const selector = spec?.selector
  if (selector === undefined) return { selected: objects, released: [] }
  const takes = selects(selector)
  const [selected, released]: [O[], O[]] = [[], []]
  for (const object of objects) (takes(object) ? selected : released).push(object)
  return { selected, released }
}

/** Why one object stays. */
export interface KeptObject {
  readonly object: KubeObject
  readonly reasons: Kept['reasons']
}

/** A pass before what stays is put in order. */
export type DecidedPass = Omit<Pass, 'kept'> & { readonly kept: ReadonlyArray<KeptObject> }

/** Decisions of one pass as they are made. */
export interface Decisions {
  readonly keep: (object: KubeObject, reason: KeepReason, ...further: ReadonlyArray<KeepReason>) => void
  /** The same for reasons that are a list already, which many objects may share. */
  readonly keepAs: (one: KeptObject) => void
  readonly remove: (
    object: KubeObject,
    reason: Reason,
    actions: Removal['actions'],
    /** Removals that must succeed first. */
    after: ReadonlyArray<Target>,
  ) => Target
  readonly pass: (name: DecidedPass['name']) => DecidedPass
}

/** No decision yet. */
export const decisions = (): Decisions => {
  const removals: Removal[] = []
  const kept: KeptObject[] = []
  return {
    keep: (object, ...reasons) => kept.push({ object, reasons }),
    keepAs: (one) => kept.push(one),
    remove: (object, reason, actions, after) => {
      const target = targetOf(object)
      removals.push({ target, actions, reasons: [reason], requires: after, frees: 0 })
      return target
    },
    pass: (name) => ({
      name,
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      // Every controller goes on without the others; what ends at a failure of its own is in `requires`.
      onFailure: 'continue',
      removals,
      reserve: [],
      kept,
      events: [],
      refusal: { _tag: 'None' },
    }),
  }
}

/** Removals of one history, each after the one before. The first failure ends the clean-up. */
export const inTurn = (
  to: Decisions,
): ((object: KubeObject, reason: Reason, actions: readonly [Action, ...Action[]]) => void) => {
  let before: ReadonlyArray<Target> = []
  return (object, reason, actions) => {
    before = [to.remove(object, reason, actions, before)]
  }
}

const noController: KeptObject['reasons'] = [{ _tag: 'NoController' }]

/** Why an object is kept that belongs to no listed controller of the right kind. */
export const keeperless =
  (
    group: string,
    kinds: ReadonlyArray<string>,
    covers: (apiVersion: string, kind: string, namespace?: string) => boolean,
  ) =>
  (object: KubeObject): KeptObject['reasons'] => {
    const controller = controllerOf(object)
    if (controller === undefined) return noController
    const { apiVersion, kind, name, uid } = controller
    const owner: Owner = { apiVersion, kind, name, uid }
    if (groupOf(apiVersion) !== group || !kinds.includes(kind)) return [{ _tag: 'OtherController', owner }]
    return covers(apiVersion, kind, object.metadata.namespace)
      ? [{ _tag: 'ControllerAbsent', owner }]
      : [{ _tag: 'ControllerNotCovered', owner }]
  }

/** A snapshot under the rules that decide it. */
export interface PassInput {
  readonly policy: Policy
  readonly snapshot: Snapshot
  readonly covers: (apiVersion: string, kind: string, namespace?: string) => boolean
}
