/**
 * Prints plans: as text, as a table, as JSON. The sentences come from the collector's `explain`, which the caller
 * passes in. Also prints pictures of decisions for Graphviz and Mermaid.
 *
 * @module
 */
export type { Align } from './columns.js'
export { alignColumns } from './columns.js'
export type { ChartImage, ChartLayer, ForestChart } from './chart/forest.js'
export { drawForest } from './chart/forest.js'
export type { ChartRun, RunsChart } from './chart/runs.js'
export { drawRuns } from './chart/runs.js'
export type { ChartMark, ChartSpan } from './chart/marks.js'
export type { ChartLevel, UsageChart } from './chart/usage.js'
export { drawUsage } from './chart/usage.js'
export type { Json } from './document.js'
export { planDocument, renderJson } from './document.js'
export { renderDot } from './graph/dot.js'
export { renderMermaid } from './graph/mermaid.js'
export type { Neighbourhood } from './graph/neighbourhood.js'
export { neighbourhood } from './graph/neighbourhood.js'
export type { Decision, Layout, Paint, Role, Speech, Spoken, Wording } from './options.js'
export { formatBinaryBytes, formatBytes, formatInstant, formatSpan } from './quantity.js'
export { shortenDigests } from './safe-text.js'
export type { Columns } from './table.js'
export { renderTable } from './table.js'
export { renderText } from './text.js'
export type { Twig } from './tree.js'
export { renderTree } from './tree.js'
