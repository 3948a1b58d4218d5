/** Text from outside, made safe for a terminal or a file: what steers, reorders or breaks lines is escaped. */

// C1 and DEL, the characters that reorder or break lines, and what is no character at all.
const beyondControls =
  '\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff\\ufffe\\uffff'
const unsafe = new RegExp(`[\\u0000-\\u001f${beyondControls}]|\\p{Surrogate}`, 'gu')
const unsafeInJson = new RegExp(`[${beyondControls}]`, 'gu')

/** Most text is printable ASCII, which a plain search tells in a tenth of the time. */
const isPlain = /^[ -~]*$/

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Escapes line breaks, control characters and marks of direction, as every renderer does.
 *
 * @example
 * ```ts
 * import { safeText } from 'gcplan/render'
 *
 * console.log(safeText('web\u001b[31m\u202e')) // web\u001b[31m\u202e
 * ```
 */
export const safeText = (text: string): string => (isPlain.test(text) ? text : text.replace(unsafe, escape))

/**
 * JSON text whose strings hold nothing that steers a terminal; it reads back as the same value.
 *
 * @example
 * ```ts
 * import { safeJson } from 'gcplan/render'
 *
 * console.log(safeJson({ name: 'web\u202e' })) // {"name":"web\u202e"}
 * ```
 */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(unsafeInJson, escape)
