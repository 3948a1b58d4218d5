/**
 * The one place where an element of a list, and a field of a value of any type, is read.
 */

/**
 * Reads a list where the index is known to be in range: a loop's counter below `length`, or a number that was handed out
 * as an index of this list. Such a read needs no check, and the cast stands here alone.
 */
export const elementAt = <A>(list: ArrayLike<A>, index: number): A => list[index] as A

/** A field of a value's own, never one that it inherits; nothing where the value has no fields. */
export const ownField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
