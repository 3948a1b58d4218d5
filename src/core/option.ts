/**
 * `option` of fp-ts, as far as collectors use it, for the reason that `either.ts` gives.
 */
import type { option as O } from 'fp-ts'

/** Nothing. */
export const none: typeof O.none = { _tag: 'None' }

/** Something. */
export const some: typeof O.some = (a) => ({ _tag: 'Some', value: a })

/** True for nothing. */
export const isNone: typeof O.isNone = (fa) => fa._tag === 'None'

/** True for something. */
export const isSome: typeof O.isSome = (fa) => fa._tag === 'Some'

/** Something, unless it is null or undefined. */
export const fromNullable: typeof O.fromNullable = (a) => (a === null || a === undefined ? none : some(a))

/** Both cases as one value. */
export const match: typeof O.matchW = (onNone, onSome) => (ma) => (ma._tag === 'None' ? onNone() : onSome(ma.value))

/** The value, or a default for nothing. */
export const getOrElse: typeof O.getOrElseW = (onNone) => match(onNone, (a) => a)

/** The value, mapped; nothing stays nothing. */
export const map: typeof O.map = (f) => (fa) => (fa._tag === 'None' ? none : some(f(fa.value)))

/** The option that a function makes of the value; nothing stays nothing. Takes the function first. */
export const flatMap =
  <A, B>(f: (a: A) => O.Option<B>) =>
  (ma: O.Option<A>): O.Option<B> =>
    ma._tag === 'None' ? none : f(ma.value)
