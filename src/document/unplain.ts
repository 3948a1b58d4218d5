/** Finds values in a plan that a document cannot hold, so that every plan that is written can be read back. */
import { type InvalidInput, type Problem, problemLimit, show } from '../core/problem.js'
import { deepestFact } from '../internal/fact-forms.js'

/** The problems of a value; null when it is plain data: objects, arrays, texts, exact numbers, booleans, instants. */
export const findUnplain = (source: string, value: unknown): InvalidInput | null => {
  const problems: Problem[] = []
  const left: Place[] = [{ value, path: '', depth: 0 }]
  for (let place = left.pop(); place !== undefined && problems.length < problemLimit; place = left.pop()) {
    const wanted = wantedOf(place)
    if (wanted !== null)
      problems.push({ path: place.path.replace(/^\./, ''), expected: wanted, actual: show(place.value) })
    else if (typeof place.value === 'object' && place.value !== null && !(place.value instanceof Date))
      openUp(place as Place & { readonly value: object }, left)
  }
  const [first, ...rest] = problems
  return first === undefined ? null : { _tag: 'InvalidInput', source, problems: [first, ...rest] }
}

interface Place {
  readonly value: unknown
  readonly path: string
  readonly depth: number
}

const openUp = ({ value, path, depth }: Place & { readonly value: object }, left: Place[]): void => {
  const entries = Object.entries(value)
  for (let index = entries.length - 1; index >= 0; index--) {
    const [key, held] = entries[index] as [string, unknown]
    // A field that is undefined is left out; an item of an array cannot be.
    if (held !== undefined || Array.isArray(value))
      left.push({ value: held, path: path + (Array.isArray(value) ? `[${key}]` : `.${key}`), depth: depth + 1 })
  }
}

/** What was expected instead of a value that is not plain. */
const wantedOf = ({ value, depth }: Place): string | null => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return null
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? null : 'a finite number, not -0'
    case 'object':
      return value === null || isPlainObject(value)
        ? depth > deepestFact
          ? `at most ${deepestFact} levels`
          : null
        : 'plain data or a valid Date'
    default:
      return 'plain data'
  }
}

const isPlainObject = (value: object): boolean => {
  if (value instanceof Date) return !Number.isNaN(value.getTime())
  const above: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || above === Object.prototype || above === null
}
