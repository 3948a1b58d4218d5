/**
 * The reasons that many objects share: no owners, or one owner that exists, is named as it is and does not wait for its
 * dependents. Nothing has to be looked up for these.
 */
import { ownersOf } from '../../apiserver/owner-reference.js'
import type { KubeObject } from '../../apiserver/object.js'
import { namespaceOf, isBeingDeleted } from '../../apiserver/object.js'
import type { Kept } from '../../core/plan.js'
import type { PassInput } from './pass-input.js'
import type { OwnerFamily } from './reason.js'
import { actsOnDependents, fitsOwner, has, marks } from './scan.js'

type Reasons = Kept<OwnerFamily>['reasons']

const notWatched: Reasons = [{ _tag: 'NotWatched' }]
const noOwners: Reasons = [{ _tag: 'NoOwners' }]

/** Why each object stays, by its place; null where that takes a look at its owners, or at the attempt on it. */
export const sharedReasons = (
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
