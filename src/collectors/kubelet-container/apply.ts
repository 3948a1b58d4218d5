/**
 * Answers what the node looks like afterwards, as far as the snapshot shows it.
 */
import { removalsOf } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import { removedTargets } from '../../core/report.js'
import type { Plan } from './plan.js'
import type { Family, Target } from './reason.js'
import type { Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan whose every removal succeeded; the instant stays.
 *
 * Shape: what the plan removes is gone, everything else is as it was.
 */
export const apply =
  (plan: Plan) =>
  (snapshot: Snapshot): Snapshot =>
    without(
      removalsOf(plan).map(({ target }) => target),
      snapshot,
    )

/**
 * The snapshot after what a report says was removed; the instant stays.
 */
export const applyReport =
  <Err>(report: Report<Family, Err>) =>
  (snapshot: Snapshot): Snapshot =>
    without(removedTargets(report), snapshot)

const without = (targets: ReadonlyArray<Target>, snapshot: Snapshot): Snapshot => {
  const gone = (tag: Target['_tag']): ReadonlySet<string> =>
    new Set(targets.filter((target) => target._tag === tag).map(({ id }) => id))
  const [containers, sandboxes] = [gone('Container'), gone('Sandbox')]
  const [directories, links] = [gone('LogDirectory'), gone('LogLink')]
  return {
    ...snapshot,
    containers: snapshot.containers.filter(({ id }) => !containers.has(id)),
    sandboxes: snapshot.sandboxes.filter(({ id }) => !sandboxes.has(id)),
    logDirectories: snapshot.logDirectories.filter((name) => !directories.has(name)),
    logLinks: snapshot.logLinks.filter(({ path }) => !links.has(path)),
  }
}
