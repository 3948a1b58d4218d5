/**
 * Cuts work into shards and joins what they found: many nodes or clusters over many workers, and the parts of one
 * snapshot that can be planned apart.
 *
 * @module
 */
export type { Cut } from './cut.js'
export { cutContainerd } from './cut-containerd.js'
export { cutHistory, cutPods, cutTokens, cutTtl } from './cut-controllers.js'
export { type OwnerCut, cutOwners } from './cut-owners.js'
export { type Found, type MergeError, type ShardResult, mergeShards } from './merge.js'
export { type Shard, fallsTo, makeShard, mostShards } from './shard.js'
export { type PartPlan, type UnionError, unionOf } from './union.js'
