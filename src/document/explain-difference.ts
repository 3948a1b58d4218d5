/** Describes a difference between two plans in one sentence, with the sentences of the collector. */
import type { Family, Goal } from '../core/plan.js'
import { changedFields } from './changed-fields.js'
import type { Difference, Place, Decision } from './diff.js'

type Fact = { readonly _tag: string }

/** Sentences for facts, e.g. the `explain` of a collector. */
export type Explain<R extends { readonly _tag: string }> = (fact: R) => string

/** Names a target. */
export type Name = (target: Family['Target']) => string

/**
 * One sentence for a difference; `explain` is that of the collector whose plans were compared. Targets are
 * named by tag and id unless you name them.
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
  <R extends { readonly _tag: string }>(explain: Explain<R>, name: Name = tagAndId) =>
  (difference: Difference): string =>
    `${difference.pass}: ${sentenceOf(ofAnyFact(explain), name, difference)}`

/** A difference may be of plans that were read, of which only tags are known; whose they are is for the caller to say. */
export const ofAnyFact = <R extends Fact>(explain: Explain<R>): Explain<Fact> => explain as Explain<Fact>

const sentenceOf = (explain: Explain<Fact>, name: Name, difference: Difference): string => {
  const nameOf = ({ target }: { readonly target: Family['Target'] }): string => name(target)
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
      return `${nameOf(difference)} is still ${state[difference.after.place]}, by other calls: ${callsText(difference.before, difference.after)}`
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

export const tagAndId: Name = ({ _tag, id }) => `${_tag} ${id}`

/** The tags of calls; of calls of the same tags also what they carry. */
const callsText = (before: Decision, after: Decision): string => {
  const [were, are] = [before, after].map(({ actions }) => actions.map(({ _tag }) => _tag).join(', '))
  return were === are
    ? `${are}; ${after.actions
        .map((action, index) => changedFields(before.actions[index], action))
        .filter((text) => text !== '')
        .join(', ')}`
    : `${were} before, ${are} now`
}

const goalText = (goal: Goal): string => (goal._tag === 'RemoveAll' ? 'remove all' : `free ${goal.bytes} bytes`)

const refusalText = (before: string | null, after: string | null): string => {
  if (after === null) return `the component would no longer end its run here (${before ?? ''})`
  return before === null
    ? `the component would end its run here (${after})`
    : `the component would end its run here for another reason (${after}, before ${before})`
}
