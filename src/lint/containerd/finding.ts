/**
 * Types of the findings on containerd's metadata; each is about one record.
 */
import type { Node } from '../../containerd/record.js'
import type { FindingLevel } from '../finding.js'

/** One thing about one record. */
export type ContainerdFinding = { readonly level: FindingLevel; readonly record: Node } & ContainerdFact

/** What a finding says. */
export type ContainerdFact = ContainerdLabelFact | ContainerdHoldingFact

/** What one label does, or does not. */
export type ContainerdLabelFact =
  /** It looks like a label of the collector and is none: `gc.ref.contentbad`, `gc.ref.snapshot` without a dot. */
  | { readonly _tag: 'LabelUnknown'; readonly label: string; readonly value: string }
  /** The collector reads it on other kinds of records only: `gc.expire` on content, `gc.root` on a mount. */
  | { readonly _tag: 'LabelMisplaced'; readonly label: string; readonly value: string }
  /** Later rules than those of the policy read it here. */
  | { readonly _tag: 'LabelNotReadYet'; readonly label: string; readonly value: string }
  /** It switches on, whatever its value says: `gc.flat` or `gc.root` of `false`. */
  | { readonly _tag: 'SwitchedOnAnyway'; readonly label: string; readonly value: string }
  /** A root label, whose value nobody reads: the record never goes by itself. */
  | { readonly _tag: 'RootForever'; readonly label: string; readonly isExact: boolean }
  /** A time that nobody can read: what should expire never does, a time of use counts for nothing. */
  | { readonly _tag: 'TimestampMalformed'; readonly label: string; readonly value: string; readonly expires: boolean }
  /** A condition without an alternative that could hold. */
  | { readonly _tag: 'ConditionNeverHolds'; readonly label: string; readonly value: string }

/** What a record holds, or does not. */
export type ContainerdHoldingFact =
  /** A lease without an expiry time; `resources` is null where nobody knows them. */
  | { readonly _tag: 'LeaseForever'; readonly resources: number | null }
  /** Some of what a lease lists does not exist; the first by kind and name is given. */
  | { readonly _tag: 'LeasedMissing'; readonly missing: number; readonly resources: number; readonly first: Node }
  /** Images that a lease lists and that leases do not hold under the policy. */
  | { readonly _tag: 'LeasedNotHeld'; readonly images: number }
  /** A label refers to something that does not exist. */
  | { readonly _tag: 'DanglingReference'; readonly label: string; readonly names: Node }
  /** A label says to be held by something that does not exist; it counts only once something refers to that name. */
  | { readonly _tag: 'DanglingBackReference'; readonly label: string; readonly names: Node }
  /** The target of an image, the parent of a snapshot or the snapshot of a container does not exist. */
  | { readonly _tag: 'PartMissing'; readonly part: 'target' | 'parent' | 'snapshot'; readonly names: Node }
  /** An image whose target refers to nothing, while blobs of its namespace go because nothing refers to them. */
  | { readonly _tag: 'TargetHoldsNothing'; readonly target: Node; readonly unreachable: number }
