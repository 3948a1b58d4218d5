/**
 * Answers how an object is named in a plan, and which of two comes first.
 */
import type { WholeObject } from '../api/index.js'
import { groupBy } from '../../../internal/group.js'
import { compareText } from '../../../internal/order.js'

/** What may be removed or marked: an object, told apart by its uid. */
export interface Target {
  readonly _tag: 'Object'
  /** The uid. */
  readonly id: string
  readonly apiVersion: string
  readonly kind: string
  /** Absent for an object of the cluster. */
  readonly namespace?: string
  readonly name: string
}

/** An object as a target. */
export const targetOf = ({ apiVersion, kind, metadata }: WholeObject): Target => {
  const { namespace, name, uid } = metadata
  return namespace === undefined || namespace === ''
    ? { _tag: 'Object', id: uid, apiVersion, kind, name }
    : { _tag: 'Object', id: uid, apiVersion, kind, namespace, name }
}

/** What was decided of objects, by namespace, name and uid; objects of the cluster first. */
export const inOrder = <A extends { readonly target: Target }>(decisions: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...groupBy(({ target }) => target.namespace ?? '', decisions)]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, mine]) => mine.sort((a, b) => compareWithin(a.target, b.target)))

const compareWithin = (a: Target, b: Target): number => compareText(a.name, b.name) || compareText(a.id, b.id)

/** Compares objects in the order of {@link inOrder}. */
export const compareObjects = ({ metadata: a }: WholeObject, { metadata: b }: WholeObject): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.uid, b.uid)
