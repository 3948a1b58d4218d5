/**
 * The rules of history clean-up. Each rule that differs between releases has a name; a release is a set of rules.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput } from '../../core/problem.js'
import { rulesFrom } from '../../internal/rules-input.js'
import { type FieldsOf, object } from '../../internal/schema/object.js'
import { type Schema, oneOf, problemsOf } from '../../internal/schema/schema.js'

/** What of an owner reference has to be that of the controller. */
export type OwnedBy = 'controller-uid' | 'controller-identity'

/** The rules of the controllers. The limits themselves are in the objects. */
export interface Policy {
  /** Which old ReplicaSets go first: by lowest revision, or by creation. */
  readonly replicaSetOrder: 'revision' | 'creation'
  /** A negative limit of a StatefulSet: nothing is deleted, or the controller fails. */
  readonly negativeStatefulSetLimit: 'ignored' | 'fails'
  /** How Jobs are matched to a CronJob: by the controller's name, or by its uid and kind. */
  readonly jobsOfCronJob: 'controller-name' | 'controller-uid'
  /** When a CronJob's status is written: after every clean-up, or only after a deletion. */
  readonly cronJobStatus: 'every-clean-up' | 'when-deleted'
  /**
   * How the controller writes a pod template without a creation time into a revision: with a null for it (until 1.33), or
   * without the field. DaemonSets compare revisions as written, so one written the other way is not the current one.
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go Match
   */
  readonly templateCreation: 'absent' | 'null'
  /**
   * Which revision a StatefulSet takes for that of its template: one that is as it would be written, or if there is none,
   * also the newest one if it means the same. 1.34.0 and 1.34.1 know only the former.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go getStatefulSetRevisions
   */
  readonly revisionOfTemplate: 'as-written' | 'newest-by-meaning'
  /**
   * How pods are matched to a DaemonSet: by the controller's uid alone, or by its kind, namespace, name and uid.
   * @upstream kubernetes 1.36.2 pkg/controller/controller_utils.go FilterPodsByOwner
   */
  readonly podsOfDaemonSet: OwnedBy
  /** The same for StatefulSets. */
  readonly podsOfStatefulSet: OwnedBy
  /**
   * How revisions are matched to a StatefulSet.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go ListRevisions
   */
  readonly revisionsOfStatefulSet: OwnedBy
  /**
   * Pods that the snapshot does not cover. `keep`: they may use any revision, so revisions stay. `absent`: they do not
   * exist; listed in the plan's assumptions.
   */
  readonly uncovered: 'keep' | 'absent'
}

/** Rules that differ from the default; the rest is taken from {@link defaultPolicy}. */
export type PolicyInput = Partial<Policy>

/** A rule with an invalid value. */
export interface PolicyError {
  readonly _tag: 'InvalidField'
  readonly field: keyof Policy
  readonly expected: string
  readonly actual: string
}

/** With the second version of the CronJob controller; the first one, which polls, goes by `controller-uid`. */
const kubernetes_1_20: Policy = {
  replicaSetOrder: 'creation',
  negativeStatefulSetLimit: 'fails',
  jobsOfCronJob: 'controller-name',
  cronJobStatus: 'every-clean-up',
  templateCreation: 'null',
  revisionOfTemplate: 'as-written',
  podsOfDaemonSet: 'controller-uid',
  podsOfStatefulSet: 'controller-uid',
  revisionsOfStatefulSet: 'controller-uid',
  uncovered: 'keep',
}
const kubernetes_1_26: Policy = { ...kubernetes_1_20, replicaSetOrder: 'revision', cronJobStatus: 'when-deleted' }
const kubernetes_1_31: Policy = { ...kubernetes_1_26, negativeStatefulSetLimit: 'ignored' }
const kubernetes_1_32 = kubernetes_1_31
const kubernetes_1_33: Policy = { ...kubernetes_1_32, podsOfDaemonSet: 'controller-identity' }
/** Of 1.34.2 and later. */
const kubernetes_1_34: Policy = {
  ...kubernetes_1_33,
  templateCreation: 'absent',
  revisionOfTemplate: 'newest-by-meaning',
  podsOfStatefulSet: 'controller-identity',
}
const kubernetes_1_35 = kubernetes_1_34
const kubernetes_1_36: Policy = { ...kubernetes_1_35, revisionsOfStatefulSet: 'controller-identity' }

/**
 * The rules of eight releases.
 *
 * @example
 * ```ts
 * import * as History from 'gcplan/controllers/history'
 *
 * console.log(History.presets.kubernetes_1_20.replicaSetOrder) // creation
 * ```
 */
export const presets: {
  readonly kubernetes_1_20: Policy
  readonly kubernetes_1_26: Policy
  readonly kubernetes_1_31: Policy
  readonly kubernetes_1_32: Policy
  readonly kubernetes_1_33: Policy
  readonly kubernetes_1_34: Policy
  readonly kubernetes_1_35: Policy
  readonly kubernetes_1_36: Policy
} = {
  kubernetes_1_20,
  kubernetes_1_26,
  kubernetes_1_31,
  kubernetes_1_32,
  kubernetes_1_33,
  kubernetes_1_34,
  kubernetes_1_35,
  kubernetes_1_36,
}

/** The rules of Kubernetes 1.36; uncovered pods keep revisions. */
export const defaultPolicy: Policy = kubernetes_1_36

/**
 * Makes a policy from rules that differ from the default.
 *
 * Fails: `InvalidField`, one for each invalid rule, in the order of {@link Policy}.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as History from 'gcplan/controllers/history'
 *
 * const policy = History.makePolicy({ ...History.presets.kubernetes_1_26, uncovered: 'absent' })
 * console.log(E.isRight(policy) && policy.right.negativeStatefulSetLimit) // fails
 * ```
 */
export const makePolicy = (input: PolicyInput): E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> =>
  rulesFrom(defaultPolicy, rules)(input)

const ownedBy = oneOf('controller-uid', 'controller-identity')

const rules: FieldsOf<Policy> = {
  replicaSetOrder: oneOf('revision', 'creation'),
  negativeStatefulSetLimit: oneOf('ignored', 'fails'),
  jobsOfCronJob: oneOf('controller-name', 'controller-uid'),
  cronJobStatus: oneOf('every-clean-up', 'when-deleted'),
  templateCreation: oneOf('absent', 'null'),
  revisionOfTemplate: oneOf('as-written', 'newest-by-meaning'),
  podsOfDaemonSet: ownedBy,
  podsOfStatefulSet: ownedBy,
  revisionsOfStatefulSet: ownedBy,
  uncovered: oneOf('keep', 'absent'),
}

/** A whole policy. */
export const policy: Schema<Policy> = object<Policy>(rules)

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('history policy', policy)
