/** Events that the API server drops after a time. */
import { between } from '../../core/time.js'
import { formatInstant } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { counted } from '../../internal/words.js'
import type { ExpiryView } from './model.js'

/** An Event that the API server drops: not before `earliest`, and before `latest`. */
export interface Expiry {
  readonly uid: string
  /** As sentences name it. */
  readonly said: string
  readonly earliest: Date
  readonly latest: Date
}

/** One Event, seen from an instant. */
export const expiryView = (from: Date, { uid, said, earliest, latest }: Expiry): ExpiryView => ({
  id: safeText(uid),
  name: safeText(said),
  earliest: formatInstant(earliest),
  latest: formatInstant(latest),
  afterMillis: between(from, earliest),
  said: sayExpiry({ earliest, latest }),
})

/**
 * One sentence about when an Event is dropped.
 *
 * @example
 * ```ts
 * import { sayExpiry } from 'gcplan/view'
 *
 * const at = new Date('2026-01-01T13:00:00Z')
 * console.log(sayExpiry({ earliest: at, latest: at })) // the API server drops it at 2026-01-01T13:00:00Z
 * ```
 */
export const sayExpiry = ({ earliest, latest }: Pick<Expiry, 'earliest' | 'latest'>): string =>
  earliest.getTime() === latest.getTime()
    ? `the API server drops it at ${formatInstant(earliest)}`
    : `the API server drops it between ${formatInstant(earliest)} and ${formatInstant(latest)}`

/** A sentence about all of them, earliest first; null for none. */
export const sayDrops = (events: ReadonlyArray<Expiry>): string | null => {
  const [first] = events
  if (first === undefined) return null
  let { latest } = first
  for (const event of events) if (event.latest > latest) latest = event.latest
  const many = counted(events.length, 'Event')
  return `the API server drops ${many} between ${formatInstant(first.earliest)} and ${formatInstant(latest)}`
}
