/**
 * The protection of PodGroups: a group that is being deleted keeps its finalizer while a pod that has not ended belongs to
 * it. Admission puts the finalizer on; a group without it is not protected.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/scheduling/podgroupprotection/podgroup_protection_controller.go processPodGroup
 */
import { type WholeObject, groupOf, hasFinalizer, isBeingDeleted, isFinished, isPod } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { takeFinalizer } from '../acts.js'
import { type Controller, type View, noKeys } from '../controller.js'
import { namespacedKey, partsOf } from '../keys.js'
import { textIn } from '../workload/fields.js'

/** Why a group is no longer protected. */
export type GroupProtectionWhy =
  /**
   * It is being deleted, and no pod that has not ended belongs to it.
   * @upstream kubernetes 1.36.2 pkg/controller/scheduling/podgroupprotection/podgroup_protection_controller.go removeFinalizer
   */
  { readonly _tag: 'GroupUnused' }

/** What it is called. */
const groupProtection = 'podgroup-protection-controller'

/** The finalizer of groups. */
export const groupFinalizer = 'scheduling.k8s.io/podgroup-protection'

/** The controller; its keys are `namespace/name` of groups. */
export const podGroupProtectionController = (): Controller<GroupProtectionWhy> => ({
  name: groupProtection,
  /** @upstream kubernetes 1.36.2 pkg/controller/scheduling/podgroupprotection/podgroup_protection_controller.go processNextWorkItem */
  retries: 'refusals',
  watches: ['PodGroup', 'Pod'],
  needs: ['PodGroup'],
  keysOf: ({ _tag, object }) => {
    if (isGroup(object)) return _tag === 'Deleted' ? noKeys : namespacedKey(object)
    if (!isPod(object) || (_tag !== 'Deleted' && !isFinished(object))) return noKeys
    const group = groupNameOf(object)
    return group === undefined ? noKeys : namespacedKey(object, group)
  },
  reconcile: (view) => (key) => {
    const [namespace, name] = partsOf(key)
    const found = view.listOf(schedulingGroup, 'PodGroup', namespace).find(({ metadata }) => metadata.name === name)
    const isFree =
      found !== undefined &&
      isBeingDeleted(found) &&
      hasFinalizer(groupFinalizer)(found) &&
      !mayHavePods(view, namespace, name)
    return { requests: isFree ? [takeFinalizer(found, groupFinalizer)] : [], why: { _tag: 'GroupUnused' } }
  },
})

const schedulingGroup = 'scheduling.k8s.io'

const isGroup = ({ apiVersion, kind }: WholeObject): boolean =>
  kind === 'PodGroup' && groupOf(apiVersion) === schedulingGroup

const groupNameOf = ({ spec }: WholeObject): string | undefined =>
  textIn(ownField(spec, 'schedulingGroup'), 'podGroupName')

/** A pod that is not shown, or is shown without its specification, may belong to it. */
const mayHavePods = (view: View, namespace: string, name: string): boolean =>
  !view.covers('v1', 'Pod', namespace) ||
  view
    .listOf('', 'Pod', namespace)
    .some((pod) => !isFinished(pod) && (pod.spec === undefined || groupNameOf(pod) === name))
