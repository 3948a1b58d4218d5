/**
 * Answers what error a container collection ends with.
 */
import { option as O } from 'fp-ts'

import type { Conclusion } from '../../core/collector.js'
import type { Report } from '../../core/report.js'
import type { Plan } from './plan.js'
import type { Family } from './reason.js'

/**
 * The error text of a run: a look that failed, one text per step, equal texts once, several in brackets. A removal that
 * failed is no error, and the collector itself records no event.
 *
 * Order: containers, sandboxes, logs.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
 */
export const conclude =
  <Err>(describe: (error: Err) => string) =>
  (plan: Plan) =>
  (report: Report<Family, Err>): Conclusion<Family> => {
    const texts = new Set(
      report.passes.flatMap(({ name, state }) =>
        state._tag === 'Unobserved' ? [textOf(name, describe(state.error))] : [],
      ),
    )
    const [only] = texts
    return {
      events: plan.passes.flatMap((pass) => pass.events),
      error: only === undefined ? O.none : O.some(texts.size === 1 ? only : `[${[...texts].join(', ')}]`),
    }
  }

/** The log root is read by the collector itself, which says so; the other looks are the runtime's and speak for themselves. */
const textOf = (pass: Family['Pass'], error: string): string =>
  pass === 'logs' ? `failed to read podLogsDirectory "${podLogRoot}": ${error}` : error

const podLogRoot = '/var/log/pods'
