/**
 * Marks a branch that the types rule out; reaching it is a programming error.
 *
 * @internal
 */
export const absurd = (value: never): never => {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
