/**
 * Answers where an actual value first differs from the expected one, as far as the rules compare them.
 */
import type { Rule } from './fields.js'
import { fieldRule, itemRule, joinField } from './fields.js'
import type { JsonObject } from './json.js'
import { fieldOf, isObject, itemPath, keyPath, showJson } from './json.js'

/** One difference: where, what was recorded, what came out; both as short JSON. */
export interface Difference {
  readonly path: string
  readonly expected: string
  readonly actual: string
}

/** The first difference in reading order of `expected`; null when there is none. */
export const firstDifference = (rule: Rule, expected: unknown, actual: unknown, path = ''): Difference | null => {
  if (expected === undefined) return rule.exact && actual !== undefined ? differ(path, expected, actual) : null
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return differ(path, expected, actual)
    return rule.comparison === 'set'
      ? differenceOfSets(rule, expected, actual, path)
      : differenceOfLists(rule, expected, actual, path)
  }
  if (isObject(expected))
    return isObject(actual) ? differenceOfObjects(rule, expected, actual, path) : differ(path, expected, actual)
  return expected === actual ? null : differ(path, expected, actual)
}

/** Fields of `expected` that no rule compares, as paths with `*` for items, the topmost of each kind. */
export const notCompared = (rule: Rule | null, expected: unknown, field = ''): ReadonlyArray<string> => {
  if (rule === null) return [field]
  if (rule.comparison !== null) return []
  if (Array.isArray(expected))
    return expected.flatMap((item) => notCompared(itemRule(rule), item, joinField(field, '*')))
  if (!isObject(expected)) return []
  return Object.keys(expected).flatMap((key) =>
    notCompared(fieldRule(rule, key), fieldOf(expected, key), joinField(field, key)),
  )
}

/** True when some rule compares something of `expected`. */
export const comparesAnything = (rule: Rule | null, expected: unknown): boolean => {
  if (rule === null || expected === undefined) return false
  if (rule.comparison !== null) return true
  if (Array.isArray(expected)) return itemRule(rule) !== null
  if (!isObject(expected)) return true
  return Object.keys(expected).some((key) => comparesAnything(fieldRule(rule, key), fieldOf(expected, key)))
}

type Compare<A> = (rule: Rule, expected: A, actual: A, path: string) => Difference | null

const differenceOfLists: Compare<ReadonlyArray<unknown>> = (rule, expected, actual, path) => {
  const item = itemRule(rule)
  if (item === null) return null
  const longest = Math.max(expected.length, actual.length)
  for (let index = 0; index < longest; index++) {
    const found = firstDifference(item, expected[index], actual[index], itemPath(path, index))
    if (found !== null) return found
  }
  return expected.length === actual.length ? null : differ(path, expected, actual)
}

const differenceOfSets: Compare<ReadonlyArray<unknown>> = (rule, expected, actual, path) => {
  const item = itemRule(rule)
  if (item === null) return null
  // Equal items in equal places need no text; in a sound answer that is most of them.
  const isPaired = (index: number): boolean =>
    index < expected.length && index < actual.length && firstDifference(item, expected[index], actual[index]) === null
  const unpaired = Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => index).filter(
    (index) => !isPaired(index),
  )
  const spare = new Map<string, number>()
  for (const index of unpaired.filter((place) => place < actual.length)) {
    const text = canonical(item, actual[index])
    spare.set(text, (spare.get(text) ?? 0) + 1)
  }
  const missing = unpaired.find((index) => index < expected.length && !take(spare, canonical(item, expected[index])))
  if (missing !== undefined) return differ(itemPath(path, missing), expected[missing], undefined)
  const extra = unpaired.find((index) => index < actual.length && take(spare, canonical(item, actual[index])))
  return extra === undefined ? null : differ(itemPath(path, expected.length), undefined, actual[extra])
}

const differenceOfObjects: Compare<JsonObject> = (rule, expected, actual, path) => {
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const below = fieldRule(rule, key)
    if (below === null) continue
    const found = firstDifference(below, fieldOf(expected, key), fieldOf(actual, key), keyPath(path, key))
    if (found !== null) return found
  }
  return null
}

const take = (spare: Map<string, number>, text: string): boolean => {
  const count = spare.get(text) ?? 0
  spare.set(text, count - 1)
  return count > 0
}

/** One text for all values that are equal under the rule; keys sorted, sets sorted, absent fields left out. */
const canonical = (rule: Rule, value: unknown): string => {
  if (Array.isArray(value)) {
    const item = itemRule(rule)
    const texts = item === null ? [] : value.map((held) => canonical(item, held))
    return `[${(rule.comparison === 'set' ? texts.sort() : texts).join()}]`
  }
  if (!isObject(value)) return showJson(value, Number.POSITIVE_INFINITY)
  const texts = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const below = fieldRule(rule, key)
      const held = fieldOf(value, key)
      return below === null || held === undefined ? [] : [`${JSON.stringify(key)}:${canonical(below, held)}`]
    })
  return `{${texts.join()}}`
}

const differ = (path: string, expected: unknown, actual: unknown): Difference => ({
  path: path === '' ? 'expected' : path,
  expected: showJson(expected),
  actual: showJson(actual),
})
