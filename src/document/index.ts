/**
 * Plans as documents: written and read back, compared, counted for Prometheus, and kept as a record of what was done.
 *
 * @module
 */
export type { AuditContext, AuditRecord } from './audit.js'
export { auditRecords, printAudit } from './audit.js'
export type { Difference, DiffPolicy, Place, Said } from './diff.js'
export { diff } from './diff.js'
export type { Explain } from './explain-difference.js'
export { explainDifference } from './explain-difference.js'
export { decodeApproval, decodeSightings, encodeApproval, encodeSightings } from './memory-document.js'
export type { Metric, MetricOptions, Sample } from './metrics.js'
export { planMetrics, printMetrics, reportMetrics } from './metrics.js'
export type { PlanRecord, PlanWording, WordedBy } from './plan-document.js'
export { decodePlan, encodePlan, planCodec } from './plan-document.js'
