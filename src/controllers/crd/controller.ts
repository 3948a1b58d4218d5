/**
 * The finalizer controller of CustomResourceDefinitions: deletes the instances of a definition that is being deleted, waits
 * until they are gone, and removes its finalizer.
 *
 * The real one gives up after a minute and begins again after a back-off (`nextLook`), and each definition takes up one
 * of its five workers meanwhile. Neither is played, since both only delay what comes: it goes on looking.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go sync
 */
import {
  type Condition,
  cleanupFinalizer,
  conditionsOf,
  definedKind,
  definedScopes,
  isDefinition,
  overlapsBuiltIn,
  withCondition,
} from '../../apiserver/definition.js'
import { type WholeObject, hasFinalizer, isBeingDeleted } from '../../apiserver/object.js'
import { type Millis, after, between, millis } from '../../core/time.js'
import { takeFinalizer } from '../acts.js'
import { type Again, type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { type Program, andThen, call, done, withOthersFirst } from '../program.js'

/** Why an instance is deleted, or a definition changed. */
export type DefinitionWhy =
  /**
   * Its CustomResourceDefinition is being deleted.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go deleteInstances
   */
  | { readonly _tag: 'DefinitionDeleted'; readonly definition: string }
  /**
   * None of its instances is left, or it has none that are its own.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go sync
   */
  | { readonly _tag: 'InstancesGone' }
  /** Its condition `Terminating` tells how far the deletion of its instances has come. */
  | { readonly _tag: 'DefinitionReported' }

/** What it is called. */
const definitionController = 'crd-finalizer'

/** The rules of one finalizer controller. */
export interface DefinitionRules {
  /** How often it looks whether instances are left. Default: 5 s; without any, after every change. */
  readonly looksEvery?: Millis | undefined
}

/** The controller; its keys are uids of definitions. */
export const crdController = ({
  looksEvery = millis(lookPeriod),
}: DefinitionRules = {}): Controller<DefinitionWhy> => ({
  name: definitionController,
  workers: 5,
  watches: ['CustomResourceDefinition'],
  keysOf: ({ _tag, object }) => (_tag !== 'Deleted' && isHeld(object) ? [object.metadata.uid] : noKeys),
  reconcile: (view) => (uid) => {
    const definition = view.find(uid)
    if (definition === undefined || !isHeld(definition)) return done(ended(''))
    const { name } = definition.metadata
    const untouched = untouchedBecause(definition)
    if (untouched !== undefined) return released(view, uid, name, untouched)
    return andThen(told(definition, inProgress), () =>
      andThen(deleteEach(view, instancesOf(view, definition), 0), () =>
        instancesOf(view, definition).length > 0 || !showsInstances(view, definition)
          ? done(ended(name, { _tag: 'AfterChange', period: looksEvery === 0 ? undefined : looksEvery }))
          : released(view, uid, name, completed),
      ),
    )
  },
})

const isHeld = (object: WholeObject): boolean =>
  isDefinition(object) && isBeingDeleted(object) && hasFinalizer(cleanupFinalizer)(object)

const instancesOf = (view: View, definition: WholeObject): ReadonlyArray<WholeObject> => {
  const defined = definedKind(definition)
  return defined === undefined ? [] : view.listOf(defined.group, defined.kind)
}

/** An instance that is not shown may be left, and one of a kind that the definition doesn't tell. */
const showsInstances = (view: View, definition: WholeObject): boolean =>
  definedKind(definition) !== undefined &&
  definedScopes(definition).every(({ apiVersion, kind }) => view.covers(apiVersion, kind))

/** Straight at the storage, in no order, without options: no admission is asked, and the collector's finalizers stay. */
const deleteEach = (view: View, instances: ReadonlyArray<WholeObject>, from: number): Program<null> => {
  for (let at = from; at < instances.length; at++) {
    const instance = instances[at]
    const object = instance === undefined ? undefined : view.addressOf(instance)
    if (object !== undefined)
      return {
        _tag: 'Call',
        request: { _tag: 'Delete', object, options: {}, isInternal: true },
        next: () => deleteEach(view, instances, at + 1),
        alternatives: () => withOthersFirst(instances, at).map((order) => deleteEach(view, order, 0)),
      }
  }
  return done(null)
}

/** Sets the condition, then takes the finalizer off. */
const released = (view: View, uid: string, name: string, condition: Condition): Program<Reconciled<DefinitionWhy>> => {
  const definition = view.find(uid)
  if (definition === undefined) return done(ended(name))
  return andThen(told(definition, condition), () => {
    const latest = view.find(uid)
    return latest === undefined
      ? done(ended(name))
      : andThen(call(takeFinalizer(latest, cleanupFinalizer)), () => done(ended(name)))
  })
}

const told = (definition: WholeObject, condition: Condition): Program<null> => {
  const object = withCondition(definition, condition)
  return object === definition
    ? done(null)
    : andThen(call({ _tag: 'Update', object, subresource: 'status' }), () => done(null))
}

/** Why no instance is touched; nothing where they are deleted. */
const untouchedBecause = (definition: WholeObject): Condition | undefined => {
  if (overlapsBuiltIn(definition)) return overlapping
  const established = conditionsOf(definition).find(({ type }) => type === 'Established')
  return established === undefined || established.status === 'True' ? undefined : neverEstablished
}

const terminating = (status: 'True' | 'False', reason: string, message: string): Condition => ({
  type: 'Terminating',
  status,
  reason,
  message,
})

const inProgress = terminating('True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress')
const completed = terminating('False', 'InstanceDeletionCompleted', 'removed all instances')
const neverEstablished = terminating('False', 'NeverEstablished', 'resource was never established')
const overlapping = terminating(
  'False',
  'OverlappingBuiltInResource',
  'instances overlap with built-in resources in storage',
)

const ended = (definition: string, again?: Again): Reconciled<DefinitionWhy> => ({
  why: ({ request }) => [
    request._tag === 'Delete'
      ? { _tag: 'DefinitionDeleted', definition }
      : {
          _tag: request._tag === 'Update' && request.subresource === 'status' ? 'DefinitionReported' : 'InstancesGone',
        },
  ],
  again,
})

/**
 * An API server looks for instances no later than this, where the deletion of the definition began then. It looks every 5 s,
 * gives up after a minute, and begins again after a back-off from 5 ms to 1000 s, or a resync, at least every 5 min. An attempt
 * that fails to list or delete ends at once, so that its back-off is no longer than all the time before.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go deleteInstances
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go New
 */
export const nextLook = (begun: Date, at: Date, failsAtOnce: boolean): Date => {
  const elapsed = Math.max(0, between(begun, at))
  const attempts = Math.floor(elapsed / attempt)
  const backOff = failsAtOnce ? elapsed : attempts === 0 ? 0 : firstBackOff * 2 ** (attempts - 1)
  return after(at, millis(Math.min(Math.max(lookPeriod, Math.ceil(backOff)), resync)))
}

/** From one look for instances to the next, in milliseconds. */
const lookPeriod = 5000

/** It gives up after this, in milliseconds. */
const attempt = 60_000

const firstBackOff = 5
const resync = 300_000
