/**
 * Answers what becomes of every object of a snapshot when its owners are looked at. Most objects have owners that were
 * seen before them and fit: for those nothing has to be looked up, and dependents of one owner share their reason.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteWorker
 */

import * as option from '../../core/option.js'
import type { Kept } from '../../core/plan.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import { misfits } from './guess.js'
import { marks } from './mark.js'
import type { Amendment, OwnerFamily, Pass, Removal } from './reason.js'
import { namespaceOf, ownersOf } from '../../apiserver/address.js'
import { byTarget } from './target.js'
import { targetOf } from '../../apiserver/target.js'
import { verdict } from './verdict.js'
import type { PassInput } from './pass-input.js'

/** The pass that looks at dependents and at owners that wait. */
export const passDelete = (input: PassInput): Pass => {
  const { objects, graph } = input
  const removals: Removal[] = []
  const amendments: Amendment[] = []
  const kept: Kept<OwnerFamily>[] = []
  const examined: string[] = []
  const shared = sharedReasons(input)
  let reference = 0
  for (let node = 0; node < objects.length; node++) {
    const object = objects[node] as KubeObject
    const facts = graph.marks[node] as number
    const reasons = shared(object, facts, reference)
    if ((facts & marks.ignored) === 0) reference += ownersOf(object).length
    if ((facts & marks.examined) !== 0) examined.push(object.metadata.uid)
    if (reasons !== null) {
      kept.push({ target: targetOf(object), reasons })
      continue
    }
    const decided = verdict(input, node)
    if (decided._tag === 'Removed') {
      removals.push(decided.removal)
      continue
    }
    kept.push({ target: targetOf(object), reasons: [decided.reason] })
    if (decided.amendment !== null) amendments.push(decided.amendment)
  }
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

/**
 * The reasons that many have: no owners, or one owner that exists, is named as it is and does not wait for its dependents.
 * Null for all others. `reference` is the place of the object's first reference among all.
 */
const sharedReasons = ({
  objects,
  graph,
}: PassInput): ((object: KubeObject, facts: number, reference: number) => Reasons | null) => {
  const known: (Reasons | undefined)[] = new Array<Reasons | undefined>(objects.length)
  return (object, facts, at) => {
    if ((facts & marks.ignored) !== 0) return notWatched
    if ((facts & marks.deleting) !== 0) return null
    const references = ownersOf(object)
    if (references.length === 0) return noOwners
    const owner = references.length === 1 ? (graph.owners.values[at] as number) : -1
    if (owner < 0 || (facts & marks.examined) !== 0) return null
    // A graph need not hold that an owner waits: one that is to leave its dependents behind as well, or is not watched.
    if (((graph.marks[owner] as number) & (marks.foreground | marks.orphaning | marks.ignored)) !== 0) return null
    const seen = objects[owner] as KubeObject
    if (
      (facts & marks.exact) === 0 &&
      misfits(references[0] as OwnerReference, namespaceOf(object), seen, namespaceOf(seen))
    )
      return null
    return (known[owner] ??= solid(seen))
  }
}

const solid = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject): Reasons => [
  { _tag: 'SolidOwner', owners: [{ apiVersion, kind, name, uid }] },
]
