/**
 * Answers in which order objects come in a plan.
 */
import type { WholeObject } from '../api/index.js'
import { groupBy } from '../../../internal/group.js'
import { compareText } from '../../../internal/order.js'
import type { Target } from '../target.js'

/** What was decided of objects, by namespace, name and uid; objects of the cluster first. */
export const inOrder = <A extends { readonly target: Target }>(decisions: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...groupBy(({ target }) => target.namespace ?? '', decisions)]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, mine]) => mine.sort((a, b) => compareWithin(a.target, b.target)))

const compareWithin = (a: Target, b: Target): number => compareText(a.name, b.name) || compareText(a.id, b.id)

/** Compares objects in the order of {@link inOrder}. */
export const compareObjects = ({ metadata: a }: WholeObject, { metadata: b }: WholeObject): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.uid, b.uid)
