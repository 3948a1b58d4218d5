/** YAML of a document whose long lists are made item by item; a printer of YAML writes what lies between and within them. */
import { type Json, type JsonInParts, hasLongLists } from '../render/index.js'
import { isObject } from './structured.js'

type Print = (value: unknown) => string

interface Fields {
  readonly [key: string]: JsonInParts
}

/** Parts of YAML: joined, they are what the printer writes of the whole document. */
export function* yamlInParts(print: Print, document: Fields): Iterable<string> {
  for (const [key, value] of Object.entries(document)) {
    let isFirst = true
    for (const text of belowOf(print, value)) {
      if (isFirst) yield print({ [key]: [] }).replace(/ \[\]\n$/, '\n')
      yield indented(text)
      isFirst = false
    }
    if (isFirst) yield print({ [key]: hasLongLists(value) ? [] : value })
  }
}

/** What a value with long lists has in it, as it stands by itself; nothing of a list without items, and of other values. */
const belowOf = (print: Print, value: JsonInParts): Iterable<string> => {
  if (typeof value === 'function') return listOf(print, value())
  if (!hasLongLists(value)) return []
  if (isFields(value)) return yamlInParts(print, value)
  return Array.isArray(value) ? itemsOf(print, value) : []
}

const isFields = (value: JsonInParts): value is Fields => isObject(value) && !Array.isArray(value)

/** Printing items one by one costs more than printing many. */
const printedTogether = 100

function* listOf(print: Print, items: Iterable<Json>): Iterable<string> {
  let some: Json[] = []
  for (const item of items) {
    some.push(item)
    if (some.length < printedTogether) continue
    yield print(some)
    some = []
  }
  if (some.length > 0) yield print(some)
}

function* itemsOf(print: Print, items: ReadonlyArray<JsonInParts>): Iterable<string> {
  for (const item of items) {
    let isFirst = true
    for (const text of belowOf(print, item)) {
      yield isFirst ? `- ${indented(text).slice(2)}` : indented(text)
      isFirst = false
    }
    if (isFirst) yield print([hasLongLists(item) ? [] : item])
  }
}

/** Empty lines of a long text stay empty. */
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
