/**
 * Answers what the opposite of a value is, and puts it in the place of one decision at a time. The sources are bundled with
 * each decision passed through {@link turn}, so one bundle holds every inversion.
 */

/** What a reader of a decision sees, and what it noted. */
export interface Turns {
  /** The decision that is inverted; -1 for none. */
  active: number
  /** Which of its opposites. */
  variant: number
  /** Decisions that may still be passed: a loop that an inversion leaves without end is ended. */
  left: number
  /** By decision: how often it was passed. */
  passed: Uint32Array
  /** By decision: the largest number of opposites that any value had. */
  variants: Uint8Array
}

/** What a decision was passed with. */
type How = 'condition' | 'fallback' | 'answer' | 'read' | 'probe'

/** Values of the same type, where the type lists them; by field for an object. */
type Others = ReadonlyArray<unknown> | Readonly<Record<string, ReadonlyArray<unknown>>> | undefined

/** Ends a run that goes on and on. */
export const ENDLESS = 'passed too many decisions'

/** Makes the function that the bundle calls. */
export const turnsWith =
  (turns: Turns) =>
  (id: number, how: How, value: unknown, others?: Others): unknown => {
    if (--turns.left < 0) throw new Error(ENDLESS)
    turns.passed[id] = (turns.passed[id] ?? 0) + 1
    if (how === 'probe') return value
    if (turns.active !== id) {
      if (turns.active < 0) {
        const count = how === 'condition' || how === 'fallback' ? 1 : oppositesOf(value, others).length
        if (count > (turns.variants[id] ?? 0)) turns.variants[id] = Math.min(count, 255)
      }
      return value
    }
    switch (how) {
      case 'condition':
        return opposed(value)
      case 'fallback':
        return undefined
      default: {
        const opposites = oppositesOf(value, others)
        return opposites.length === 0 ? value : opposites[Math.min(turns.variant, opposites.length - 1)]?.()
      }
    }
  }

/** The opposite of a condition, of a predicate, or of the case of a switch. */
const opposed = (value: unknown): unknown => {
  if (typeof value === 'function')
    return (...given: ReadonlyArray<unknown>): unknown =>
      opposed((value as (...all: typeof given) => unknown)(...given))
  return typeof value === 'string' ? `${value}~` : !isTrue(value)
}

const isTrue = (value: unknown): boolean => Boolean(value)

type Opposite = () => unknown

/** Every opposite of a value: another one of its type, or what is left when it is taken away. */
const oppositesOf = (value: unknown, others: Others): ReadonlyArray<Opposite> => {
  if (isList(others)) {
    const rest = others.filter((other) => other !== value)
    if (rest.length < others.length) return rest.map((other) => () => other)
  }
  switch (typeof value) {
    case 'boolean':
      return [() => !value]
    case 'number':
      return [() => (value === 0 ? 1 : -value), () => value + 1]
    case 'bigint':
      return [() => (value === 0n ? 1n : -value)]
    case 'string':
      return [() => `${value}~`]
    case 'function':
      return [
        (...given: ReadonlyArray<unknown>) => {
          const call = value as (...all: typeof given) => unknown
          return (...all: typeof given): unknown => {
            const answer = call(...all)
            return oppositesOf(answer, others)[0]?.() ?? answer
          }
        },
      ]
    case 'object':
      return value === null ? [] : oppositesOfObject(value, others)
    default:
      return []
  }
}

const oppositesOfObject = (value: object, others: Others): ReadonlyArray<Opposite> => {
  if (isList(value))
    return value.length === 0 ? [] : [() => [], ...(value.length > 1 ? [() => value.toReversed()] : [])]
  if (value instanceof Date) return [() => new Date(value.getTime() + HOUR)]
  if (value instanceof Set) return value.size === 0 ? [] : [() => new Set()]
  if (value instanceof Map) return value.size === 0 ? [] : [() => new Map()]
  const fields = Object.entries(value)
  if ('_tag' in value && value._tag === 'Some') return [() => ({ _tag: 'None' })]
  return fields.flatMap(([name, held]) =>
    oppositesOf(held, isList(others) ? undefined : others?.[name])
      .slice(0, 1)
      .map((opposite) => () => ({ ...value, [name]: opposite() })),
  )
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const HOUR = 3_600_000
