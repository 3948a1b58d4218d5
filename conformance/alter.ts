/**
 * Answers which single changes of a recorded answer a sound comparison has to notice: every compared leaf changed, every
 * compared array shortened, lengthened or reordered, every compared object with a field less or more.
 */
import { firstDifference } from './difference.js'
import type { Rule } from './fields.js'
import { fieldRule, itemRule } from './fields.js'
import { fieldOf, isObject, itemPath, keyPath, showJson } from './json.js'

/** One altered answer. */
export interface Alteration {
  /** The path of the shape's `compared` that covers the change. */
  readonly field: string
  /** Where and what, e.g. `containers[0].id: "a" -> "a~"`. */
  readonly change: string
  /** The whole answer with this one change. */
  readonly expected: unknown
}

/** All single alterations of an answer, in reading order. */
export const alterationsOf = (rule: Rule, expected: unknown): ReadonlyArray<Alteration> => alter(rule, expected, '')

const alter = (rule: Rule | null, value: unknown, path: string): ReadonlyArray<Alteration> => {
  if (rule === null) return []
  if (Array.isArray(value)) return [...alterList(rule, value, path), ...alterItems(rule, value, path)]
  if (isObject(value))
    return [...(rule.comparison === null ? [] : alterKeys(rule, value, path)), ...alterFields(rule, value, path)]
  return otherLeaves(value).map((leaf) => ({
    field: rule.field,
    change: `${named(path)}: ${showJson(value, 60)} -> ${showJson(leaf, 60)}`,
    expected: leaf,
  }))
}

const otherLeaves = (leaf: unknown): ReadonlyArray<unknown> => {
  switch (typeof leaf) {
    case 'number':
      return [Number.isSafeInteger(leaf) ? leaf + 1 : leaf / 2, `${leaf}`]
    case 'string':
      return [`${leaf}~`, null]
    case 'boolean':
      return [!leaf, null]
    default:
      return ['something', 0]
  }
}

const alterList = (rule: Rule, list: ReadonlyArray<unknown>, path: string): ReadonlyArray<Alteration> => {
  const last = list.at(-1)
  const changes: { readonly what: string; readonly altered: ReadonlyArray<unknown> }[] = [
    { what: 'one item more', altered: [...list, last ?? 'something'] },
  ]
  if (list.length > 0) changes.push({ what: 'last item dropped', altered: list.slice(0, -1) })
  if (list.length > 1) changes.push({ what: 'first item dropped', altered: list.slice(1) })
  const at = rule.comparison === 'set' ? -1 : firstUnequalPair(rule, list)
  if (at >= 0)
    changes.push({
      what: `items ${at} and ${at + 1} swapped`,
      altered: [...list.slice(0, at), list[at + 1], list[at], ...list.slice(at + 2)],
    })
  return changes.map(({ what, altered }) => ({
    field: rule.field,
    change: `${named(path)}: ${what}`,
    expected: altered,
  }))
}

const firstUnequalPair = (rule: Rule, list: ReadonlyArray<unknown>): number => {
  const item = itemRule(rule)
  if (item === null) return -1
  return list.findIndex(
    (value, index) => index + 1 < list.length && firstDifference(item, value, list[index + 1]) !== null,
  )
}

const alterItems = (rule: Rule, list: ReadonlyArray<unknown>, path: string): ReadonlyArray<Alteration> =>
  list.flatMap((item, index) =>
    alter(itemRule(rule), item, itemPath(path, index)).map((alteration) => ({
      ...alteration,
      expected: list.with(index, alteration.expected),
    })),
  )

const alterKeys = (rule: Rule, held: Readonly<Record<string, unknown>>, path: string): ReadonlyArray<Alteration> => [
  ...Object.keys(held).map((dropped) => ({
    field: rule.field,
    change: `${keyPath(path, dropped)}: dropped`,
    expected: Object.fromEntries(Object.entries(held).filter(([key]) => key !== dropped)),
  })),
  {
    field: rule.field,
    change: `${named(path)}: one field more`,
    expected: { ...held, [unusedKey(held)]: 'something' },
  },
]

const alterFields = (rule: Rule, held: Readonly<Record<string, unknown>>, path: string): ReadonlyArray<Alteration> =>
  Object.keys(held).flatMap((key) =>
    alter(fieldRule(rule, key), fieldOf(held, key), keyPath(path, key)).map((alteration) => ({
      ...alteration,
      expected: Object.fromEntries(
        Object.entries(held).map(([name, value]) => [name, name === key ? alteration.expected : value]),
      ),
    })),
  )

const unusedKey = (held: object): string => {
  let key = 'x'
  while (Object.hasOwn(held, key)) key += 'x'
  return key
}

const named = (path: string): string => (path === '' ? 'expected' : path)
