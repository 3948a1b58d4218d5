/**
 * Sort order of objects in a plan.
 */
import { elementAt } from '../../internal/access.js'
import type { WholeObject } from '../../apiserver/index.js'
import { groupBy, compareText } from '../../internal/order.js'
import type { Target } from '../../apiserver/object.js'

/** What was decided of objects, by namespace, name and uid; objects of the cluster first. */
export const inOrder = <A extends { readonly target: Target }>(decisions: ReadonlyArray<A>): ReadonlyArray<A> =>
  placesInOrder(decisions).map((place) => elementAt(decisions, place))

/** The places of decisions in the order of {@link inOrder}. */
export const placesInOrder = (decisions: ReadonlyArray<{ readonly target: Target }>): ReadonlyArray<number> => {
  const targetAt = (place: number): Target => elementAt(decisions, place).target
  const namespaces = groupBy(
    (place) => targetAt(place).namespace ?? '',
    decisions.map((_, place) => place),
  )
  return [...namespaces]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, places]) => places.sort((a, b) => compareWithin(targetAt(a), targetAt(b))))
}

/** Compares targets in that order. */
export const compareTargets = (a: Target, b: Target): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareWithin(a, b)

const compareWithin = (a: Target, b: Target): number => compareText(a.name, b.name) || compareText(a.id, b.id)

/** Compares objects in the order of {@link inOrder}. */
export const compareObjects = ({ metadata: a }: WholeObject, { metadata: b }: WholeObject): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.uid, b.uid)
