/** Reads and writes the memory of guards as a file: approvals and sightings. */
import type { either as E } from 'fp-ts'

import type { InvalidInput } from '../core/problem.js'
import { documentOf } from '../decode/document/document.js'
import type { DecodeError } from '../decode/error.js'
import type { Approval, Approved } from '../guard/approval.js'
import type { TargetRef } from '../guard/protection.js'
import type { Sighting, Sightings } from '../guard/sightings.js'
import { instant, leaf, nullable, oneOf, text } from '../internal/schema/schema.js'
import { list, object } from '../internal/schema/object.js'

const digest = leaf(
  '64 hexadecimal figures',
  (value): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
)

const count = leaf(
  'a whole number, 1 or more',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 1,
)

const target = object<TargetRef>({ _tag: text, id: text })

const approvalFile = documentOf(
  { kind: 'gcplan/approval', title: 'approval' },
  object<Approval>({
    digest,
    at: instant,
    approved: list(object<Approved>({ what: oneOf('removal', 'amendment'), target, digest })),
  }),
)

const sightingsFile = documentOf(
  { kind: 'gcplan/sightings', title: 'sightings' },
  object<Sightings>({
    at: nullable(instant),
    planned: list(object<Sighting>({ target, times: count, since: instant })),
  }),
)

/**
 * Reads an approval from a file of kind `gcplan/approval`, version 1: its text, or its JSON already parsed.
 *
 * Fails: with up to a hundred problems and their paths.
 */
export const decodeApproval: (input: unknown) => E.Either<DecodeError, Approval> = approvalFile.decode

/**
 * Writes an approval; {@link decodeApproval} reads it back unchanged.
 *
 * Fails: for an invalid approval, e.g. one with an invalid Date.
 *
 * @example
 * ```ts
 * import { encodeApproval } from 'gcplan/document'
 *
 * const encoded = encodeApproval({ digest: 'a'.repeat(64), at: new Date('2026-01-01T12:00:00Z'), approved: [] })
 * if (encoded._tag === 'Right') console.log(encoded.right.split('\n')[1]) //   "kind": "gcplan/approval",
 * ```
 */
export const encodeApproval: (approval: Approval) => E.Either<InvalidInput, string> = approvalFile.encode

/** Reads sightings from a file of kind `gcplan/sightings`, version 1. Fails as {@link decodeApproval} does. */
export const decodeSightings: (input: unknown) => E.Either<DecodeError, Sightings> = sightingsFile.decode

/**
 * Writes sightings; {@link decodeSightings} reads it back unchanged.
 *
 * Fails as {@link encodeApproval} does.
 *
 * @example
 * ```ts
 * import { decodeSightings, encodeSightings } from 'gcplan/document'
 * import { noSightings } from 'gcplan/guard'
 *
 * const encoded = encodeSightings(noSightings)
 * const decoded = encoded._tag === 'Right' ? decodeSightings(encoded.right) : encoded
 * if (decoded._tag === 'Right') console.log(decoded.right) // { at: null, planned: [] }
 * ```
 */
export const encodeSightings: (sightings: Sightings) => E.Either<InvalidInput, string> = sightingsFile.encode
