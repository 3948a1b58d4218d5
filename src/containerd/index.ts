/**
 * Decides what containerd would collect from its metadata.
 *
 * @module
 */
export * from './action.js'
export { apply, applyReport } from './apply.js'
export * from './cleanup.js'
export { conclude } from './conclude.js'
export { explain } from './explain.js'
export * from './explore.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type { ContainerdFamily, Event, KeepReason, Plan, Reason, Removal } from './reason.js'
export type { Anchor, FsSnapshotRecord, MetadataRecord, Node, PlainRecord, RecordOf, Target } from './record.js'
export { keyOf, recordOf } from './record.js'
export * from './list-roots.js'
export type {
  Container,
  Content,
  FsSnapshot,
  Image,
  Ingest,
  Labels,
  Lease,
  LeaseResource,
  Mount,
  Namespace,
  Sandbox,
  Snapshot,
  Stream,
  Unseen,
} from './snapshot.js'
