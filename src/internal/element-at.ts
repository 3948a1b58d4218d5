/**
 * Reads a list where the index is known to be in range: a loop's counter below `length`, or a number that was handed out
 * as an index of this list. Such a read needs no check, and the cast stands here alone.
 */
export const elementAt = <A>(list: ArrayLike<A>, index: number): A => list[index] as A
