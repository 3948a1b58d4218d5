/**
 * What is open while a text of API objects is read in parts, and how the values in it become one. Only what holds objects is
 * opened: the text, an array of documents, a document, and its `items`. Everything else is a value that is parsed whole.
 */
import { isRecord } from '../../internal/lists.js'
import { own } from '../codec.js'

/** Keeps of an object what is wanted of it. Objects are the items of a list, and documents that are no list. */
export type Keep = (object: unknown) => unknown

/** The text, or an array of documents. */
interface Documents {
  readonly _tag: 'Documents'
  readonly isText: boolean
  readonly values: unknown[]
}

/** What is open; the key is that of the value that comes next. */
export type Frame =
  | Documents
  | { readonly _tag: 'Document'; readonly fields: Map<string, unknown>; key: string }
  | { readonly _tag: 'Items'; readonly values: unknown[] }

export const textFrame = (): Documents => documentsOf(true)

const documentsOf = (isText: boolean): Documents => ({ _tag: 'Documents', isText, values: [] })

/** The frame that a value with this first character opens where another is open; undefined for one that is parsed whole. */
export const openedBy = (first: string, frame: Frame): Frame | undefined => {
  if (frame._tag === 'Documents' && first === '{') return { _tag: 'Document', fields: new Map(), key: '' }
  if (first !== '[') return undefined
  if (frame._tag === 'Documents') return frame.isText ? documentsOf(false) : undefined
  return frame._tag === 'Document' && frame.key === 'items' ? { _tag: 'Items', values: [] } : undefined
}

/** Puts a value that was parsed whole where it belongs. */
export const put =
  (keep: Keep) =>
  (frame: Frame, value: unknown): void => {
    if (frame._tag === 'Document') frame.fields.set(frame.key, value)
    else if (frame._tag === 'Items') frame.values.push(keep(value))
    else frame.values.push(frame.isText && Array.isArray(value) ? value.map(keptOf(keep)) : keptOf(keep)(value))
  }

/** Puts what a closed frame holds where it belongs. */
export const close =
  (keep: Keep) =>
  (frame: Frame, closed: Frame): void => {
    const value = closed._tag === 'Document' ? documentIn(keep, closed.fields) : closed.values
    if (frame._tag === 'Document') frame.fields.set(frame.key, value)
    else frame.values.push(value)
  }

/** As in `JSON.parse`, a field that comes twice has its first place and its last value, and `__proto__` is a field. */
const documentIn = (keep: Keep, fields: ReadonlyMap<string, unknown>): unknown => {
  const document = Object.fromEntries(fields)
  return Array.isArray(fields.get('items')) ? document : keep(document)
}

const keptOf =
  (keep: Keep) =>
  (document: unknown): unknown => {
    const items = isRecord(document) ? own(document, 'items') : undefined
    return isRecord(document) && Array.isArray(items)
      ? Object.assign(document, { items: items.map(keep) })
      : keep(document)
  }
