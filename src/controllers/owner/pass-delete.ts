/**
 * The decision about every object of a snapshot.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteWorker
 */
import { ownersOf } from '../../apiserver/owner-reference.js'
import type { KubeObject } from '../../apiserver/object.js'
import { namespaceOf, isBeingDeleted, targetOf } from '../../apiserver/object.js'
import * as either from '../../core/either.js'
import * as option from '../../core/option.js'
import type { Kept } from '../../core/plan.js'
import { classify } from './classify.js'
import { absentOwnerIn } from './facts.js'
import type { PassInput } from './pass-input.js'
import type { Amendment, OwnerFamily, Pass, Removal } from './reason.js'
import type { AbsentReference } from './recreated.js'
import { findRecreated } from './recreated.js'
import { marks } from './scan.js'
import { sharedReasons } from './shared-reasons.js'
import { byTarget } from './target.js'
import type { Classified } from './verdict.js'
import { verdict } from './verdict.js'

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
  return references !== null && either.isRight(references)
    ? references.right.dangling.map((reference) => ({ namespace, reference }))
    : []
}
