/**
 * The error that a container collection returns.
 */

import * as fp from '../../core/fp.js'
import type { Conclusion } from '../../core/collector.js'
import type { Report } from '../../core/report.js'
import type { Plan } from './plan.js'
import type { Family } from './reason.js'

/**
 * The error text of a run: one text per step whose observation failed, duplicates once, several in brackets. Failed
 * removals are no error, and there are no events.
 *
 * Order: containers, sandboxes, logs.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
 * @example
 * ```ts
 * import { either as E, taskEither as TE } from 'fp-ts'
 * import { executeLooking } from 'gcplan/execute'
 * import { conclude, defaultPolicy, plan } from 'gcplan/kubelet/container'
 * import type { Action, Family } from 'gcplan/kubelet/container'
 *
 * const nothing = { pods: [], containers: [], sandboxes: [], logDirectories: [], logLinks: [] }
 * const planned = plan(defaultPolicy)({ at: new Date('2026-01-01T13:00:00Z'), allSourcesReady: true, ...nothing })
 * const run = executeLooking<Action, string, Family>(
 *   () => TE.right('done'),
 *   () => TE.left('runtime is down'),
 * )
 * if (E.isRight(planned))
 *   void run(planned.right)().then((report) => {
 *     console.log(conclude((error: string) => error)(planned.right)(report).error)
 *     // {
 *     //   _tag: 'Some',
 *     //   value: '[runtime is down, failed to read podLogsDirectory "/var/log/pods": runtime is down]'
 *     // }
 *   })
 * ```
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
      error: only === undefined ? fp.none : fp.some(texts.size === 1 ? only : `[${[...texts].join(', ')}]`),
    }
  }

/** The log root is read by the collector itself, which says so; the other looks are the runtime's and speak for themselves. */
const textOf = (pass: Family['Pass'], error: string): string =>
  pass === 'logs' ? `failed to read podLogsDirectory "${podLogRoot}": ${error}` : error

const podLogRoot = '/var/log/pods'
