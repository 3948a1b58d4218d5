/** When a lease, an image or an ingest expires, and what that makes of it in the graph. */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { instant } from '../../core/time.js'
import { expireKey } from '../labels/key-grammar.js'
import { parseTimestamp, pastFrom } from '../labels/timestamp.js'
import type { Labels } from '../snapshot.js'
import type { EdgeContext } from './edges.js'
import { labelsOf, textOr, valueOf } from './label-sets.js'
import type { ItemOf, Kind } from './node-index.js'

/** The first millisecond at which an object is past its expiry label; never without a sound one. */
export const expiredFrom = (labels: Labels): number => {
  const text = valueOf(labels, expireKey)
  return text === '' ? Infinity : pastFrom(text)
}

/** The expiry time of a record, to the millisecond; none when it is absent or malformed. */
export const expiryDate = (item: ItemOf<Kind>): O.Option<Date> => {
  const timestamp = parseTimestamp('expireAt' in item ? textOr(item.expireAt) : valueOf(labelsOf(item), expireKey))
  return timestamp === undefined ? fp.none : fp.some(instant(timestamp.epochMillis))
}

/** A root until its time is past. */
export const rootUntil = ({ builder, epochMillis }: EdgeContext, node: number, from: number): void => {
  if (from <= epochMillis) builder.expired.push(node)
  else {
    builder.roots.push(node)
    if (from < builder.nextExpiry) builder.nextExpiry = from
  }
}
