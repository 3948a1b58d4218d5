/**
 * The snapshot after a plan or a report, as far as it can be derived.
 */
import { plannedTargets } from '../../core/plan.js'
import { type Report, removedTargets } from '../../core/report.js'
import { ownerOf, ownersIn } from './own-link.js'
import type { Plan } from './plan.js'
import type { Family, Target } from './reason.js'
import type { Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every removal succeeds; `at` stays.
 *
 * Shape: what the plan removes is gone, and with a container its own log link; everything else is as it was.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { known } from 'gcplan'
 * import { apply, defaultPolicy, plan } from 'gcplan/kubelet/container'
 *
 * const snapshot = {
 *   at: new Date('2026-01-01T13:00:00Z'),
 *   allSourcesReady: true,
 *   pods: [{ uid: 'u', contentRemoved: known(true), runtimeRemoved: known(true) }],
 *   containers: [],
 *   sandboxes: [],
 *   logDirectories: ['default_web_u', 'default_web_v'],
 *   logLinks: [],
 * }
 * const planned = plan(defaultPolicy)(snapshot)
 * if (E.isRight(planned)) console.log(apply(planned.right)(snapshot).logDirectories) // [ 'default_web_v' ]
 * ```
 */
export const apply =
  (plan: Plan) =>
  (snapshot: Snapshot): Snapshot =>
    without(plannedTargets(plan), [], snapshot)

/**
 * The snapshot without what a report says was removed; the instant stays.
 *
 * Shape: what failed, was skipped or was never reached is as it was, but for the link of a container that could not be
 * removed after its log.
 *
 * @example
 * ```ts
 * import { either as E, taskEither as TE } from 'fp-ts'
 * import { known } from 'gcplan'
 * import { execute } from 'gcplan/execute'
 * import { applyReport, defaultPolicy, plan } from 'gcplan/kubelet/container'
 * import type { Action, Family } from 'gcplan/kubelet/container'
 *
 * const snapshot = {
 *   at: new Date('2026-01-01T13:00:00Z'),
 *   allSourcesReady: true,
 *   pods: [{ uid: 'u', contentRemoved: known(true), runtimeRemoved: known(true) }],
 *   containers: [],
 *   sandboxes: [],
 *   logDirectories: ['default_web_u', 'default_web_v'],
 *   logLinks: [],
 * }
 * const readOnly = (_action: Action) => TE.left('read-only file system')
 * const planned = plan(defaultPolicy)(snapshot)
 * if (E.isRight(planned))
 *   void execute(readOnly)<Family>(planned.right)().then((report) => {
 *     console.log(applyReport(report)(snapshot).logDirectories) // [ 'default_web_u', 'default_web_v' ]
 *   })
 * ```
 */
export const applyReport =
  <Err>(report: Report<Family, Err>) =>
  (snapshot: Snapshot): Snapshot =>
    without(removedTargets(report), withoutLog(report), snapshot)

/** Containers that stay although their log is gone. */
const withoutLog = <Err>(report: Report<Family, Err>): ReadonlyArray<Target> =>
  report.passes.flatMap(({ outcomes }) =>
    outcomes.flatMap((outcome) =>
      outcome._tag === 'Failed' && outcome.action._tag === 'RemoveContainer' ? [outcome.removal.target] : [],
    ),
  )

const without = (targets: ReadonlyArray<Target>, unlogged: ReadonlyArray<Target>, snapshot: Snapshot): Snapshot => {
  const gone = (tag: Target['_tag']): ReadonlySet<string> =>
    new Set(targets.filter((target) => target._tag === tag).map(({ id }) => id))
  const [containers, sandboxes] = [gone('Container'), gone('Sandbox')]
  const [directories, links] = [gone('LogDirectory'), gone('LogLink')]
  const owners = ownersIn([...targets, ...unlogged])
  return {
    ...snapshot,
    containers: snapshot.containers.filter(({ id }) => !containers.has(id)),
    sandboxes: snapshot.sandboxes.filter(({ id }) => !sandboxes.has(id)),
    logDirectories: snapshot.logDirectories.filter((name) => !directories.has(name)),
    logLinks: snapshot.logLinks.filter(({ path }) => !links.has(path) && ownerOf(owners, path) === null),
  }
}
