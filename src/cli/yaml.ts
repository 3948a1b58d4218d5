/** Reads and writes YAML, within bounds. Loaded only when a command needs YAML. */
import { either as E } from 'fp-ts'
import {
  DEFAULT_SCALAR_STYLE_RULES,
  EVENT_ID,
  SCALAR_STYLE,
  type ScalarLayout,
  YAMLException,
  constructFromEvents,
  dump,
  parseEvents,
} from 'js-yaml'

import { safeText } from '../render/index.js'
import type { Yaml } from './command.js'

/** Levels of collections within each other. A definition of a resource has about forty. */
const maxDepth = 200
const maxAliases = 1000
/** Characters by which a text may grow where its aliases are written out. */
const maxGrowth = 1_000_000

/** YAML 1.2 core schema, one document, of bounded depth and with few aliases; duplicate keys are refused. */
export const yaml: Yaml = {
  parse: (text) => E.tryCatch(() => onlyOne(documentsOf(text)), describe),
  parseAll: (text) => E.tryCatch(() => documentsOf(text), describe),
  // Only what JSON has is written, and what needs quotes for readers of YAML 1.1, as kubectl is one, gets them.
  print: (value) =>
    dump(JSON.parse(JSON.stringify(value)), {
      ...{ noRefs: true, lineWidth: -1, quoteStyle: 'double' },
      scalarStyleRules: [quoteUnsafe, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)],
    })
      .split('\n')
      .map(safeText)
      .join('\n'),
}

/**
 * Only text between double quotes may hold escapes. Line ends are no danger, YAML has a form for them, but some readers drop a
 * last line of blanks from it.
 */
const quoteUnsafe = (layout: ScalarLayout): void => {
  const { value } = layout.node
  const text = value.replaceAll('\n', '')
  if (safeText(text) !== text || /\n[\t ]+$/.test(value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED
}

/** Throws what a reader of YAML throws. An empty text is one empty document. */
const documentsOf = (text: string): ReadonlyArray<unknown> => {
  const events = parseEvents(text, { maxDepth })
  const documents = constructFromEvents(events, { source: text, maxAliases })
  if (events.some(({ type }) => type === EVENT_ID.ALIAS) && extentOf(documents).size > text.length + maxGrowth)
    throw new Error(`aliases stand for more than ${maxGrowth} characters`)
  return documents.length === 0 ? [null] : documents
}

const onlyOne = (documents: ReadonlyArray<unknown>): unknown => {
  if (documents.length > 1) throw new Error(`one document was expected, there are ${documents.length}`)
  return documents[0]
}

interface Extent {
  /** In characters, or values that have none. */
  readonly size: number
  readonly depth: number
}

/** How large and deep a value is with its aliases written out; throws where it is too deep, or within itself. */
const extentOf = (documents: ReadonlyArray<unknown>): Extent => {
  const known = new Map<object, Extent>()
  const under = (value: unknown, level: number): Extent => {
    if (typeof value !== 'object' || value === null) return { size: 1 + String(value).length, depth: 0 }
    const found = known.get(value) ?? whole(value, level)
    known.set(value, found)
    if (level + found.depth > maxDepth + 1) throw new Error(`aliases nest more than ${maxDepth} levels`)
    return found
  }
  const whole = (value: object, level: number): Extent => {
    if (level > maxDepth) throw new Error(`aliases nest more than ${maxDepth} levels`)
    let [size, depth] = [1, 0]
    for (const [key, item] of Object.entries(value)) {
      const inner = under(item, level + 1)
      size += inner.size + (Array.isArray(value) ? 0 : key.length)
      depth = Math.max(depth, inner.depth)
    }
    return { size, depth: depth + 1 }
  }
  return whole(documents, 0)
}

const describe = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown)
  if (!(thrown instanceof YAMLException) || thrown.mark === undefined) return thrown.message.split('\n', 1)[0] ?? ''
  return `${thrown.reason} at line ${thrown.mark.line + 1}, column ${thrown.mark.column + 1}`
}
