/**
 * Prints plans: as text, as a table, as JSON. The sentences come from the collector's `explain`, handed in.
 *
 * @module
 */
export type { Json } from './document.js'
export { planDocument } from './document.js'
export { renderJson } from './json.js'
export type { Decision, Layout, Paint, Role, Speech, Spoken, Wording } from './options.js'
export { sayBytes, sayInstant, saySpan } from './quantity.js'
export type { Columns } from './table.js'
export { renderTable } from './table.js'
export { renderText } from './text.js'
