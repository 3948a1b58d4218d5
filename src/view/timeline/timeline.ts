/** Shows what will be collected, and when, as plain JSON. */
import { isSome } from '../../core/fp.js'
import { between } from '../../core/time.js'
import { formatAhead, formatInstant } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { counted } from '../../internal/words.js'
import type { Amendment, Removal } from '../../simulate/control-plane/reason.js'
import type { Timeline } from '../../simulate/control-plane/timeline.js'
import { targetView } from '../target.js'
import { type Expiry, expiryView, sayDrops } from './expiries.js'
import type { InstantView, TimelineRow, TimelineView } from './model.js'
import { sayWho, sentencesOf } from './words.js'

/** A timeline and what it is shown with. */
export interface TimelineReport {
  readonly from: Date
  readonly until: Date
  readonly timeline: Timeline
  /** Events that the API server drops, earliest first. Default: none. */
  readonly events?: ReadonlyArray<Expiry>
  /** The decisions that are listed; totals count all. Default: both. */
  readonly decisions?: ReadonlyArray<string>
}

/**
 * A timeline as an interface shows it: what each instant brings, what the API server drops, and what comes after.
 *
 * Shape: plain JSON; moments of one instant are one; an instant at which nothing is decided that is listed is left out.
 * Order: by time, within an instant as things follow from each other.
 * Units: milliseconds; instants RFC 3339 in UTC.
 *
 * @example
 * ```ts
 * import { known } from 'gcplan'
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 * import * as Ttl from 'gcplan/controllers/ttl'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 * import { timelineView } from 'gcplan/view'
 *
 * const from = new Date('2026-01-01T12:00:00Z')
 * const until = new Date('2026-01-01T13:00:00Z')
 * const job: Ttl.Job = {
 *   apiVersion: 'batch/v1',
 *   kind: 'Job',
 *   metadata: { namespace: 'batch', name: 'report', uid: 'u-1' },
 *   spec: { ttlSecondsAfterFinished: 60 },
 *   status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: from }] },
 * }
 * const played = ControlPlane.timeline(ControlPlane.defaultPolicies)(
 *   {
 *     at: from,
 *     objects: [job],
 *     scopes: scopes_1_36.scopes,
 *     coverage: { _tag: 'Everything' },
 *     apiNodes: known([]),
 *     memory: ControlPlane.emptyMemory,
 *   },
 *   until,
 * )
 * if (played._tag === 'Right') {
 *   const view = timelineView({ from, until, timeline: played.right })
 *   for (const { said, rows } of view.instants) console.log(said, rows.map(({ by }) => by).join()) // 2026-01-01T12:01:00Z, in 1 min ttl,owners
 * }
 * ```
 */
export const timelineView = (report: TimelineReport): TimelineView => {
  const { from, until, timeline, events = [], decisions } = report
  const all = instantsOf(from, timeline)
  const isListed = ({ decision }: TimelineRow): boolean => decisions === undefined || decisions.includes(decision)
  return {
    from: formatInstant(from),
    until: formatInstant(until),
    instants: all
      .map((instant) => ({ ...instant, rows: instant.rows.filter(isListed) }))
      .filter(({ rows }) => rows.length > 0),
    expiries: events.map((event) => expiryView(from, event)),
    drops: sayDrops(events),
    ending: sayEnding(from, timeline),
    totals: totalsOf(all),
  }
}

const instantsOf = (from: Date, { moments }: Timeline): ReadonlyArray<InstantView> => {
  const instants: (Omit<InstantView, 'rows'> & { readonly rows: TimelineRow[] })[] = []
  for (const { at, removals, amendments } of moments) {
    const afterMillis = between(from, at)
    let last = instants.at(-1)
    if (last?.afterMillis !== afterMillis)
      instants.push((last = { at: formatInstant(at), afterMillis, said: formatAhead(from, at), rows: [] }))
    for (const removal of removals) last.rows.push(rowOf('remove', removal))
    for (const amendment of amendments) last.rows.push(rowOf('amend', amendment))
  }
  return instants
}

const rowOf = (decision: TimelineRow['decision'], { target, reasons }: Removal | Amendment): TimelineRow => ({
  decision,
  by: sayWho(reasons),
  target: targetView(target),
  sentences: sentencesOf(reasons).map(safeText),
  reasons: reasons.map(({ reason }) => reason._tag),
})

const sayEnding = (from: Date, { ended, next }: Timeline): string => {
  const when = isSome(next) ? formatAhead(from, next.value) : 'some time'
  switch (ended) {
    case 'Quiet':
      return 'then nothing changes by itself any more'
    case 'Reached':
      return `next change at ${when}`
    case 'CutOff':
      return `more follows from ${when} on`
  }
}

const totalsOf = (instants: ReadonlyArray<InstantView>): TimelineView['totals'] => {
  const rows = instants.flatMap((instant) => instant.rows)
  const count = (wanted: TimelineRow['decision']): number =>
    new Set(rows.flatMap(({ decision, target }) => (decision === wanted ? [target.id] : []))).size
  const [removed, changed] = [count('remove'), count('amend')]
  return {
    removed,
    changed,
    instants: instants.length,
    said: `${counted(removed, 'object')} removed and ${changed} changed at ${counted(instants.length, 'instant')}`,
  }
}
