/**
 * Input for a containerd snapshot that is assembled from `ctr` output.
 */
import type { option as O } from 'fp-ts'

import type { CtrContainerInfo } from '../ctr/container-infos.js'
import type { CtrContainer } from '../ctr/containers.js'
import type { CtrContent } from '../ctr/content.js'
import type { CtrImage } from '../ctr/images.js'
import type { CtrIngest } from '../ctr/ingests.js'
import type { CtrLease } from '../ctr/leases.js'
import type { CtrNamespace } from '../ctr/namespaces.js'
import type { CtrSnapshotInfo } from '../ctr/snapshot-infos.js'
import type { CtrSnapshotUsage } from '../ctr/snapshot-usages.js'
import type { CtrSnapshot } from '../ctr/snapshots.js'

/** What `ctr` says of one snapshotter in one namespace. */
export interface CtrSnapshotter {
  readonly name: string
  readonly snapshots: ReadonlyArray<CtrSnapshot>
  /** What a snapshot that is not among them refers to is unknown. */
  readonly infos: ReadonlyArray<CtrSnapshotInfo>
  /** May be empty; decides nothing. */
  readonly usages: ReadonlyArray<CtrSnapshotUsage>
}

/** What `ctr` says of one namespace. */
export interface ContainerdNamespaceParts {
  readonly name: string
  readonly images: ReadonlyArray<CtrImage>
  readonly content: ReadonlyArray<CtrContent>
  readonly snapshotters: ReadonlyArray<CtrSnapshotter>
  readonly containers: ReadonlyArray<CtrContainer>
  /** What a container that is not among them holds is unknown. */
  readonly containerInfos: ReadonlyArray<CtrContainerInfo>
  readonly leases: ReadonlyArray<CtrLease>
  readonly ingests: ReadonlyArray<CtrIngest>
}

/**
 * What a snapshot for containerd's collector is made of. Where a statement is none, nothing is known, and whatever would
 * rest on it is kept; with a ground in `O.some` it is an assumption of the plan.
 */
export interface ContainerdParts {
  readonly at: Date
  /** From `ctr namespaces ls`; none: nobody asked, and other namespaces may record the same blobs. */
  readonly listed: O.Option<ReadonlyArray<CtrNamespace>>
  readonly namespaces: ReadonlyArray<ContainerdNamespaceParts>
  /** On what ground leases hold nothing; no command shows what they hold. */
  readonly leasesHoldNothing: O.Option<string>
  /** On what ground unfinished writes expect no blob that exists; no command shows what they expect. */
  readonly ingestsExpectNothing: O.Option<string>
  /** On what ground the labels of sandboxes refer to nothing; no command shows them. */
  readonly sandboxesReferToNothing: O.Option<string>
  /** On what ground snapshots of snapshotters that are not among the parts refer to nothing that is. */
  readonly otherSnapshotsHoldNothing: O.Option<string>
}

/** Something that the parts leave open or say roughly, and what that means for a plan. */
export interface CtrNote {
  /** Empty where it is about all of them. */
  readonly namespace: string
  readonly note: string
  /** The command that says more; empty where none does. */
  readonly run: string
  /** What settles it when it is stated with a ground; none where nothing does, or where it already is. */
  readonly statement: O.Option<CtrStatement>
}

/** What may be stated of everything that `ctr` does not show. */
export type CtrStatement = Extract<keyof ContainerdParts, `${string}Nothing`>
