/** What every run leaves behind: its events, its error, and when the same snapshot gives another plan. */
import type { Conclusion } from '../core/collector.js'
import * as fp from '../core/fp.js'
import type { Family, Plan } from '../core/plan.js'
import { canonicalJson } from '../internal/canonical-json.js'
import type { Outcomes } from './change.js'

const nothing = 'nothing'

export const concluded = <F extends Family>({ wakeAt }: Plan<F>, { events, error }: Conclusion<F>): Outcomes => ({
  events: events.length === 0 ? nothing : events.map(sayEvent).join('; '),
  error: fp.getOptionOrElse(() => nothing)(error),
  'next change by itself': fp.matchOption(
    () => nothing,
    (at: Date) => at.toISOString(),
  )(wakeAt),
})

/** Most events are a reason and a message; the others are said as they are. */
const sayEvent = (event: Family['Event']): string =>
  'message' in event && typeof event.message === 'string' ? `${event._tag}: ${event.message}` : canonicalJson(event)
