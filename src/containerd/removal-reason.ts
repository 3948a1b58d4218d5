import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import * as option from '../core/option.js'
import type { ItemOf, Kind, NamespaceIndex } from './graph/node-index.js'
import { expiryText, labelsOf, textOr } from './graph/labels-read.js'
import { expiryDate } from './keep-reason.js'
import type { Reason } from './reason.js'
import type { Target } from './record.js'

type Reasons = RNEA.ReadonlyNonEmptyArray<Reason>

const unreachable: Reasons = [{ _tag: 'Unreachable' }]
const namespaceUnknown: Reasons = [{ _tag: 'NamespaceUnknown' }]

/** Why a record is removed; `holder` is what held it until it expired, the record itself if that is what expired. */
export const removalReasons = (
  target: Target,
  space: NamespaceIndex,
  item: ItemOf<Kind>,
  holder: Target | null,
): Reasons => {
  if (holder !== null) return holder === target ? expired(target, item) : [{ _tag: 'HeldOnlyByExpired', holder }]
  if (target._tag !== 'Stream' && target._tag !== 'Mount') return unreachable
  if (!space.inMetadata) return namespaceUnknown
  const lease = 'lease' in item ? item.lease : ''
  // One that exists would hold it, or be the holder that expired.
  return lease === '' ? unreachable : [{ _tag: 'LeaseGone', lease }]
}

const expired = (target: Target, item: ItemOf<Kind>): Reasons => {
  const text = 'expireAt' in item ? textOr(item.expireAt) : expiryText(labelsOf(item))
  const expiredAt = expiryDate(text)
  if (option.isNone(expiredAt)) return unreachable
  const at = { expiredAt: expiredAt.value }
  switch (target._tag) {
    case 'Lease':
      return [{ _tag: 'LeaseExpired', ...at }]
    case 'Image':
      return [{ _tag: 'ImageExpired', ...at }]
    default:
      return [{ _tag: 'IngestExpired', ...at }]
  }
}
