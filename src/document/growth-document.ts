/** The measured growth of a disk as a file, so that a program that starts again goes on with it. */
import type { either as E } from 'fp-ts'

import type { InvalidInput } from '../core/problem.js'
import { documentOf } from '../decode/document/document.js'
import type { DecodeError } from '../decode/error.js'
import { object } from '../internal/schema/object.js'
import { finite, leaf, optional, safeInteger, text } from '../internal/schema/schema.js'
import type { DiskUse, MeasuredGrowth } from '../simulate/node/measured-growth.js'

const span = leaf(
  'a finite number, 0 or more',
  (value): value is number => Number.isFinite(value) && Number(value) >= 0,
)

const growthFile = documentOf(
  { kind: 'gcplan/measured-growth', title: 'measured growth' },
  object<MeasuredGrowth>({
    bytes: finite,
    millis: span,
    last: optional(object<DiskUse>({ at: safeInteger, used: finite, images: text })),
  }),
)

/**
 * Reads what was measured of a disk's growth from a file of kind `gcplan/measured-growth`, version 1: its text, or its JSON already parsed.
 *
 * Shape: what was written between its last look and the next counts as between any two, so that a gap of more than an hour counts for nothing.
 * Fails: with up to a hundred problems and their paths.
 */
export const decodeMeasuredGrowth: (input: unknown) => E.Either<DecodeError, MeasuredGrowth> = growthFile.decode

/**
 * Writes what was measured; {@link decodeMeasuredGrowth} reads it back unchanged.
 *
 * Fails: for numbers that have no JSON form.
 *
 * @example
 * ```ts
 * import { encodeMeasuredGrowth } from 'gcplan/document'
 * import { emptyNodeMemory } from 'gcplan/outlook'
 *
 * const encoded = encodeMeasuredGrowth(emptyNodeMemory.growth)
 * if (encoded._tag === 'Right') console.log(encoded.right.split('\n')[1]) //   "kind": "gcplan/measured-growth",
 * ```
 */
export const encodeMeasuredGrowth: (growth: MeasuredGrowth) => E.Either<InvalidInput, string> = growthFile.encode
