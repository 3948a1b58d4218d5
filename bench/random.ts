/**
 * Answers which numbers a benchmark's input is made of: the same on every run and machine.
 */

/** A stream of numbers in [0, 1), by a linear congruential generator over 2^32. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A digest-like id: 64 hexadecimal figures that begin differently for neighbouring numbers. */
export const digestOf = (number: number): string =>
  (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0') + number.toString(16).padStart(56, '0')

/**
 * A copy whose texts are flat and each its own, as decoders give them: texts that were put together or cut from others are
 * kept by the engine as such, and reading one of them costs more. Takes plain JSON and dates.
 */
export const flattened = <A>(value: A): A => reread(value) as A

const reread = (value: unknown): unknown => {
  if (typeof value === 'string') return JSON.parse(JSON.stringify(value))
  if (Array.isArray(value)) return value.map(reread)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  // Copied and then filled: built from entries, objects would keep most fields apart from themselves, as no decoder has it.
  const copy = { ...value } as Record<string, unknown>
  for (const name of Object.keys(copy)) copy[name] = reread(copy[name])
  return copy
}
