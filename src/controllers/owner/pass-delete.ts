/**
 * The decision about every object of a snapshot. Many objects share a reason to stay, for which nothing is looked up: no
 * owners, or one owner that exists, is named as it is and does not wait for its dependents.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteWorker
 */
import { type KubeObject, isBeingDeleted, ownersOf } from '../../apiserver/object.js'
import { elementAt } from '../../internal/lists.js'
import { classify } from './classify.js'
import { type DecidedPass, type PassInput, absentOwnerIn, byTarget } from './pass-input.js'
import { findRecreated } from './get-object.js'
import type { Amendment, OwnerFamily, Removal } from './reason.js'
import { actsOnDependents, has, marks } from './scan.js'
import { type Classified, verdict } from './verdict.js'
import * as fp from '../../core/fp.js'
import type { Kept } from '../../core/plan.js'

/** The pass that looks at dependents and at owners that wait; `stays` states an object that is kept. */
export const passDelete = <K>(
  input: PassInput,
  stays: (object: KubeObject, reasons: Reasons) => K,
): DecidedPass<K | null> => {
  const { objects, scopes, scanned, drained } = input
  const sharedReasons = sharedReasonsIn(input)
  const classified = classifiedIn(input)
  const examined: string[] = []
  /** By place; null for what needs a verdict, and for what is removed. */
  const kept = new Array<K | null>(objects.length).fill(null)
  const others: Classified[] = []
  for (let place = 0; place < objects.length; place++) {
    const object = elementAt(objects, place)
    const attempt = drained.attempts[place]
    const isExamined = attempt !== undefined || scanned.marks[place] === marks.wasVirtual
    if (isExamined) examined.push(object.metadata.uid)
    const reasons = sharedReasons(object, place, isExamined)
    if (reasons === null) others.push(classified(object, place, attempt))
    else kept[place] = stays(object, reasons)
  }
  const absentOwner = absentOwnerIn(input, findRecreated(absentNames(others), objects, scopes))
  const removals: Removal[] = []
  const amendments: Amendment[] = []
  for (const one of others) {
    const decided = verdict(input, one, absentOwner)
    if (decided._tag === 'Removed') removals.push(decided.removal)
    else {
      kept[one.place] = stays(one.object, [decided.reason])
      if (decided.amendment !== null) amendments.push(decided.amendment)
    }
  }
  return {
    name: 'delete',
    ...unbound,
    removals: removals.sort(byTarget),
    amendments: amendments.sort(byTarget),
    kept,
    events: drained.warnings,
    examined,
  }
}

/** A failure stops no worker, and there is no goal. */
export const unbound: Pick<DecidedPass<never>, 'observesAgain' | 'goal' | 'onFailure' | 'reserve' | 'refusal'> = {
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  reserve: [],
  refusal: fp.none,
}

/** How the references of an object stand, where that decides: as the attempt found, else as one would find now. */
const classifiedIn = ({ scopes, get }: PassInput) => {
  const classifyOne = classify(scopes, get)
  return (object: KubeObject, place: number, attempt: Classified['attempt']): Classified => {
    const classification = attempt?.classification
    if (classification !== undefined) return { object, place, attempt, references: fp.right(classification) }
    const decides = !isBeingDeleted(object) && ownersOf(object).length > 0
    return { object, place, attempt, references: decides ? classifyOne(object) : null }
  }
}

/** The names of owners that do not exist. */
const absentNames = (all: ReadonlyArray<Classified>): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const { references } of all)
    if (references?._tag === 'Right') for (const { name } of references.right.dangling) names.add(name)
  return names
}

type Reasons = Kept<OwnerFamily>['reasons']

const notWatched: Reasons = [{ _tag: 'NotWatched' }]
const noOwners: Reasons = [{ _tag: 'NoOwners' }]

/**
 * Why an object stays, asked of all objects in their order; null where that takes a look at its owners, or at the attempt
 * on it.
 */
const sharedReasonsIn = ({ objects, scanned }: PassInput) => {
  const known = new Array<Reasons | null | undefined>(objects.length)
  const reasonsOfOwner = (at: number, owner: KubeObject): Reasons | null =>
    (known[at] ??= actsOnDependents(owner) || has(scanned.marks, at, marks.ignored) ? null : solid(owner))
  let reference = 0
  return (object: KubeObject, place: number, isExamined: boolean): Reasons | null => {
    if (has(scanned.marks, place, marks.ignored)) return notWatched
    const references = ownersOf(object)
    const at = references.length === 1 ? (scanned.owners[reference] ?? -1) : -1
    reference += references.length
    if (isBeingDeleted(object)) return null
    if (references.length === 0) return noOwners
    const owner = objects[at]
    if (owner === undefined || isExamined) return null
    // A reference that names it otherwise has queued the object, which was examined then.
    return reasonsOfOwner(at, owner)
  }
}

const solid = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject): Reasons => [
  { _tag: 'SolidOwner', owners: [{ apiVersion, kind, name, uid }] },
]
