/**
 * The rules of the owner collector. Each rule that differs between releases has a name; a release is a set of rules.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput } from '../../core/problem.js'
import { rulesFrom } from '../../internal/rules-input.js'
import { type FieldsOf, list, object } from '../../internal/schema/object.js'
import { type Schema, leaf, oneOf, problemsOf, text } from '../../internal/schema/schema.js'
import { groupOf } from '../../apiserver/object.js'
import type { DeletePreconditions } from './action.js'

/** A kind of one API group, in any version. */
export interface GroupKind {
  /** Empty for the core group. */
  readonly group: string
  readonly kind: string
}

/** The rules of the collector. */
export interface Policy {
  /** The preconditions of a delete. */
  readonly deletePreconditions: DeletePreconditions
  /** What "not found" for a delete means: retry later, or gone. */
  readonly notFoundOnDelete: 'retry' | 'gone'
  /**
   * What it means that an object is not found after its delete, with a resource version, met a conflict: nothing more to do
   * until its watch tells, or gone, so that its dependents are examined at once.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go deleteObject
   */
  readonly goneAfterConflict: 'done' | 'gone'
  /**
   * A namespaced dependent whose owner is only known as a cluster-scoped virtual node: `trust` the reference, or
   * `examine` it.
   */
  readonly namespacedDependentOfVirtualClusterOwner: 'trust' | 'examine'
  /**
   * What it does while the list of a kind is missing: `blocks`, so that nothing is collected, or goes on after 30 seconds.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Sync
   */
  readonly unsyncedKind: 'blocks' | 'goes-on'
  /**
   * What becomes of the watches of a group whose discovery fails; objects of kinds without a watch are not collected, and no
   * owner waits for them.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go GetDeletableResources
   */
  readonly failedDiscovery: 'drop-watches' | 'keep-watches'
  /** Kinds whose objects the collector does not watch. */
  readonly ignoredKinds: ReadonlyArray<GroupKind>
  /**
   * Owners and dependents that the snapshot does not cover. `keep`: they may exist, so objects that depend on them
   * stay. `absent`: they do not exist; listed in the plan's assumptions.
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

const coreEvents: GroupKind = { group: '', kind: 'Event' }

const kubernetes_1_20: Policy = {
  deletePreconditions: 'uid',
  notFoundOnDelete: 'retry',
  goneAfterConflict: 'done',
  namespacedDependentOfVirtualClusterOwner: 'trust',
  unsyncedKind: 'blocks',
  failedDiscovery: 'drop-watches',
  ignoredKinds: [coreEvents],
  uncovered: 'keep',
}

const kubernetes_1_26: Policy = {
  ...kubernetes_1_20,
  namespacedDependentOfVirtualClusterOwner: 'examine',
  ignoredKinds: [coreEvents, { group: 'events.k8s.io', kind: 'Event' }],
}

const kubernetes_1_31: Policy = { ...kubernetes_1_26, failedDiscovery: 'keep-watches' }
const kubernetes_1_32: Policy = { ...kubernetes_1_31, unsyncedKind: 'goes-on' }
const kubernetes_1_33 = kubernetes_1_32
const kubernetes_1_34: Policy = { ...kubernetes_1_33, deletePreconditions: 'uid-and-resource-version' }
const kubernetes_1_35 = kubernetes_1_34
const kubernetes_1_36: Policy = { ...kubernetes_1_35, notFoundOnDelete: 'gone', goneAfterConflict: 'gone' }

/**
 * The rules of eight releases.
 *
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * console.log(Owner.presets.kubernetes_1_26.deletePreconditions) // uid
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

/** The rules of Kubernetes 1.36; what depends on uncovered objects is kept. */
export const defaultPolicy: Policy = kubernetes_1_36

/** Asks of a kind whether the collector does not watch its objects. */
export const ignores =
  ({ ignoredKinds }: Pick<Policy, 'ignoredKinds'>) =>
  ({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean =>
    ignoredKinds.some((ignored) => ignored.kind === kind && ignored.group === groupOf(apiVersion))

/**
 * Makes a policy from rules that differ from the default.
 *
 * Fails: `InvalidField`, one for each invalid rule, in the order of {@link Policy}.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const policy = Owner.makePolicy({ ...Owner.presets.kubernetes_1_20, uncovered: 'absent' })
 * console.log(E.isRight(policy) && policy.right.deletePreconditions) // uid
 * ```
 */
export const makePolicy = (input: PolicyInput): E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> =>
  rulesFrom(defaultPolicy, rules)(input)

const kinds = list(object<Policy['ignoredKinds'][number]>({ group: text, kind: text }))

const rules: FieldsOf<Policy> = {
  deletePreconditions: oneOf('uid', 'uid-and-resource-version'),
  notFoundOnDelete: oneOf('retry', 'gone'),
  goneAfterConflict: oneOf('done', 'gone'),
  namespacedDependentOfVirtualClusterOwner: oneOf('trust', 'examine'),
  unsyncedKind: oneOf('blocks', 'goes-on'),
  failedDiscovery: oneOf('drop-watches', 'keep-watches'),
  ignoredKinds: leaf('a list of groups and kinds', kinds.holds),
  uncovered: oneOf('keep', 'absent'),
}

/** A whole policy. */
export const policy: Schema<Policy> = object<Policy>(rules)

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('owner policy', policy)
