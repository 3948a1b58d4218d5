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
