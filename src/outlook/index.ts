/**
 * What lies ahead of a node by one look at it: what the kubelet collects and what that frees, when eviction strikes, which settings would
 * help, and which images could go before.
 *
 * @module
 */
export type { Advice } from './advice.js'
export { type OutlookError, explainOutlookError } from './error.js'
export { type NodeMemory, emptyNodeMemory, rememberNode } from './memory.js'
export { outlookMetrics } from './metrics.js'
export type { KubeletLook, NodeObservation, RuntimeLook } from './observation.js'
export { type Outlook, type OutlookRules, outlook } from './outlook.js'
export type { ReclaimRules } from './reclaim.js'
export { type OutlookDocument, outlookDocument, outlookPicture, printOutlook } from './told.js'
