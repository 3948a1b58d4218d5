/**
 * Answers which hostile inputs there are: a good input of a tool with something changed, cut, doubled or put in, as a value or
 * as text, and what is no input at all. The same numbers give the same input.
 */
import { holding, keys, large, pieces, values } from './odd.js'

/** A stream of numbers in [0, 1). */
export type Random = () => number

/** What one reader is meant to read: values, texts or both. */
export interface Good {
  readonly values: ReadonlyArray<unknown>
  readonly texts: ReadonlyArray<string>
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit)

const pick = <A>(random: Random, from: ReadonlyArray<A>): A => from[below(random, from.length)] as A

const gone = Symbol('gone')

/** What comes in the place of a value. */
const changed = (random: Random, value: unknown): unknown => {
  const kind = random()
  if (kind < 0.55) return pick(random, values)
  if (kind < 0.67) return gone
  if (kind < 0.671) return pick(random, large)
  if (typeof value === 'string') return random() < 0.7 ? textWith(random, value) : Number(value)
  if (Array.isArray(value)) return Object.freeze(random() < 0.5 ? [...value, ...value] : value.toReversed())
  if (typeof value === 'object' && value !== null) {
    const more = holding(pick(random, keys), pick(random, values))
    // Assignment would take a field `__proto__` for the prototype.
    return Object.freeze({ ...value, ...more })
  }
  return random() < 0.5 ? String(value) : Object.freeze([value])
}

/** A copy with one place changed; what is not on the way to it is shared. */
const edited = (random: Random, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || random() < 0.12) return changed(random, value)
  const steps = Object.keys(value)
  if (steps.length === 0) return changed(random, value)
  const step = pick(random, steps)
  const inner = edited(random, (value as Readonly<Record<string, unknown>>)[step])
  if (Array.isArray(value)) {
    const place = Number(step)
    return Object.freeze(inner === gone ? value.toSpliced(place, 1) : value.with(place, inner))
  }
  const copy = { ...value }
  if (inner === gone) Reflect.deleteProperty(copy, step)
  else Object.defineProperty(copy, step, { value: inner, enumerable: true, configurable: true, writable: true })
  return Object.freeze(copy)
}

const valueOf = (random: Random, good: unknown): unknown => {
  let value = good
  for (let edits = 1 + below(random, 3); edits > 0; edits--) value = edited(random, value)
  return value === gone ? undefined : value
}

/** A text with one place cut, doubled or filled with something else. */
const textWith = (random: Random, text: string): string => {
  const [one, other] = [below(random, text.length + 1), below(random, text.length + 1)]
  const [from, to] =
    random() < 0.6
      ? [one, Math.min(text.length, one + below(random, 12))]
      : [Math.min(one, other), Math.max(one, other)]
  const kind = random()
  if (kind < 0.5) return text.slice(0, from) + pick(random, pieces) + text.slice(to)
  if (kind < 0.65) return text.slice(0, from) + text.slice(to)
  if (kind < 0.8) return text.slice(0, to) + text.slice(from)
  if (kind < 0.9) return text.slice(0, from)
  if (kind < 0.95) return text.slice(0, from) + String.fromCharCode(below(random, 0x10000)) + text.slice(from)
  return text + text.slice(from)
}

const textOf = (random: Random, good: string): string => {
  let text = good
  for (let edits = 1 + below(random, 3); edits > 0; edits--) text = textWith(random, text)
  return text
}

const junkText = (random: Random): string => {
  const parts = Array.from({ length: below(random, 8) }, () => pick(random, pieces))
  return random() < 0.5 ? parts.join('') : String.fromCharCode(...parts.map(() => below(random, 0x10000)))
}

/** JSON of a value that may be none. */
const written = (value: unknown): unknown => {
  try {
    return JSON.stringify(value)
  } catch {
    return value
  }
}

/** One hostile input for a reader of these. */
export const hostile = (random: Random, good: Good): unknown => {
  const kind = random()
  if (kind < 0.05) return junkText(random)
  if (good.values.length > 0) {
    if (kind < 0.1) return pick(random, values)
    if (kind < 0.55) return valueOf(random, pick(random, good.values))
    if (kind < 0.65) return written(valueOf(random, pick(random, good.values)))
  }
  return good.texts.length > 0 ? textOf(random, pick(random, good.texts)) : valueOf(random, pick(random, good.values))
}
