/**
 * Answers what becomes of every object of a snapshot when its owners are looked at. Most objects have owners that were
 * seen before them and fit: for those nothing has to be looked up, and dependents of one owner share their reason.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteWorker
 */
import { option } from 'fp-ts'

import type { Kept } from '../../../core/plan.js'
import type { KubeObject } from '../object.js'
import { hasMarks, marks } from './mark.js'
import type { Amendment, KeepReason, OwnerFamily, Pass, Removal } from './reason.js'
import { compareTargets, ownerOf, targetOf } from './target.js'
import { verdict } from './verdict.js'
import type { World } from './world.js'

/** The pass that looks at dependents and at owners that wait. */
export const passDelete = (world: World): Pass => {
  const { objects, graph } = world
  const removals: Removal[] = []
  const amendments: Amendment[] = []
  const kept: Kept<OwnerFamily>[] = []
  const examined: string[] = []
  const solidOwners = sharedReasons(world)
  let reference = 0
  for (let node = 0; node < objects.length; node++) {
    const object = objects[node] as KubeObject
    const facts = graph.marks[node] as number
    const owners = object.metadata.ownerReferences
    const shared =
      (facts & marks.ignored) !== 0
        ? notWatched
        : (facts & ~marks.exact) !== 0
          ? null
          : owners === undefined || owners.length === 0
            ? noOwners
            : owners.length === 1 && facts === marks.exact
              ? solidOwners(graph.owners.values[reference] as number)
              : null
    if (owners !== undefined && (facts & marks.ignored) === 0) reference += owners.length
    if ((facts & marks.examined) !== 0) examined.push(object.metadata.uid)
    if (shared !== null) {
      kept.push({ target: targetOf(object), reasons: shared })
      continue
    }
    const decided = verdict(world, node)
    if (decided._tag === 'Removed') {
      removals.push(decided.removal)
      continue
    }
    kept.push({ target: targetOf(object), reasons: [decided.reason] })
    if (decided.amendment !== null) amendments.push(decided.amendment)
  }
  const byTarget = (a: Removal | Amendment, b: Removal | Amendment): number => compareTargets(a.target, b.target)
  return {
    name: 'delete',
    ...unbound,
    removals: removals.sort(byTarget),
    amendments: amendments.sort(byTarget),
    kept,
    events: graph.events,
    examined,
  }
}

/** Every worker goes on whatever fails, and nothing is counted. */
export const unbound: Pick<Pass, 'observesAgain' | 'goal' | 'onFailure' | 'reserve' | 'refusal'> = {
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  reserve: [],
  refusal: option.none,
}

type Reasons = Kept<OwnerFamily>['reasons']

const notWatched: Reasons = [{ _tag: 'NotWatched' }]
const noOwners: Reasons = [{ _tag: 'NoOwners' }]

/** The reason of all who have this one owner and name it as it is; null where the owner waits for its dependents. */
const sharedReasons = ({ objects, graph }: World): ((owner: number) => Reasons | null) => {
  const known: (Reasons | undefined)[] = new Array<Reasons | undefined>(objects.length)
  return (owner) => {
    // An owner that waits and is to leave its dependents as well is not marked as waiting in every graph.
    if (hasMarks(graph.marks, owner, marks.foreground) || hasMarks(graph.marks, owner, marks.orphaning)) return null
    const before = known[owner]
    if (before !== undefined) return before
    const { apiVersion, kind, metadata } = objects[owner] as KubeObject
    const { name, uid } = metadata
    const reason: KeepReason = { _tag: 'SolidOwner', owners: [ownerOf({ apiVersion, kind, name, uid })] }
    const reasons: Reasons = [reason]
    known[owner] = reasons
    return reasons
  }
}
