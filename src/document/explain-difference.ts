/** Describes a difference between two plans in one sentence, with the sentences of the collector. */
import type { Goal } from '../core/plan.js'
import type { Difference, Place, Decision } from './diff.js'

type Fact = { readonly _tag: string }

/** Sentences for facts, e.g. the `explain` of a collector. */
export type Explain<R extends { readonly _tag: string }> = (fact: R) => string

/**
 * One sentence for a difference; `explain` is that of the collector whose plans were compared.
 *
 * @example
 * ```ts
 * import { explainDifference } from 'gcplan/document'
 * import { explain } from 'gcplan/kubelet/image'
 *
 * const target = { _tag: 'Image', id: 'sha256:a' }
 * const after = { place: 'kept', reasons: [{ _tag: 'Pinned' }], actions: [] } as const
 * console.log(explainDifference(explain)({ _tag: 'Appeared', pass: 'space', target, after }))
 * // space: Image sha256:a is new and kept (pinned by the runtime)
 * ```
 */
export const explainDifference =
  <R extends { readonly _tag: string }>(explain: Explain<R>) =>
  (difference: Difference): string =>
    // A difference may be of plans that were read, of which only tags are known; whose they are is for the caller to say.
    `${difference.pass}: ${sentenceOf(explain as Explain<Fact>, difference)}`

const sentenceOf = (explain: Explain<Fact>, difference: Difference): string => {
  const why = ({ reasons }: Decision): string => reasons.map((reason) => explain(reason)).join('; also: ')
  switch (difference._tag) {
    case 'PassAppeared':
      return 'the pass is new'
    case 'PassDisappeared':
      return 'the pass is gone'
    case 'GoalChanged':
      return `the goal changed from ${goalText(difference.before)} to ${goalText(difference.after)}`
    case 'RefusalChanged':
      return refusalText(difference.before, difference.after)
    case 'Appeared':
      return `${nameOf(difference)} is new and ${state[difference.after.place]} (${why(difference.after)})`
    case 'Disappeared':
      return `${nameOf(difference)} is no longer in the plan; it was ${state[difference.before.place]} (${why(difference.before)})`
    case 'Moved':
      return `${nameOf(difference)} is now ${state[difference.after.place]} (${why(difference.after)}); it was ${state[difference.before.place]} (${why(difference.before)})`
    case 'ReasonsChanged':
      return `${nameOf(difference)} is still ${state[difference.after.place]} (now: ${why(difference.after)}; before: ${why(difference.before)})`
    case 'ActionsChanged':
      return `${nameOf(difference)} is still ${state[difference.after.place]}, by other calls: ${calls(difference.before)} before, ${calls(difference.after)} now`
    case 'Reordered':
      return `${nameOf(difference)} is still ${state[difference.place]}, as number ${difference.after} instead of ${difference.before}`
  }
}

const state: Readonly<Record<Place, string>> = {
  removal: 'removed',
  reserve: 'next in line',
  kept: 'kept',
  amendment: 'changed',
}

const nameOf = ({ target }: { readonly target: { readonly _tag: string; readonly id: string } }): string =>
  `${target._tag} ${target.id}`

/** The tags of calls; calls of the same tags differ in what they carry. */
const calls = ({ actions }: Decision): string => actions.map(({ _tag }) => _tag).join(', ')

const goalText = (goal: Goal): string => (goal._tag === 'RemoveAll' ? 'remove all' : `free ${goal.bytes} bytes`)

const refusalText = (before: string | null, after: string | null): string => {
  if (after === null) return `the component would no longer end its run here (${before ?? ''})`
  return before === null
    ? `the component would end its run here (${after})`
    : `the component would end its run here for another reason (${after}, before ${before})`
}
