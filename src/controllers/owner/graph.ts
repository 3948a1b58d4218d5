/**
 * Answers what the collector's graph holds once it has seen all objects in their order, and which of them it looks at by
 * itself:
 *
 * 1. an object is connected to the owners it names; one that has not been seen yet is guessed from the first reference
 *    to it (`guess.ts`);
 * 2. a dependent whose reference does not fit its owner, seen or guessed, is looked at;
 * 3. so are an owner in foreground deletion and the dependents that were seen before it;
 * 4. so are, at the end, the dependents of guessed owners that turn out not to exist;
 * 5. an owner in foreground deletion that is looked at has its blocking dependents looked at as well.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processGraphChanges
 */
import type { Column } from '../../internal/column.js'
import { append, column } from '../../internal/column.js'
import type { Numbering } from '../../internal/intern.js'
import { numberOfKey } from '../../internal/intern.js'
import { groupOf } from '../../apiserver/coverage.js'
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import {
  foregroundFinalizer,
  hasFinalizer,
  isBeingDeleted,
  isDeletingDependents,
  orphanFinalizer,
} from '../../apiserver/object.js'
import { dependentsOf } from './dependents.js'
import type { Dependents } from './dependents.js'
import type { Growing } from './guess.js'
import { examine, examineAbsent, misfits, noGuesses, noteGuess, observeGuessed } from './guess.js'
import type { AssumedOfOwner, ResolveOwner } from './get-object.js'
import { hasMarks, mark, marks } from './mark.js'
import type { Policy } from './policy.js'
import { namespaceOf } from '../../apiserver/address.js'
import type { Event } from './reason.js'
import type { Assumed } from './coverage-facts.js'
import { namespaceWarning } from './warning.js'

/** What the collector knows once it has seen all objects. Nodes are places in the list of objects. */
export interface Graph {
  readonly objects: ReadonlyArray<KubeObject>
  readonly marks: Uint8Array
  /** The node each reference names by its uid, in the order of objects and references; -1 for none. */
  readonly owners: Column
  /** Objects that leave their dependents behind. */
  readonly orphaning: ReadonlyArray<number>
  /** Null where no object is being deleted and waits, or leaves dependents behind. */
  readonly dependents: Dependents | null
  readonly events: ReadonlyArray<Event>
  /**
   * What was taken to hold where a node is examined for no other cause. Of those alone whose own decision does not say so:
   * owners that wait, and what blocks them.
   */
  readonly attention: ReadonlyMap<number, Assumed>
}

/** Lets the collector see all objects of a snapshot. */
export const observe = (
  policy: Policy,
  objects: ReadonlyArray<KubeObject>,
  uids: Numbering,
  look: ResolveOwner,
  assumed: AssumedOfOwner,
): Graph => {
  const growing: Growing = {
    objects,
    marks: new Uint8Array(objects.length),
    events: [],
    guesses: noGuesses(),
    attention: new Map(),
  }
  const owners = column(objects.length)
  const orphaning: number[] = []
  let waits = false
  const ignored = new Set(policy.ignoredKinds.map(({ group, kind }) => `${kind}.${group}`))
  const kinds = new Set(policy.ignoredKinds.map(({ kind }) => kind))
  const examinesNamespaced = policy.namespacedDependentOfGuessedClusterOwner === 'examine'
  for (let node = 0; node < objects.length; node++) {
    const object = objects[node] as KubeObject
    const { metadata } = object
    if (kinds.has(object.kind) && ignored.has(`${object.kind}.${groupOf(object.apiVersion)}`)) {
      growing.marks[node] = marks.ignored
      // Whoever depends on it finds it by a look, and may have dependents of its own.
      waits = waits || isDeletingDependents(object)
      continue
    }
    const guess = growing.guesses.size === 0 ? undefined : observeGuessed(growing, node)
    if (metadata.ownerReferences !== undefined)
      connect(growing, owners, uids, node, metadata.ownerReferences, examinesNamespaced)
    if (!isBeingDeleted(object)) continue
    const isWaiting = hasFinalizer(foregroundFinalizer)(object)
    mark(growing.marks, node, marks.deleting)
    if (hasFinalizer(orphanFinalizer)(object)) {
      mark(growing.marks, node, marks.orphaning)
      orphaning.push(node)
      // An owner that was guessed before is not taken to wait: its first sight starts the orphaning, and nothing else.
      if (guess === undefined && isWaiting) mark(growing.marks, node, marks.foreground)
    } else if (isWaiting) {
      mark(growing.marks, node, marks.foreground | marks.examined)
      guess?.dependents.forEach((dependent) => mark(growing.marks, dependent, marks.examined))
    }
    waits = waits || isWaiting || orphaning.length > 0
  }
  examineAbsent(growing, look, assumed)
  const dependents = waits ? dependentsOf(growing.objects, growing.marks, owners) : null
  if (dependents !== null) examineBlocking(growing, dependents)
  const { marks: all, events, attention } = growing
  return { objects, marks: all, owners, orphaning, dependents, events, attention }
}

const connect = (
  growing: Growing,
  owners: Column,
  uids: Numbering,
  node: number,
  references: ReadonlyArray<OwnerReference>,
  examinesNamespaced: boolean,
): void => {
  const { objects, marks: all } = growing
  const namespace = namespaceOf(objects[node] as KubeObject)
  let exact = true
  let suspicious = false
  for (const reference of references) {
    const owner = numberOfKey(uids, reference.uid)
    append(owners, owner)
    if (owner < 0 || owner > node || hasMarks(all, owner, marks.ignored)) {
      exact = false
      const fits = noteGuess(growing.guesses, reference, node, namespace, examinesNamespaced)
      suspicious = suspicious || !fits
      continue
    }
    const seen = objects[owner] as KubeObject
    if (!misfits(reference, namespace, seen, namespaceOf(seen))) continue
    exact = false
    if (!suspicious && namespaceOf(seen) !== undefined && namespaceOf(seen) !== namespace)
      growing.events.push(namespaceWarning(objects[node] as KubeObject, reference.uid))
    suspicious = true
  }
  if (exact || suspicious) mark(growing.marks, node, exact ? marks.exact : marks.examined)
}

/** What an owner waits for is looked at; what is deleting its own dependents is looked at anyway. */
const examineBlocking = (growing: Growing, dependents: Dependents): void => {
  const { objects, marks: all, attention } = growing
  for (let owner = 0; owner < objects.length; owner++)
    if (hasMarks(all, owner, marks.foreground | marks.examined))
      dependents.each(owner, (dependent, blocks) => {
        if (blocks && !hasMarks(all, dependent, marks.foreground)) examine(growing, dependent, attention.get(owner))
      })
}
