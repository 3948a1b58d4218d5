/** Sentences for what may happen to objects, and how certain that is. */
import { type OwnerReference, type WholeObject, named } from '../../apiserver/object.js'
import type { End } from '../cascade/reason.js'
import type { ObjectOutcome } from './object-outcome.js'
import type { ExploredOutcomes } from './outcomes.js'

/**
 * One line for whether all courses were followed.
 *
 * @example
 * ```ts
 * import { explainCertainty } from 'gcplan/simulate/outcomes'
 *
 * console.log(explainCertainty({ certainty: 'Proven', states: 48, drawn: 0, phases: [[]] }))
 * // proven: every course was followed (48 states with several possible next steps)
 * ```
 */
export const explainCertainty = ({
  certainty,
  states,
  drawn,
  phases,
}: Pick<ExploredOutcomes, 'certainty' | 'states' | 'drawn' | 'phases'>): string => {
  const counted = `${states} state${states === 1 ? '' : 's'} with several possible next steps`
  if (certainty === 'Proven') return `proven: every course was followed (${counted})`
  const came = phases.at(-1)?.length === 0 ? 'but none came to an end' : 'and others may end differently'
  const courses = `${drawn} random course${drawn === 1 ? ' was' : 's were'} followed to ${drawn === 1 ? 'its' : 'their'} end`
  return `sampled: there are too many courses to follow them all; ${courses}, ${came} (${counted})`
}

/**
 * One line for what may happen to an object. Given the object as it was, also what is changed if it stays.
 *
 * Ends are named by their places, the first one 1.
 *
 * @example
 * ```ts
 * import { explainOutcome } from 'gcplan/simulate/outcomes'
 *
 * const target = { _tag: 'Object', id: 'u', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'twig' } as const
 * const ends = [
 *   { end: 'stays', shownBy: 0 },
 *   { end: 'gone', shownBy: 1 },
 * ] as const
 * const left = { ownerReferences: [[]], finalizers: [[]] }
 * console.log(explainOutcome('Proven')({ target, verdict: 'MayGo', unasked: 'Stays', ends, ...left }))
 * // ConfigMap shop/twig may go: kept as in end 1, gone as in end 2
 * ```
 */
export const explainOutcome =
  (certainty: ExploredOutcomes['certainty']) =>
  (outcome: ObjectOutcome, before?: WholeObject): string => {
    const { target, verdict, unasked, ends } = outcome
    const every = certainty === 'Proven' ? 'in every course' : 'in every course that was followed to its end'
    const each = ends.map(({ end, shownBy }) => `${words[end]} as in end ${shownBy + 1}`).join(', ')
    const left = sayLeft(outcome, before)
    switch (verdict) {
      case 'Unknown':
        return `what happens to ${named(target)} is unknown: no course was followed to its end`
      case 'Goes':
        return `${named(target)} goes ${every}${unasked === 'Goes' ? ', also without any request' : ''}`
      case 'MayGo':
        return `${named(target)} may go: ${each}${left === '' ? '' : `; where it stays, ${left}`}`
      case 'Stays':
        return `${named(target)} stays ${every}${ends.length > 1 ? `: ${each}` : only(ends[0]?.end)}${left === '' ? '' : `; ${left}`}`
    }
  }

const words: Readonly<Record<End, string>> = { gone: 'gone', terminating: 'still being deleted', stays: 'kept' }

const only = (end: End | undefined): string => (end === 'terminating' ? ', still being deleted' : '')

/** What owners and finalizers it may be left with, where that differs between ends or from what it had. */
const sayLeft = ({ ownerReferences, finalizers }: ObjectOutcome, before: WholeObject | undefined): string => {
  const had = before?.metadata
  return [
    ...differing(
      'its owner',
      ownerReferences.map(namesOf),
      had === undefined ? undefined : namesOf(had.ownerReferences ?? []),
    ),
    ...differing('its finalizer', finalizers, had === undefined ? undefined : (had.finalizers ?? [])),
  ].join(', ')
}

const namesOf = (references: ReadonlyArray<OwnerReference>): ReadonlyArray<string> =>
  references.map(
    ({ kind, name, blockOwnerDeletion }) => `${kind} ${name}${blockOwnerDeletion === true ? ' (blocking)' : ''}`,
  )

const differing = (
  what: string,
  found: ReadonlyArray<ReadonlyArray<string>>,
  had: ReadonlyArray<string> | undefined,
): ReadonlyArray<string> => {
  const [first, ...others] = found
  if (first === undefined) return []
  if (others.length > 0) return [`${what}s may be ${found.map(sayList).join(', or ')}`]
  if (had === undefined || had.join() === first.join()) return []
  return [
    first.length === 0
      ? `it has no ${what.slice(4)}s left`
      : `${what}${first.length === 1 ? ' is' : 's are'} ${sayList(first)}`,
  ]
}

const sayList = (all: ReadonlyArray<string>): string => (all.length === 0 ? 'none' : all.join(' and '))
