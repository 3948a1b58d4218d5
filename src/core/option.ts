/**
 * Answers how an `Option` of fp-ts is made and looked at without loading fp-ts, for the reason that `either.ts` gives.
 */
import type { option } from 'fp-ts'

/** Nothing. */
export const none: option.Option<never> = { _tag: 'None' }

/** Something. */
export const some = <A>(value: A): option.Option<A> => ({ _tag: 'Some', value })

/** True for nothing. */
export const isNone = (value: option.Option<unknown>): value is option.None => value._tag === 'None'

/** True for something. */
export const isSome = <A>(value: option.Option<A>): value is option.Some<A> => value._tag === 'Some'
