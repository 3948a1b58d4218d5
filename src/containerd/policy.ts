/**
 * The rules of a collection. Releases differ; each rule has a name here, and a release is a set of rules.
 */
import type { either as E, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { InvalidInput } from '../core/problem.js'
import { rulesFrom } from '../internal/rules-input.js'
import { type FieldsOf, object } from '../internal/schema/object.js'
import { type Schema, flag, oneOf, problemsOf } from '../internal/schema/schema.js'

/** The rules of a collection. */
export interface Policy {
  /**
   * Images are collected: they expire, leases hold them, `gc.ref.image` refers to them. If false, they only hold
   * others.
   */
  readonly imagesCollected: boolean
  /** References on sandboxes hold; from 2.0. The collector of 1.7 reads sandboxes where its daemon writes none. */
  readonly sandboxLabels: boolean
  /** Streams are collected and `gc.ref.stream` refers to them. */
  readonly streams: boolean
  /** Mounts are collected and `gc.ref.mount` refers to them. */
  readonly mounts: boolean
  /** Containers are nodes, so back references may name them. */
  readonly containersAreNodes: boolean
  /** `gc.bref.*`: a child names the parent that keeps it. */
  readonly backReferences: boolean
  /** Every key that begins with `gc.root` is a root label. */
  readonly rootByPrefix: boolean
  /** `gc.cond.snapshot`: a reference that holds while the snapshot's last use meets a condition. */
  readonly conditions: boolean
  /** Removing a snapshot publishes `/snapshot/remove`. */
  readonly snapshotEvents: boolean
  /** Removing an image publishes `/images/delete`. */
  readonly imageEvents: boolean
  /**
   * An unexpired lease with unknown resources. `keep`: everything it might hold stays. `assume-empty`: it holds
   * nothing, listed in the plan's assumptions.
   */
  readonly unknownLeaseResources: 'keep' | 'assume-empty'
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

const containerd_1_6: Policy = {
  imagesCollected: false,
  sandboxLabels: false,
  streams: false,
  mounts: false,
  containersAreNodes: false,
  backReferences: false,
  rootByPrefix: false,
  conditions: false,
  snapshotEvents: false,
  imageEvents: false,
  unknownLeaseResources: 'keep',
}

const containerd_1_7: Policy = { ...containerd_1_6, streams: true, snapshotEvents: true }

const containerd_2_0: Policy = { ...containerd_1_7, imagesCollected: true, sandboxLabels: true, imageEvents: true }

const containerd_2_2: Policy = {
  ...containerd_2_0,
  mounts: true,
  containersAreNodes: true,
  backReferences: true,
  rootByPrefix: true,
}

const containerd_2_3: Policy = { ...containerd_2_2, conditions: true }

/**
 * The rules of each release line. 2.1 follows `containerd_2_0`.
 *
 * @example
 * ```ts
 * import { presets } from 'gcplan/containerd'
 *
 * console.log(presets.containerd_2_0.conditions, presets.containerd_2_3.conditions) // false true
 * ```
 */
export const presets: {
  readonly containerd_1_6: Policy
  readonly containerd_1_7: Policy
  readonly containerd_2_0: Policy
  readonly containerd_2_2: Policy
  readonly containerd_2_3: Policy
} = { containerd_1_6, containerd_1_7, containerd_2_0, containerd_2_2, containerd_2_3 }

/** The rules of containerd 2.3; leases with unknown resources keep what they might hold. */
export const defaultPolicy: Policy = containerd_2_3

/**
 * Makes a policy from rules that differ from the default.
 *
 * Fails: `InvalidField`, one for each invalid rule, in the order of {@link Policy}.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { makePolicy, presets } from 'gcplan/containerd'
 *
 * const policy = makePolicy({ ...presets.containerd_1_7, unknownLeaseResources: 'assume-empty' })
 * console.log(E.isRight(policy) && policy.right.imagesCollected) // false
 * ```
 */
export const makePolicy = (input: PolicyInput): E.Either<RNEA.ReadonlyNonEmptyArray<PolicyError>, Policy> =>
  rulesFrom(defaultPolicy, rules)(input)

const rules: FieldsOf<Policy> = {
  imagesCollected: flag,
  sandboxLabels: flag,
  streams: flag,
  mounts: flag,
  containersAreNodes: flag,
  backReferences: flag,
  rootByPrefix: flag,
  conditions: flag,
  snapshotEvents: flag,
  imageEvents: flag,
  unknownLeaseResources: oneOf('keep', 'assume-empty'),
}

/** A whole policy. */
const policy: Schema<Policy> = object<Policy>(rules)

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf('containerd policy', policy)
