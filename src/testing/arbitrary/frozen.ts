import { instant } from '../../core/time.js'

/** A frozen copy of data; what is no data, such as functions, is taken as it is. */
export const frozenCopy = <A>(value: A): A => copyOf(value) as A

const copyOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Object.freeze(instant(value.getTime()))
  if (value instanceof Map) return Object.freeze(new Map([...value].map(([key, held]) => [key, copyOf(held)])))
  if (value instanceof Set) return Object.freeze(new Set(value))
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf))
  // Defined one by one: a field may be called __proto__.
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copyOf(held)])))
}
