/**
 * The decision about every object of a snapshot. Many objects share a reason to stay, for which nothing is looked up: no
 * owners, or one owner that exists, is named as it is and does not wait for its dependents.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteWorker
 */
import { type KubeObject, isBeingDeleted, namespaceOf, targetOf } from '../../apiserver/object.js'
import { ownersOf } from '../../apiserver/owner-reference.js'
import { classify } from './classify.js'
import { type PassInput, absentOwnerIn } from './pass-input.js'
import { type AbsentReference, findRecreated } from './get-object.js'
import type { Amendment, OwnerFamily, Pass, Removal } from './reason.js'
import { actsOnDependents, fitsOwner, has, marks } from './scan.js'
import { byTarget } from './target.js'
import { type Classified, verdict } from './verdict.js'
import * as either from '../../core/either.js'
import { pipe } from '../../core/function.js'
import * as option from '../../core/option.js'
import type { Kept } from '../../core/plan.js'

/** The pass that looks at dependents and at owners that wait. */
export const passDelete = (input: PassInput): Pass => {
  const { objects, scopes, scanned, drained } = input
  const { attempts } = drained
  const isExamined = (node: number): boolean =>
    attempts[node] !== undefined || (scanned.marks[node] ?? 0) === marks.wasVirtual
  const shared = sharedReasons(input, isExamined)
  const classified = classifiedIn(input)
  const others: Classified[] = []
  objects.forEach((object, node) => {
    if (shared[node] === null) others.push(classified(object, attempts[node]))
  })
  const absentOwner = absentOwnerIn(input, findRecreated(others.flatMap(absentOwnersOf), objects, scopes))
  const undecided = others.values()

  const removals: Removal[] = []
  const amendments: Amendment[] = []
  const kept: Kept<OwnerFamily>[] = []
  const examined: string[] = []
  objects.forEach((object, node) => {
    if (isExamined(node)) examined.push(object.metadata.uid)
    const reasons = shared[node] ?? null
    if (reasons !== null) {
      kept.push({ target: targetOf(object), reasons })
      return
    }
    const { value: one } = undecided.next()
    if (one === undefined) return
    const decided = verdict(input, one, absentOwner)
    if (decided._tag === 'Removed') {
      removals.push(decided.removal)
      return
    }
    kept.push({ target: targetOf(object), reasons: [decided.reason] })
    if (decided.amendment !== null) amendments.push(decided.amendment)
  })
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
export const unbound: Pick<Pass, 'observesAgain' | 'goal' | 'onFailure' | 'reserve' | 'refusal'> = {
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  reserve: [],
  refusal: option.none,
}

/** How the references of an object stand, where that decides: as the attempt found, else as one would find now. */
const classifiedIn = ({ scopes, get }: PassInput) => {
  const classifyOne = classify(scopes, get)
  return (object: KubeObject, attempt: Classified['attempt']): Classified => {
    const classification = attempt?.classification
    if (classification !== undefined) return { object, attempt, references: either.right(classification) }
    const decides = !isBeingDeleted(object) && ownersOf(object).length > 0
    return { object, attempt, references: decides ? classifyOne(object) : null }
  }
}

const absentOwnersOf = ({ object, references }: Classified): ReadonlyArray<AbsentReference> => {
  const namespace = namespaceOf(object)
  return references === null
    ? []
    : pipe(
        references,
        either.match(
          (): ReadonlyArray<AbsentReference> => [],
          ({ dangling }) => dangling.map((reference) => ({ namespace, reference })),
        ),
      )
}

type Reasons = Kept<OwnerFamily>['reasons']

const notWatched: Reasons = [{ _tag: 'NotWatched' }]
const noOwners: Reasons = [{ _tag: 'NoOwners' }]

/** Why each object stays, by its place; null where that takes a look at its owners, or at the attempt on it. */
const sharedReasons = (
  { objects, scanned }: PassInput,
  isExamined: (node: number) => boolean,
): ReadonlyArray<Reasons | null> => {
  const known = new Array<Reasons | null | undefined>(objects.length)
  const reasonsOfOwner = (at: number, owner: KubeObject): Reasons | null =>
    (known[at] ??= actsOnDependents(owner) || has(scanned.marks, at, marks.ignored) ? null : solid(owner))
  let reference = 0
  return objects.map((object, node) => {
    if (has(scanned.marks, node, marks.ignored)) return notWatched
    const references = ownersOf(object)
    const at = references.length === 1 ? (scanned.owners[reference] ?? -1) : -1
    reference += references.length
    if (isBeingDeleted(object)) return null
    const [first] = references
    if (first === undefined) return noOwners
    const owner = objects[at]
    if (owner === undefined || isExamined(node)) return null
    const fits = !has(scanned.marks, node, marks.active) || fitsOwner(first, namespaceOf(object), owner)
    return fits ? reasonsOfOwner(at, owner) : null
  })
}

const solid = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject): Reasons => [
  { _tag: 'SolidOwner', owners: [{ apiVersion, kind, name, uid }] },
]
