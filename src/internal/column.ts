/** Growing lists of integers outside the JavaScript heap, so that its garbage collector need not move or visit them. */

/** A list of 32-bit integers that grows at its end. */
export interface Column {
  values: Int32Array
  length: number
}

/** An empty column with initial room for this many integers. */
export const column = (room: number): Column => ({ values: new Int32Array(Math.max(room, 16)), length: 0 })

/** Adds an integer. */
export const append = (to: Column, value: number): void => {
  if (to.length === to.values.length) grow(to)
  to.values[to.length++] = value
}

/** The integers as one array. */
export const valuesOf = ({ values, length }: Column): Int32Array => values.subarray(0, length)

const grow = (to: Column): void => {
  const wider = new Int32Array(2 * to.values.length)
  wider.set(to.values)
  to.values = wider
}
