/** Readers of the fields of a pass other than its decisions. */
import type { either as E } from 'fp-ts'
import type * as t from 'io-ts'

import { type Int64, isInt64 } from '../core/int64.js'
import type { Goal, OnFailure } from '../core/plan.js'
import { type Decoder, decoder, holding, own } from '../decode/codec.js'
import { constant, exactly } from '../decode/document/read.js'
import { isRecord } from '../internal/lists.js'

/** An integer of 64 bits. */
export const int64: Decoder<Int64> = holding(
  'a 64-bit integer, as a number below 2^53 or as decimal text',
  (value): value is Int64 => isInt64(value),
)

/** An object with these fields and no others. What is written is laid out elsewhere. */
export const shape = <A extends object>(readers: { readonly [K in keyof A]-?: Decoder<unknown> }): Decoder<A> =>
  exactly(readers) as Decoder<A>

const removeAll = shape<Goal>({ _tag: constant('RemoveAll') })
const freeBytes = shape<Extract<Goal, { readonly _tag: 'FreeBytes' }>>({ _tag: constant('FreeBytes'), bytes: int64 })

/** When a pass may stop. */
export const goalReader: Decoder<Goal> = decoder('a goal', (value, context): E.Either<t.Errors, Goal> =>
  (isRecord(value) && own(value, '_tag') === 'FreeBytes' ? freeBytes : removeAll).validate(value, context),
)

/** What a failed removal means. */
export const onFailureReader: Decoder<OnFailure> = holding(
  '"continue", "finish-pass" or "stop"',
  (value): value is OnFailure => value === 'continue' || value === 'finish-pass' || value === 'stop',
)
