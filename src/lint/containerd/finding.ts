/**
 * Types of the findings on containerd's metadata; each is about one record.
 */
import type { Node } from '../../containerd/record.js'
import type { FindingLevel } from '../finding.js'

/** A finding on one record. */
export type ContainerdFinding = { readonly level: FindingLevel; readonly record: Node } & ContainerdFact

/** The fact that a finding reports. */
export type ContainerdFact = ContainerdLabelFact | ContainerdHoldingFact

/** Facts about one label. */
export type ContainerdLabelFact =
  /** A misspelt garbage collection label: `gc.ref.contentbad`, `gc.ref.snapshot` without a dot. */
  | { readonly _tag: 'LabelUnknown'; readonly label: string; readonly value: string }
  /** The collector reads it on other kinds of records only: `gc.expire` on content, `gc.root` on a mount. */
  | { readonly _tag: 'LabelMisplaced'; readonly label: string; readonly value: string }
  /** Only releases newer than the policy's read it here. */
  | { readonly _tag: 'LabelNotReadYet'; readonly label: string; readonly value: string }
  /** It takes effect whatever its value: `gc.flat` or `gc.root` of `false`. */
  | { readonly _tag: 'SwitchedOnAnyway'; readonly label: string; readonly value: string }
  /** A root label, whose value is ignored: the record is never collected. */
  | { readonly _tag: 'RootForever'; readonly label: string; readonly isExact: boolean }
  /** A malformed time: the record never expires, or its time of use is ignored. */
  | { readonly _tag: 'TimestampMalformed'; readonly label: string; readonly value: string; readonly expires: boolean }
  /** A condition none of whose alternatives can hold. */
  | { readonly _tag: 'ConditionNeverHolds'; readonly label: string; readonly value: string }

/** Facts about what a record references. */
export type ContainerdHoldingFact =
  /** A lease without an expiry time; `resources` is null when unknown. */
  | { readonly _tag: 'LeaseForever'; readonly resources: number | null }
  /** Some of what a lease lists does not exist; the first by kind and name is given. */
  | { readonly _tag: 'LeasedMissing'; readonly missing: number; readonly resources: number; readonly first: Node }
  /** Images that a lease lists and that leases do not hold under the policy. */
  | { readonly _tag: 'LeasedNotHeld'; readonly images: number }
  /** A label refers to something that does not exist. */
  | { readonly _tag: 'DanglingReference'; readonly label: string; readonly names: Node }
  /** A back reference label names something that does not exist; no effect until something references that name. */
  | { readonly _tag: 'DanglingBackReference'; readonly label: string; readonly names: Node }
  /** The target of an image, the parent of a snapshot or the snapshot of a container does not exist. */
  | { readonly _tag: 'PartMissing'; readonly part: 'target' | 'parent' | 'snapshot'; readonly names: Node }
  /** An image whose target references nothing, while unreferenced blobs of its namespace are collected. */
  | { readonly _tag: 'TargetHoldsNothing'; readonly target: Node; readonly unreachable: number }
