import { option as O } from 'fp-ts'

/** Fields without their options. */
type Present<R> = { readonly [K in keyof R]?: R[K] extends O.Option<infer A> ? A : never }

/** The fields that are present; the others are left out rather than undefined. */
export const present = <R extends Readonly<Record<string, O.Option<unknown>>>>(fields: R): Present<R> => {
  const found: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) if (O.isSome(value)) found[key] = value.value
  return found as Present<R>
}
