/**
 * Prints plans: as text, as a table, as JSON. The sentences come from the collector's `explain`, which the caller
 * passes in. Also prints pictures of decisions for Graphviz and Mermaid.
 *
 * @module
 */
export * from './columns.js'
export * from './chart/forest.js'
export * from './chart/runs.js'
export type { ChartMark, ChartSpan } from './chart/marks.js'
export * from './chart/usage.js'
export type { Json } from './document.js'
export { planDocument, renderJson } from './document.js'
export { renderDot } from './graph/dot.js'
export { renderMermaid } from './graph/mermaid.js'
export * from './graph/neighbourhood.js'
export type { Decision, Layout, Paint, Role, Speech, Spoken, Wording } from './options.js'
export { formatBinaryBytes, formatBytes, formatInstant, formatSpan } from './quantity.js'
export { safeJson, safeText } from '../internal/safe-text.js'
export { sayShortfall } from './shortfall.js'
export { shortenDigests } from './short-digests.js'
export * from './table.js'
export { renderText } from './text.js'
export * from './tree.js'
