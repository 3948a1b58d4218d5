/**
 * Shows plans, cascades and forecasts as plain JSON that any interface can draw: rows, trees, verdicts, sentences, graphs
 * without positions. The renderers and the command print from the same models.
 *
 * @module
 */
export type * from './cascade/model.js'
export type { CascadeViewOptions } from './cascade/cascade.js'
export { cascadeView } from './cascade/cascade.js'
export { sayRequest } from './cascade/requests.js'
export { cascadeTree } from './cascade/tree.js'
export { diagnosisView } from './diagnosis/diagnosis.js'
export type * from './diagnosis/model.js'
export { diagnosisTree } from './diagnosis/tree.js'
export type { ChartLevel, ChartMark, ChartSpan, UsageChart } from './forecast/chart.js'
export { forecastView } from './forecast/forecast.js'
export type * from './forecast/model.js'
export type { Graph, GraphEdge, GraphNode } from './graph.js'
export type { AssumptionView, PassView, PlanView, Row, WakeView } from './plan/model.js'
export { planView } from './plan/plan.js'
export type { Decision, Listing, Spoken, Wording } from './plan/wording.js'
export type { TargetView } from './target.js'
export type { Expiry } from './timeline/expiries.js'
export { sayExpiry } from './timeline/expiries.js'
export type * from './timeline/model.js'
export type { TimelineReport } from './timeline/timeline.js'
export { timelineView } from './timeline/timeline.js'
export { collectorWords } from './timeline/words.js'
export type { Twig } from './twig.js'
