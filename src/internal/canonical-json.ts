/**
 * Canonical JSON: equal values give the same text, whatever the order of their keys.
 */
import { isInstant } from '../core/time.js'
import { compareText, elementAt } from './lists.js'

/**
 * The text of a value as JSON without spaces, keys by code unit (RFC 8785), instants as RFC 3339 in UTC.
 *
 * Total: what has no place in JSON becomes null, a field that is undefined is left out, a value within itself reads
 * `"[within itself]"`; depth is bounded by memory alone. A bigint is its figures as text.
 */
export const canonicalJson = (value: unknown): string => {
  const out: string[] = []
  const within = new Set<object>()
  const left: Piece[] = [{ _tag: 'Value', value }]
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if (piece._tag === 'Text') out.push(piece.text)
    else if (piece._tag === 'End') {
      within.delete(piece.of)
      out.push(piece.text)
    } else if (typeof piece.value === 'object' && piece.value !== null && !(piece.value instanceof Date)) {
      if (within.has(piece.value)) out.push('"[within itself]"')
      else {
        within.add(piece.value)
        open(piece.value, out, left)
      }
    } else out.push(scalar(piece.value))
  }
  return out.join('')
}

/** The rest to be written. */
type Piece =
  | { readonly _tag: 'Value'; readonly value: unknown }
  | { readonly _tag: 'Text'; readonly text: string }
  | { readonly _tag: 'End'; readonly text: string; readonly of: object }

/** Writes the beginning of an array or object and pushes the rest onto the stack. */
const open = (value: object, out: string[], left: Piece[]): void => {
  if (Array.isArray(value)) {
    out.push('[')
    left.push({ _tag: 'End', text: ']', of: value })
    for (let index = value.length - 1; index >= 0; index--) {
      left.push({ _tag: 'Value', value: value[index] })
      if (index > 0) left.push({ _tag: 'Text', text: ',' })
    }
    return
  }
  const fields: [string, unknown][] = Object.entries(value).filter(([, held]) => held !== undefined)
  fields.sort(([a], [b]) => compareText(a, b))
  out.push('{')
  left.push({ _tag: 'End', text: '}', of: value })
  for (let index = fields.length - 1; index >= 0; index--) {
    const [key, held] = elementAt(fields, index)
    left.push({ _tag: 'Value', value: held })
    left.push({ _tag: 'Text', text: `${index > 0 ? ',' : ''}${JSON.stringify(key)}:` })
  }
}

const scalar = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value)
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : 'null'
    case 'bigint':
      return `"${value}"`
    default:
      return isInstant(value) ? `"${value.toISOString()}"` : 'null'
  }
}
