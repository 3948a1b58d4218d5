/**
 * Codec for unions told apart by `_tag`.
 */
import { decoder, isRecord, own, refuse } from '../codec.js'
import type { Codec } from './codec.js'
import { codec, record } from './codec.js'
import { constant } from './document.js'

/** One of several cases, each with its fields besides `_tag`. */
export const tagged = <A extends { readonly _tag: string }>(cases: {
  readonly [T in A['_tag']]: {
    readonly [K in Exclude<keyof Extract<A, { readonly _tag: T }>, '_tag'>]-?: Codec<
      Extract<A, { readonly _tag: T }>[K]
    >
  }
}): Codec<A> => {
  const tags = Object.keys(cases)
  const codecs = new Map(
    Object.entries(cases as Readonly<Record<string, Readonly<Record<string, Codec<unknown>>>>>).map(([tag, fields]) => {
      return [tag, record<object>({ _tag: constant(tag), ...fields }) as unknown as Codec<A>]
    }),
  )
  const codecOf = (value: unknown): Codec<A> | undefined => {
    const tag = isRecord(value) ? own(value, '_tag') : undefined
    return typeof tag === 'string' ? codecs.get(tag) : undefined
  }
  const name = `an object with _tag ${tags.map((tag) => JSON.stringify(tag)).join(' or ')}`
  return codec(
    decoder(name, (value, context) => codecOf(value)?.validate(value, context) ?? refuse(value, context)),
    (value) => codecOf(value)?.encode(value) ?? null,
  )
}
