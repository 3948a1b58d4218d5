/**
 * Input for a containerd snapshot that is assembled from `ctr` output.
 */
import type { option as O } from 'fp-ts'

import type { CtrContainer, CtrContainerInfo } from '../ctr/containers.js'
import type { CtrContent, CtrIngest } from '../ctr/content.js'
import type { CtrImage } from '../ctr/images.js'
import type { CtrLease } from '../ctr/leases.js'
import type { CtrNamespace } from '../ctr/namespaces.js'
import type { CtrSnapshot, CtrSnapshotInfo, CtrSnapshotUsage } from '../ctr/snapshots.js'

/** `ctr` output on one snapshotter in one namespace. */
export interface CtrSnapshotter {
  readonly name: string
  readonly snapshots: ReadonlyArray<CtrSnapshot>
  /** References of a snapshot without an entry are unknown. */
  readonly infos: ReadonlyArray<CtrSnapshotInfo>
  /** May be empty; decides nothing. */
  readonly usages: ReadonlyArray<CtrSnapshotUsage>
}

/** `ctr` output on one namespace. */
export interface ContainerdNamespaceParts {
  readonly name: string
  readonly images: ReadonlyArray<CtrImage>
  readonly content: ReadonlyArray<CtrContent>
  readonly snapshotters: ReadonlyArray<CtrSnapshotter>
  readonly containers: ReadonlyArray<CtrContainer>
  /** References of a container without an entry are unknown. */
  readonly containerInfos: ReadonlyArray<CtrContainerInfo>
  readonly leases: ReadonlyArray<CtrLease>
  readonly ingests: ReadonlyArray<CtrIngest>
}

/**
 * Input for a containerd snapshot. A statement is `O.none` (unknown: whatever depends on it is kept), or `O.some` with
 * a reason, which the plan lists.
 */
export interface ContainerdParts {
  readonly at: Date
  /** From `ctr namespaces ls`; none: not listed, so other namespaces may record the same blobs. */
  readonly listed: O.Option<ReadonlyArray<CtrNamespace>>
  readonly namespaces: ReadonlyArray<ContainerdNamespaceParts>
  /** Why leases may be assumed to hold nothing; no command shows what they hold. */
  readonly leasesHoldNothing: O.Option<string>
  /** Why unfinished writes may be assumed to expect no existing blob; no command shows what they expect. */
  readonly ingestsExpectNothing: O.Option<string>
  /** Why sandbox labels may be assumed to reference nothing; no command shows them. */
  readonly sandboxesReferToNothing: O.Option<string>
  /** Why snapshots of other snapshotters may be assumed to reference nothing. */
  readonly otherSnapshotsHoldNothing: O.Option<string>
}

/** A gap or inaccuracy in the input, and what it means for a plan. */
export interface CtrNote {
  /** Empty when it concerns all namespaces. */
  readonly namespace: string
  readonly note: string
  /** The command that shows more; empty if there is none. */
  readonly run: string
  /** The assumption that would fill the gap, if any, unless already stated. */
  readonly statement: O.Option<CtrStatement>
}

/** Assumptions about what `ctr` does not show. */
export type CtrStatement = Extract<keyof ContainerdParts, `${string}Nothing`>
