/**
 * Answers which rules the owner collector follows. Releases differ in rules that came with them; each rule has a name here
 * and a release is a set of them.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as either from '../../../core/either.js'
import { show } from '../../../core/problem.js'
import type { Check } from '../../../internal/check.js'
import { arrayOf, fields, findProblems, isText, oneOf } from '../../../internal/check.js'
import type { DeletePreconditions } from './action.js'

/** A kind of one API group, whichever version. */
export interface GroupKind {
  /** Empty for the core group. */
  readonly group: string
  readonly kind: string
}

/** The rules of the collector. */
export interface Policy {
  /** Which version of an object a delete insists on. */
  readonly deletePreconditions: DeletePreconditions
  /** What an answer "not found" to a delete means: look again later, or the object is gone. */
  readonly notFoundOnDelete: 'retry' | 'gone'
  /**
   * Whether a dependent in a namespace is looked at when its owner was guessed to be an object of the cluster and has not
   * been seen.
   */
  readonly namespacedDependentOfGuessedClusterOwner: 'trust' | 'examine'
  /** Kinds whose objects the collector does not watch. */
  readonly ignoredKinds: ReadonlyArray<GroupKind>
  /**
   * What is taken of owners and dependents that the snapshot does not cover. `keep`: they may exist, and what would go
   * without them stays. `absent`: they do not exist, and the plan says so in its assumptions.
   */
  readonly uncovered: 'keep' | 'absent'
}

/** Rules that differ from the default; the rest is taken from {@link defaultPolicy}. */
export type PolicyInput = Partial<Policy>

/** A rule that is set to something it cannot be. */
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
  namespacedDependentOfGuessedClusterOwner: 'trust',
  ignoredKinds: [coreEvents],
  uncovered: 'keep',
}

const kubernetes_1_26: Policy = {
  ...kubernetes_1_20,
  namespacedDependentOfGuessedClusterOwner: 'examine',
  ignoredKinds: [coreEvents, { group: 'events.k8s.io', kind: 'Event' }],
}

const kubernetes_1_36: Policy = {
  ...kubernetes_1_26,
  deletePreconditions: 'uid-and-resource-version',
  notFoundOnDelete: 'gone',
}

/**
 * The rules of three releases.
 *
 * @example
 * ```ts
 * import { Owner } from 'gcplan/kubernetes'
 *
 * console.log(Owner.presets.kubernetes_1_26.deletePreconditions) // uid
 * ```
 */
export const presets: {
  readonly kubernetes_1_20: Policy
  readonly kubernetes_1_26: Policy
  readonly kubernetes_1_36: Policy
} = { kubernetes_1_20, kubernetes_1_26, kubernetes_1_36 }

/** The rules of Kubernetes 1.36; what depends on objects that nobody listed is kept. */
export const defaultPolicy: Policy = kubernetes_1_36

/**
 * Makes a policy out of the rules that differ from the default.
 *
 * Fails: `InvalidField`, one for every rule that is set to something it cannot be, in the order of {@link Policy}.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { Owner } from 'gcplan/kubernetes'
 *
 * const policy = Owner.makePolicy({ ...Owner.presets.kubernetes_1_20, uncovered: 'absent' })
 * console.log(E.isRight(policy) && policy.right.deletePreconditions) // uid
 * ```
 */
export const makePolicy = (input: PolicyInput): E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> => {
  const stated = new Map<string, unknown>(Object.entries((input as PolicyInput | null | undefined) ?? {}))
  const errors: PolicyError[] = []
  const rules: Record<string, unknown> = { ...defaultPolicy }
  for (const field of Object.keys(defaultPolicy) as (keyof Policy)[]) {
    const value = stated.get(field)
    if (value === undefined) continue
    const { expected, check } = allowed[field]
    if (findProblems(field, check, value) === null) rules[field] = value
    else errors.push({ _tag: 'InvalidField', field, expected, actual: show(value) })
  }
  const [first, ...rest] = errors
  return first === undefined ? either.right(rules as unknown as Policy) : either.left([first, ...rest])
}

const words = (...allowedWords: ReadonlyArray<string>): { readonly expected: string; readonly check: Check } => ({
  expected: allowedWords.map((word) => JSON.stringify(word)).join(' or '),
  check: oneOf(...allowedWords),
})

const allowed: Readonly<Record<keyof Policy, { readonly expected: string; readonly check: Check }>> = {
  deletePreconditions: words('uid', 'uid-and-resource-version'),
  notFoundOnDelete: words('retry', 'gone'),
  namespacedDependentOfGuessedClusterOwner: words('trust', 'examine'),
  ignoredKinds: { expected: 'a list of groups and kinds', check: arrayOf(fields({ group: isText, kind: isText })) },
  uncovered: words('keep', 'absent'),
}
