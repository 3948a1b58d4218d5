/**
 * Problems of rejected input: path, expected and actual.
 */

/** One defect of an input: its path, what was expected there, and what was found, as short text. */
export interface Problem {
  /** Path from the root of the input, e.g. `containers[3].createdAt`; empty for the root itself. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}

/** An input that does not match its type: every problem found, at most 100, in reading order. */
export interface InvalidInput {
  readonly _tag: 'InvalidInput'
  /** What was read, e.g. `kubelet-container snapshot`. */
  readonly source: string
  readonly problems: readonly [Problem, ...Problem[]]
}

/** The most problems that one refusal lists. */
export const problemLimit = 100

/** Prints any value in at most 60 characters. */
export const show = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 56 ? `${value.slice(0, 53)}...` : value)
    case 'bigint':
      return `${value}n`
    case 'number':
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'function':
    case 'symbol':
      return `a ${typeof value}`
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? `an array of ${value.length}` : showObject(value)
  }
}

const showObject = (value: object): string =>
  value instanceof Date ? (Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()) : 'an object'
