/**
 * Decides what containerd would collect from its metadata.
 *
 * @module
 */
export type { Action, Port } from './action.js'
export { perform } from './action.js'
export { apply, applyReport } from './apply.js'
export type { Cleanup } from './cleanup.js'
export { cleanup } from './cleanup.js'
export { conclude } from './conclude.js'
export { explain } from './explain.js'
export type { Exploration, Hop } from './explore.js'
export { explore } from './explore.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type { ContainerdFamily, Event, KeepReason, Plan, Reason, Removal } from './reason.js'
export type { Anchor, FsSnapshotRecord, MetadataRecord, Node, PlainRecord, RecordOf, Target } from './record.js'
export { keyOf, recordOf } from './record.js'
export type { Root } from './list-roots.js'
export { roots } from './list-roots.js'
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
