/**
 * What containerd publishes and returns at the end of a collection.
 */

import * as fp from '../core/fp.js'
import type { Conclusion } from '../core/collector.js'
import type { Report } from '../core/report.js'
import { targetKey } from '../core/target.js'
import type { ContainerdFamily, Event, Plan } from './reason.js'
import { type Target, fsSnapshotRecord, plainRecord } from './record.js'

/**
 * The events and the error of a run. If every record was removed, the plan's events, in the order of the sweep. A
 * failed removal or an abort rolls the transaction back: no events, and the error. A record that was not admitted
 * stays, without an event.
 *
 * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect
 */
export const conclude =
  <Err>(describe: (error: Err) => string) =>
  (plan: Plan) =>
  (report: Report<ContainerdFamily, Err>): Conclusion<ContainerdFamily> => {
    const staying = new Set<string>()
    for (const { outcomes } of report.passes)
      for (const outcome of outcomes) {
        if (outcome._tag === 'Failed') return { events: [], error: fp.some(describe(outcome.error)) }
        if (outcome._tag === 'Skipped' && outcome.because === 'aborted')
          return { events: [], error: fp.some('context canceled') }
        if (outcome._tag === 'Refused') staying.add(targetKey(outcome.removal.target))
      }
    const events = plan.passes.flatMap((pass) => pass.events)
    return {
      events: staying.size === 0 ? events : events.filter((event) => !staying.has(targetKey(subjectOf(event)))),
      error: fp.none,
    }
  }

const subjectOf = (event: Event): Target =>
  event._tag === 'ImageDelete'
    ? plainRecord('Image', event.namespace, event.name)
    : fsSnapshotRecord(event.namespace, event.snapshotter, event.key)
