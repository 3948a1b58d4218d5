/**
 * Sorts the objects of a snapshot by what they can make the collector do, so that its memory is built of few.
 *
 * - An object is **at rest** when every reference names an object of the snapshot by its version, kind, name and namespace,
 *   and it neither waits for its dependents nor orphans them. Nothing is queued because of it, and its owners are solid.
 * - An object is **left behind** when it would be at rest, but for references to absent owners that all their dependents
 *   name alike, in one namespace. Such an owner has one virtual node, and is looked for once.
 * - All others are **active**, and with them whatever hangs together with them through owners and dependents.
 *
 * One thing is noted of the first two: an owner that was observed after a dependent was a virtual node first, which is
 * attempted.
 */
import {
  type KubeObject,
  type OwnerReference,
  ownersOf,
  namespaceOf,
  foregroundFinalizer,
  hasFinalizer,
  isBeingDeleted,
  orphanFinalizer,
} from '../../apiserver/object.js'
import { type Column, append, column, valuesOf } from '../../internal/column.js'
import { groupOf, join, separate } from '../../internal/graph.js'
import { type Numbering, elementAt, numberOfKey } from '../../internal/lists.js'
import { misfits } from './memory/match.js'
import { type Policy, ignores } from './policy.js'

/** What the scan says of an object, one bit each. */
export const marks = {
  /** The collector does not watch it. */
  ignored: 1,
  /** It is not at rest. */
  active: 2,
  /** A dependent was observed before it. */
  wasVirtual: 4,
  /** It names an owner that is not in the snapshot. */
  leftBehind: 8,
} as const

/** An owner that is not in the snapshot, as the first reference names it. */
export interface AbsentOwner {
  readonly reference: OwnerReference
  readonly namespace: string | undefined
  /** True when another reference names it otherwise, or from another namespace. */
  readonly isContested: boolean
}

/** What the scan of a snapshot found. Nodes are places in the list of objects. */
export interface Scan {
  readonly marks: Uint8Array
  /** The node that each reference names by its uid, in the order of watched objects and their references; -1 for none. */
  readonly owners: Int32Array
  /** Nodes that are not at rest, in order. */
  readonly active: ReadonlyArray<number>
  /** Owners that are not in the snapshot, by uid. */
  readonly absent: ReadonlyMap<string, AbsentOwner>
}

/** True for an object that waits for its dependents, or orphans them. */
export const actsOnDependents = (object: KubeObject): boolean =>
  isBeingDeleted(object) && (hasFinalizer(foregroundFinalizer)(object) || hasFinalizer(orphanFinalizer)(object))

/** Scans the objects of a snapshot. */
export const scan = (policy: Policy, objects: ReadonlyArray<KubeObject>, uids: Numbering): Scan => {
  const found = new Uint8Array(objects.length)
  const owners = column(objects.length)
  const absent = new Map<string, AbsentOwner>()
  const isIgnored = ignores(policy)
  const draft: Draft = { objects, uids, isIgnored, found, owners, absent }
  for (let node = 0; node < objects.length; node++) {
    const object = elementAt(objects, node)
    if (isIgnored(object)) {
      found[node] = marks.ignored
      continue
    }
    const mark = object.metadata.ownerReferences === undefined ? 0 : scanReferences(draft, object, node)
    if (mark !== 0 || actsOnDependents(object)) found[node] = (mark || marks.active) | elementAt(found, node)
  }
  activateContested(draft)
  const named = valuesOf(owners)
  const seeds = activeIn(found)
  if (seeds.length > 0) spread(objects, found, named)
  return { marks: found, owners: named, active: seeds.length === 0 ? seeds : activeIn(found), absent }
}

const activeIn = (found: Uint8Array): ReadonlyArray<number> => {
  const active: number[] = []
  for (let node = 0; node < found.length; node++) if (has(found, node, marks.active)) active.push(node)
  return active
}

/** True when an object has one of these marks. */
export const has = (found: Uint8Array, node: number, mark: number): boolean => ((found[node] ?? 0) & mark) !== 0

interface Draft {
  readonly objects: ReadonlyArray<KubeObject>
  readonly uids: Numbering
  readonly isIgnored: (object: KubeObject) => boolean
  readonly found: Uint8Array
  readonly owners: Column
  readonly absent: Map<string, AbsentOwner>
}

/** Notes the owners of an object. Gives the mark that it gets because of them; zero when all of them fit. */
const scanReferences = (
  { objects, uids, isIgnored, found, owners, absent }: Draft,
  object: KubeObject,
  node: number,
): number => {
  const namespace = namespaceOf(object)
  let mark = 0
  for (const reference of ownersOf(object)) {
    const at = numberOfKey(uids, reference.uid)
    append(owners, at)
    const owner = objects[at]
    if (owner === undefined) {
      noteAbsent(absent, reference, namespace)
      mark ||= marks.leftBehind
    } else if (isIgnored(owner) || !fitsOwner(reference, namespace, owner)) mark = marks.active
    else if (at > node) {
      // The virtual node had the namespace of its dependent. What comes later has no other mark yet.
      if (namespaceOf(owner) === namespace) found[at] = marks.wasVirtual
      else mark = marks.active
    }
  }
  return mark !== 0 && actsOnDependents(object) ? marks.active : mark
}

const noteAbsent = (
  absent: Map<string, AbsentOwner>,
  reference: OwnerReference,
  namespace: string | undefined,
): void => {
  const known = absent.get(reference.uid)
  if (known === undefined) absent.set(reference.uid, { reference, namespace, isContested: false })
  else if (
    !known.isContested &&
    (namespace !== known.namespace ||
      misfits(reference, namespace, known.reference, known.reference.name, known.namespace))
  )
    absent.set(reference.uid, { ...known, isContested: true })
}

const activateContested = ({ objects, found, absent }: Draft): void => {
  if (![...absent.values()].some(({ isContested }) => isContested)) return
  objects.forEach((object, node) => {
    const isActive =
      has(found, node, marks.leftBehind) && ownersOf(object).some(({ uid }) => absent.get(uid)?.isContested === true)
    if (isActive) found[node] = marks.active | (found[node] ?? 0)
  })
}

/** True for a reference that fits an observed owner. */
const fitsOwner = (reference: OwnerReference, namespace: string | undefined, owner: KubeObject): boolean =>
  !misfits(reference, namespace, owner, owner.metadata.name, namespaceOf(owner))

/** Marks all that hang together with an active object. */
const spread = (objects: ReadonlyArray<KubeObject>, found: Uint8Array, owners: Int32Array): void => {
  const groups = separate(objects.length)
  let reference = 0
  objects.forEach((object, node) => {
    if (has(found, node, marks.ignored)) return
    const end = reference + ownersOf(object).length
    for (; reference < end; reference++) {
      const owner = owners[reference] ?? -1
      if (owner >= 0 && !has(found, owner, marks.ignored)) join(groups, node, owner)
    }
  })
  const isActive = new Uint8Array(objects.length)
  found.forEach((mark, node) => {
    if ((mark & marks.active) !== 0) isActive[groupOf(groups, node)] = 1
  })
  found.forEach((mark, node) => {
    if ((mark & marks.ignored) === 0 && isActive[groupOf(groups, node)] === 1) found[node] = mark | marks.active
  })
}
