/**
 * Plays collection and eviction on a node, run after run.
 *
 * @module
 */
export type { ForecastFailure } from './container-run.js'
export type { ForecastError } from './forecast.js'
export { forecast } from './forecast.js'
export type {
  Demand,
  ForecastContainers,
  ForecastNode,
  ForecastPressure,
  Growth,
  NodePolicies,
  Spans,
  UsagePoint,
} from './node.js'
export { kubeletSpans } from './node.js'
export type {
  Forecast,
  ForecastAssumption,
  ForecastCondition,
  ForecastEviction,
  ForecastPull,
  ForecastRefusal,
  ForecastRun,
} from './outcome.js'
