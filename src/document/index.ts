/**
 * Plans as documents: written and read back, compared, counted for Prometheus, and kept as a record of what was done.
 *
 * @module
 */
export * from './audit.js'
export { type Difference, type DiffPolicy, type Place, type Decision, diff } from './diff.js'
export { type Explain, type Name, explainDifference } from './explain-difference.js'
export { decodeMeasuredGrowth, encodeMeasuredGrowth } from './growth-document.js'
export { decodeApproval, decodeSightings, encodeApproval, encodeSightings } from './memory-document.js'
export { addMetrics } from './add-metrics.js'
export {
  type Metric,
  type MetricOptions,
  type Sample,
  metricsContentType,
  planMetrics,
  printMetrics,
  reportMetrics,
} from './metrics.js'
export { type PlanRecord, type PlanWording, type WordedBy, decodePlan, encodePlan, planCodec } from './plan-document.js'
