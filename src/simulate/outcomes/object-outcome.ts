/** What may become of one object, over all ends. */
import { type OwnerReference, type Target, type WholeObject, isBeingDeleted, targetOf } from '../../apiserver/object.js'
import type { End } from '../cascade/reason.js'
import type { CourseStep } from './transition.js'

/** One end of one phase. */
export interface PossibleEnd {
  /** The end of the phase before that it follows from, by its place. */
  readonly after?: number | undefined
  /** HTTP codes of the answers to the requests of the phase. */
  readonly codes: ReadonlyArray<number>
  readonly objects: ReadonlyArray<WholeObject>
  /** One course of this phase that leads to it. */
  readonly course: ReadonlyArray<CourseStep>
}

/** What may happen to an object. */
export interface ObjectOutcome {
  readonly target: Target
  /**
   * `Goes`, `Stays`: in every end that was found. `MayGo`: it is gone in some. `Unknown`: no random course came
   * to an end.
   */
  readonly verdict: 'Goes' | 'MayGo' | 'Stays' | 'Unknown'
  /** What becomes of it before the first request, and without any: `Goes` also where nobody asks for anything. */
  readonly unasked: 'Goes' | 'MayGo' | 'Stays' | 'Unknown'
  /** Each way in which it may end, with the place of the first end that shows it. */
  readonly ends: ReadonlyArray<{ readonly end: End; readonly shownBy: number }>
  /** The owner references that it may be left with. */
  readonly ownerReferences: ReadonlyArray<ReadonlyArray<OwnerReference>>
  /** The finalizers that it may be left with. */
  readonly finalizers: ReadonlyArray<ReadonlyArray<string>>
}

/** What may become of an object, given all ends, and those where everything has come to rest before the first request. */
export const outcomeOf =
  (ends: ReadonlyArray<PossibleEnd>, unasked: ReadonlyArray<Pick<PossibleEnd, 'objects'>>) =>
  (object: WholeObject): ObjectOutcome => {
    const found = ends.map(findIn(object))
    const left = found.flatMap((one) => one ?? [])
    const shown = new Map<End, number>()
    found.forEach((one, place) => {
      const end = one === undefined ? 'gone' : isBeingDeleted(one) ? 'terminating' : 'stays'
      if (!shown.has(end)) shown.set(end, place)
    })
    return {
      target: targetOf(object),
      verdict: verdictOf(left.length, found.length),
      unasked: verdictOf(unasked.flatMap((end) => findIn(object)(end) ?? []).length, unasked.length),
      ends: [...shown].map(([end, shownBy]) => ({ end, shownBy })),
      ownerReferences: distinct(left.map(({ metadata }) => metadata.ownerReferences ?? [])),
      finalizers: distinct(left.map(({ metadata }) => metadata.finalizers ?? [])),
    }
  }

const findIn =
  ({ metadata: { uid } }: WholeObject) =>
  ({ objects }: Pick<PossibleEnd, 'objects'>): WholeObject | undefined =>
    objects.find(({ metadata }) => metadata.uid === uid)

/** In how many of the ends it is left. */
const verdictOf = (left: number, ends: number): ObjectOutcome['verdict'] => {
  if (ends === 0) return 'Unknown'
  if (left === 0) return 'Goes'
  return left < ends ? 'MayGo' : 'Stays'
}

const distinct = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
]
