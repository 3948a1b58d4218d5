/**
 * Prints plans: as text, as a table, as JSON. The sentences come from the collector's `explain`, which the caller
 * passes in. Also prints pictures of decisions for Graphviz and Mermaid.
 *
 * @module
 */
export * from './columns.js'
export * from './chart/forest.js'
export * from './chart/runs.js'
export * from './chart/usage.js'
export type { Json } from './document.js'
export { planDocument, planDocumentInParts, renderJson } from './document.js'
export { type JsonInParts, type JsonWith, hasLongLists, safeJsonInParts } from '../internal/json-in-parts.js'
export { renderDot } from './graph/dot.js'
export { renderMermaid } from './graph/mermaid.js'
export * from './graph/neighbourhood.js'
export type { Layout, Paint, Role, Speech } from './options.js'
export { formatAhead, formatBinaryBytes, formatBytes, formatInstant, formatSpan } from '../internal/formats.js'
export { safeJson, safeText } from '../internal/safe-text.js'
export { sayShortfall } from '../view/plan/shortfall.js'
export { shortenDigests } from './short-digests.js'
export * from './table.js'
export { renderText } from './text.js'
export * from './tree.js'
export type { ChartLevel, ChartMark, ChartSpan, UsageChart } from '../view/forecast/chart.js'
export type { Twig } from '../view/twig.js'
export type { Decision, Listing, Spoken, Wording } from '../view/plan/wording.js'
