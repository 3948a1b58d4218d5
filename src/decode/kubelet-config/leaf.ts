/**
 * Decoders of single values that only kubelet configuration uses.
 */
import { function as F, option as O } from 'fp-ts'

import { type GoDuration, goDuration, parseGoDuration } from '../../core/go-duration.js'
import { type Decoder, type Read, decoder, entries, fields, holding, named, reading, refuse } from '../codec.js'
import { text } from '../leaf.js'
import { isRecord } from '../../internal/lists.js'

/** True for an integer that Go's int32 holds. */
export const isInt32 = (value: unknown): value is number => typeof value === 'number' && value === (value | 0)

/** An integer of 32 bits. */
export const int32: Decoder<number> = holding('an integer of 32 bits', isInt32)

/** The text of a Go duration, brought into the form in which Go prints it. */
export const duration: Decoder<GoDuration> = reading('a Go duration such as "2m0s"', (value) =>
  F.pipe(typeof value === 'string' ? O.fromEither(parseGoDuration(value)) : O.none, O.map(goDuration)),
)

/** An object whose values are texts, as a Map, so that any key is safe. */
export const texts: Decoder<ReadonlyMap<string, string>> = named('an object of strings', entries(text))

/** An object that sets some of these fields; others are ignored. */
export const settings = <D extends Readonly<Record<string, Decoder<unknown>>>>(readers: D): Decoder<Partial<Read<D>>> =>
  decoder('an object', (value, context) => {
    if (!isPlain(value)) return refuse(value, context)
    const set = Object.entries(readers).filter(([key]) => Object.hasOwn(value, key) && value[key] !== undefined)
    return fields(Object.fromEntries(set) as Partial<D> as D).validate(value, context)
  })

/** True for a plain record; a Map or a Date has no fields and would silently set nothing. */
export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && Object.prototype.toString.call(value) === '[object Object]'
