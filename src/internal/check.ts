/**
 * Validates the shape of a value. Every problem names its path. One pass without a copy; a path is built only once a
 * problem is found, so valid input costs nothing extra.
 */
import { type InvalidInput, type Problem, problemLimit, show } from '../core/problem.js'
import { isInstant } from '../core/time.js'
import { ownField } from './lists.js'

/** Problems found so far; paths in it are relative to the value being checked. */
export type Problems = { path: string; readonly expected: string; readonly actual: string }[]

/** Adds the problems of `value` to `problems`. */
export type Check = (value: unknown, problems: Problems) => void

/** True for an object whose fields can be read; arrays count. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** An own field of what may be an object; undefined where it is none. */
export const fieldOf = (value: unknown, name: string): unknown => ownField(value, name)

/** The entries of what may be a Map; none where it is no Map. */
export const entriesOf = (value: unknown): Iterable<readonly [unknown, unknown]> => (value instanceof Map ? value : [])

/** A check by predicate. */
export const expecting =
  (expected: string, holds: (value: unknown) => boolean): Check =>
  (value, problems) => {
    if (!holds(value)) report(problems, expected, value)
  }

export const isText: Check = expecting('a string', (value) => typeof value === 'string')
export const isFlag: Check = expecting('a boolean', (value) => typeof value === 'boolean')
export const isSafeInteger: Check = expecting('a safe integer', Number.isSafeInteger)
export const isDate: Check = expecting('a valid Date', isInstant)

/** An optional value. */
export const maybe =
  (check: Check): Check =>
  (value, problems) => {
    if (value !== undefined) check(value, problems)
  }

/** One of a few words. */
export const oneOf = (...words: ReadonlyArray<string>): Check =>
  expecting(
    words.map((word) => JSON.stringify(word)).join(' or '),
    (value) => typeof value === 'string' && words.includes(value),
  )

/** An array of things; every item is checked. */
export const arrayOf =
  (item: Check): Check =>
  (value, problems) => {
    if (!Array.isArray(value)) {
      report(problems, 'an array', value)
      return
    }
    for (let index = 0; index < value.length && problems.length < problemLimit; index++) {
      const before = problems.length
      item(value[index], problems)
      if (problems.length > before) prefix(problems, before, `[${index}]`)
    }
  }

/** An object with at least these fields; others are ignored. */
export const fields = (checks: Readonly<Record<string, Check>>): Check => {
  const entries = Object.entries(checks).map(([name, check]) => ({ name, check }))
  return (value, problems) => {
    if (!isObject(value)) {
      report(problems, 'an object', value)
      return
    }
    for (const { name, check } of entries) {
      const before = problems.length
      check(value[name], problems)
      if (problems.length > before) prefix(problems, before, `.${name}`)
    }
  }
}

/** Several checks of one value, in order; later ones run only while the earlier found nothing. */
export const all =
  (...checks: ReadonlyArray<Check>): Check =>
  (value, problems) => {
    const before = problems.length
    for (const check of checks) if (problems.length === before) check(value, problems)
  }

/** Runs a check from the root; null if there are no problems. */
export const findProblems = (source: string, check: Check, value: unknown): InvalidInput | null => {
  const problems: Problems = []
  check(value, problems)
  const [first, ...rest] = problems
    .slice(0, problemLimit)
    .map((problem): Problem => ({ ...problem, path: problem.path.replace(/^\./, '') }))
  return first === undefined ? null : { _tag: 'InvalidInput', source, problems: [first, ...rest] }
}

const report = (problems: Problems, expected: string, value: unknown): void => {
  problems.push({ path: '', expected, actual: show(value) })
}

const prefix = (problems: Problems, from: number, step: string): void => {
  for (const problem of problems.slice(from)) problem.path = step + problem.path
}
