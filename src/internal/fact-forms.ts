/**
 * Writes facts as JSON that can be read back exactly. JSON has no instants and no options, so a list beside the facts
 * says which of their fields hold such. Two phases: survey all facts, which gives the forms; then write each by them.
 *
 * A slot is where a value stands: the tag of the nearest fact around it, and the path from there (`Old.lastUsed`). If
 * all values of a slot have one form, they are written plainly; otherwise each says its own form.
 */
import { instant, isInstant, epochOfRfc3339 } from '../core/time.js'
import { compareText, isRecord } from './lists.js'

/** A JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/**
 * The form of a slot's values: instants; options (null for none); options of instants; or mixed, where each value names
 * its form: `{"instant": ...}`, `{"none": true}`, `{"some": ...}`, `{"plain": ...}`. A slot without a form is plain.
 */
export type Form = 'instant' | 'option' | 'option-of-instant' | 'each-as-it-says'

/** The forms of slots that are not plain. */
export type Forms = ReadonlyMap<string, Form>

/** The greatest depth of facts; deeper values are written as null. */
export const deepestFact = 200

const PLAIN = 1
const NULL = 2
const INSTANT = 4
const NONE = 8
const SOME = 16
const SOME_INSTANT = 32
const ODD = 64

/** The forms that facts need. */
export const surveyForms = (facts: Iterable<unknown>): Forms => {
  const found = new Map<string, number>()
  for (const fact of facts) surveyInside(fact, '', found, 0)
  const forms = new Map<string, Form>()
  for (const slot of [...found.keys()].sort(compareText)) {
    const form = formOf(found.get(slot) ?? PLAIN)
    if (form !== undefined) forms.set(slot, form)
  }
  return forms
}

const formOf = (kinds: number): Form | undefined => {
  if ((kinds & ~(PLAIN | NULL)) === 0) return undefined
  if (kinds === INSTANT) return 'instant'
  if ((kinds & ~(NONE | SOME)) === 0) return 'option'
  return (kinds & ~(NONE | SOME_INSTANT)) === 0 ? 'option-of-instant' : 'each-as-it-says'
}

const surveyAt = (value: unknown, slot: string, found: Map<string, number>, depth: number): void => {
  found.set(slot, (found.get(slot) ?? 0) | kindOf(value))
  let [inner, level] = [value, depth]
  for (; isSome(inner) && level <= deepestFact; level++) inner = inner.value
  surveyInside(inner, slot, found, level)
}

const surveyInside = (value: unknown, slot: string, found: Map<string, number>, depth: number): void => {
  if (typeof value !== 'object' || value === null || depth > deepestFact || isInstant(value) || isNone(value)) return
  if (Array.isArray(value)) {
    for (const item of value) surveyAt(item, `${slot}[]`, found, depth + 1)
    return
  }
  for (const [key, held] of Object.entries(value))
    if (held !== undefined) surveyAt(held, slotOf(value, slot, key), found, depth + 1)
}

const kindOf = (value: unknown): number => {
  if (isInstant(value)) return INSTANT
  if (isNone(value)) return NONE
  if (!isSome(value)) return value === null || value instanceof Date ? NULL : PLAIN
  const { value: inner } = value
  if (isInstant(inner)) return SOME_INSTANT
  return inner === null || inner === undefined || isNone(inner) || isSome(inner) ? ODD : SOME
}

/** Writes a fact; its keys are in a fixed order, `_tag` and `id` first. */
export const writeFact =
  (forms: Forms) =>
  (fact: unknown): Json =>
    writeInside(fact, '', forms, 0)

const writeAt = (value: unknown, slot: string, forms: Forms, depth: number): Json => {
  const form = forms.get(slot)
  if (form === 'each-as-it-says') return writeSaying(value, slot, forms, depth)
  if (isNone(value)) return null
  return isSome(value) ? writeInside(value.value, slot, forms, depth + 1) : writeInside(value, slot, forms, depth)
}

const writeSaying = (value: unknown, slot: string, forms: Forms, depth: number): Json => {
  if (depth > deepestFact) return null
  if (isInstant(value)) return { instant: value.toISOString() }
  if (isNone(value)) return { none: true }
  if (isSome(value)) return { some: writeSaying(value.value, slot, forms, depth + 1) }
  return { plain: writeInside(value, slot, forms, depth) }
}

const writeInside = (value: unknown, slot: string, forms: Forms, depth: number): Json => {
  switch (typeof value) {
    case 'boolean':
    case 'string':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
      return value.toString()
    case 'object':
      return value === null || depth > deepestFact ? null : writeObject(value, slot, forms, depth)
    default:
      return null
  }
}

const writeObject = (value: object, slot: string, forms: Forms, depth: number): Json => {
  if (value instanceof Date) return isInstant(value) ? value.toISOString() : null
  if (Array.isArray(value)) return value.map((item) => writeAt(item, `${slot}[]`, forms, depth + 1))
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  entries.sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b))
  return Object.fromEntries(
    entries.map(([key, held]) => [key, writeAt(held, slotOf(value, slot, key), forms, depth + 1)]),
  )
}

/** Reports a problem of a value, by its path from the fact. */
export type Complain = (path: string, expected: string, actual: unknown) => void

/** Reads a fact back. */
export const readFact =
  (forms: Forms, complain: Complain) =>
  (json: unknown): unknown =>
    readInside({ forms, complain }, json, '', '', 0)

interface Reading {
  readonly forms: Forms
  readonly complain: Complain
}

const readAt = (reading: Reading, json: unknown, slot: string, path: string, depth: number): unknown => {
  switch (reading.forms.get(slot)) {
    case undefined:
      return readInside(reading, json, slot, path, depth)
    case 'instant':
      return readInstant(reading, json, path)
    case 'option':
      return json === null ? none : some(readInside(reading, json, slot, path, depth + 1))
    case 'option-of-instant':
      return json === null ? none : some(readInstant(reading, json, path))
    case 'each-as-it-says':
      return readSaying(reading, json, slot, path, depth)
  }
}

const readSaying = (reading: Reading, json: unknown, slot: string, path: string, depth: number): unknown => {
  const [[says, held] = ['', undefined], ...others] = isRecord(json) ? Object.entries(json) : []
  if (others.length === 0 && depth <= deepestFact) {
    if (says === 'instant') return readInstant(reading, held, `${path}.instant`)
    if (says === 'none' && held === true) return none
    if (says === 'some') return some(readSaying(reading, held, slot, `${path}.some`, depth + 1))
    if (says === 'plain') return readInside(reading, held, slot, `${path}.plain`, depth)
  }
  reading.complain(
    path,
    'an object that says what it is: {"instant": ...}, {"none": true}, {"some": ...} or {"plain": ...}',
    json,
  )
  return null
}

const readInstant = ({ complain }: Reading, json: unknown, path: string): unknown => {
  const read = typeof json === 'string' ? instantOf(json) : null
  if (read === null) complain(path, 'RFC 3339 text such as "2026-01-01T12:00:00Z"', json)
  return read
}

const readInside = (reading: Reading, json: unknown, slot: string, path: string, depth: number): unknown => {
  if (typeof json !== 'object' || json === null) return json
  if (depth > deepestFact) {
    reading.complain(path, `a fact no deeper than ${deepestFact} levels`, json)
    return null
  }
  if (Array.isArray(json))
    return json.map((item: unknown, index) => readAt(reading, item, `${slot}[]`, `${path}[${index}]`, depth + 1))
  return Object.fromEntries(
    Object.entries(json).map(([key, held]) => [
      key,
      readAt(reading, held, slotOf(json, slot, key), `${path}${stepTo(key)}`, depth + 1),
    ]),
  )
}

const cycle = 12_622_780_800_000

/** The instant of RFC 3339 text, or of the longer years that Dates have beyond 9999 and before 0. */
export const instantOf = (text: string): Date | null => {
  const [, year, rest] = /^([+-]\d{6})(-.*Z)$/.exec(text) ?? []
  const cycles = Math.floor((Number(year) - 2000) / 400)
  const epoch = rest === undefined ? epochOfRfc3339(text) : epochOfRfc3339(`${Number(year) - 400 * cycles}${rest}`)
  if (epoch === null) return null
  // The calendar repeats every 400 years, to the millisecond.
  const at = instant(rest === undefined ? epoch : epoch + cycles * cycle)
  return isInstant(at) ? at : null
}

/** A nested fact begins a new slot. */
const slotOf = (holder: object, slot: string, key: string): string => {
  const tag: unknown = Object.hasOwn(holder, '_tag') && '_tag' in holder ? holder._tag : undefined
  return `${typeof tag === 'string' ? tag : slot}.${key}`
}

const stepTo = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)

const none = { _tag: 'None' }
const some = (value: unknown): unknown => ({ _tag: 'Some', value })

const isNone = (value: unknown): boolean =>
  isRecord(value) && value['_tag'] === 'None' && Object.keys(value).length === 1

const isSome = (value: unknown): value is { readonly value: unknown } =>
  isRecord(value) && value['_tag'] === 'Some' && Object.hasOwn(value, 'value') && Object.keys(value).length === 2

const rank = (key: string): number => (key === '_tag' ? 0 : key === 'id' ? 1 : 2)
