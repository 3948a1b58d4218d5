/**
 * Answers what the collector takes an owner for that it has not seen: the first reference to its uid says its version,
 * kind and name, and the namespace of that dependent is taken for the owner's.
 */
import type { KubeObject, OwnerReference } from '../../apiserver/object.js'
import type { AssumedOfOwner, ResolveOwner } from './get-object.js'
import { hasMarks, mark, marks } from './mark.js'
import { namespaceOf, ownersOf } from '../../apiserver/address.js'
import type { Event } from './reason.js'
import type { Assumed } from './coverage-facts.js'
import { namespaceWarning } from './warning.js'

/** An owner that was guessed. */
interface Guess {
  readonly reference: OwnerReference
  readonly namespace: string | undefined
  /** Nodes that refer to its uid, in the order they were seen. */
  readonly dependents: number[]
}

/** Guessed owners by uid. */
export type Guesses = Map<string, Guess>

/** A graph that is still growing. */
export interface Growing {
  readonly objects: ReadonlyArray<KubeObject>
  readonly marks: Uint8Array
  readonly events: Event[]
  readonly guesses: Guesses
  /** What was taken to hold where a node is examined for no other cause. */
  readonly attention: Map<number, Assumed>
}

/** No guesses. */
export const noGuesses = (): Guesses => new Map()

/** Names of an object, as an object or a reference gives them. */
interface Named {
  readonly apiVersion: string
  readonly kind: string
}

/**
 * True for a reference that does not fit what its owner is taken for: another version, kind or name, or a namespace that
 * is not the dependent's.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go addDependentToOwners
 */
export const misfits = (
  reference: OwnerReference,
  namespace: string | undefined,
  owner: Named & { readonly metadata: { readonly name: string } },
  ownerNamespace: string | undefined,
): boolean =>
  (ownerNamespace !== undefined && ownerNamespace !== namespace) ||
  reference.name !== owner.metadata.name ||
  reference.kind !== owner.kind ||
  reference.apiVersion !== owner.apiVersion

/** Notes that a node refers to an owner that has not been seen; false when the reference does not fit the guess. */
export const noteGuess = (
  guesses: Guesses,
  reference: OwnerReference,
  node: number,
  namespace: string | undefined,
  examinesNamespaced: boolean,
): boolean => {
  const guess = guesses.get(reference.uid)
  if (guess === undefined) {
    guesses.set(reference.uid, { reference, namespace, dependents: [node] })
    return true
  }
  if (guess.dependents.at(-1) !== node) guess.dependents.push(node)
  if (misfits(reference, namespace, asObject(guess.reference), guess.namespace)) return false
  return !(examinesNamespaced && guess.namespace === undefined && namespace !== undefined)
}

const asObject = ({
  apiVersion,
  kind,
  name,
}: OwnerReference): Named & { readonly metadata: { readonly name: string } } => ({
  apiVersion,
  kind,
  metadata: { name },
})

/**
 * Sees the object behind a guess, which was in line to be looked at: a right guess still is. Where it was wrong, the
 * dependents that do not fit the object are looked at.
 * Gives the guess; nothing when there was none.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processGraphChanges
 */
export const observeGuessed = (growing: Growing, node: number): Guess | undefined => {
  const { objects, guesses } = growing
  const object = objects[node] as KubeObject
  const { uid } = object.metadata
  const guess = guesses.get(uid)
  if (guess === undefined) return undefined
  guesses.delete(uid)
  const namespace = namespaceOf(object)
  if (guess.namespace === namespace && !misfits(guess.reference, namespace, object, namespace)) {
    mark(growing.marks, node, marks.examined)
    return guess
  }
  for (const dependent of guess.dependents) {
    const seen = objects[dependent] as KubeObject
    const from = namespaceOf(seen)
    if (!ownersOf(seen).some((reference) => reference.uid === uid && misfits(reference, from, object, namespace)))
      continue
    if (namespace !== undefined && namespace !== from) growing.events.push(namespaceWarning(seen, uid))
    mark(growing.marks, dependent, marks.examined)
  }
  return guess
}

/** Looks up what was guessed and never seen; the dependents of what does not exist are looked at. */
export const examineAbsent = (growing: Growing, look: ResolveOwner, assumed: AssumedOfOwner): void => {
  for (const { reference, namespace, dependents } of growing.guesses.values()) {
    if (look(namespace)(reference)._tag !== 'NotFound') continue
    const taken = assumed(namespace, reference)
    for (const node of dependents)
      // Any other dependent names the owner that does not exist among its reasons.
      examine(growing, node, hasMarks(growing.marks, node, marks.foreground) ? taken : undefined)
  }
}

/** Has a node looked at, because of something observed or taken to hold; what was observed is cause enough. */
export const examine = ({ marks: all, attention }: Growing, node: number, assumed: Assumed | undefined): void => {
  if (assumed === undefined) attention.delete(node)
  else if (!hasMarks(all, node, marks.examined)) attention.set(node, assumed)
  mark(all, node, marks.examined)
}
