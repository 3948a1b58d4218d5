/** One sentence for each difference between what two releases decide: what the earlier one does, then the later one. */
import type { Family, Goal } from '../core/plan.js'
import { changedFields } from '../document/changed-fields.js'
import type { Decision, Difference, Place } from '../document/diff.js'

type Fact = { readonly _tag: string }

/** The two releases, as they are called in a sentence. */
export interface Releases {
  readonly from: string
  readonly to: string
}

/** How facts and targets are said. */
export interface Wording {
  readonly explain: (fact: Fact) => string
  readonly name: (target: Family['Target']) => string
}

export const sentenceOf = ({ explain, name }: Wording, { from, to }: Releases, difference: Difference): string => {
  const why = ({ reasons }: Decision): string => [...new Set(reasons.map((reason) => explain(reason)))].join('; also: ')
  const decided = (decision: Decision, release: string): string =>
    `${state[decision.place]} in ${release} (${why(decision)})`
  switch (difference._tag) {
    case 'PassAppeared':
      return `a pass that only ${to} has`
    case 'PassDisappeared':
      return `a pass that only ${from} has`
    case 'GoalChanged':
      return `the goal is to ${goalText(difference.before)} in ${from}, to ${goalText(difference.after)} in ${to}`
    case 'RefusalChanged':
      return [
        ...(difference.before === null ? [] : [`the component ends its run here in ${from} (${difference.before})`]),
        difference.after === null ? `not in ${to}` : `the component ends its run here in ${to} (${difference.after})`,
      ].join(', ')
    case 'Appeared':
      return `${name(difference.target)}: not looked at in ${from}, ${decided(difference.after, to)}`
    case 'Disappeared':
      return `${name(difference.target)}: ${decided(difference.before, from)}, not looked at in ${to}`
    case 'Moved':
      return `${name(difference.target)}: ${decided(difference.before, from)}, ${decided(difference.after, to)}`
    case 'ReasonsChanged':
      return `${name(difference.target)}: ${state[difference.after.place]} in both: in ${from} (${why(difference.before)}), in ${to} (${why(difference.after)})`
    case 'ActionsChanged':
      return `${name(difference.target)}: ${state[difference.after.place]} in both, ${callsText(difference, { from, to })}`
    case 'Reordered':
      return `${name(difference.target)}: ${state[difference.place]} in both, as number ${difference.before} in ${from} and ${difference.after} in ${to}`
  }
}

const state: Readonly<Record<Place, string>> = {
  removal: 'removed',
  reserve: 'next in line',
  kept: 'kept',
  amendment: 'changed',
}

/** The names of calls; of the same calls what they carry. */
const callsText = (
  { before, after }: Readonly<Record<'before' | 'after', Decision>>,
  { from, to }: Releases,
): string => {
  const [were, are] = [before, after].map(({ actions }) => actions.map(ownCall))
  const names = (calls: ReadonlyArray<Fact> = []): string => calls.map(({ _tag }) => _tag).join(', ')
  if (names(were) !== names(are)) return `by ${names(were)} in ${from} and by ${names(are)} in ${to}`
  const changed = (are ?? []).flatMap((call, index) => {
    const fields = changedFields(were?.[index], call)
    return fields === '' ? [] : [`in ${call._tag} ${fields}`]
  })
  return `by other calls in ${to}: ${changed.join(', ')}`
}

/** The call that a collector among several sends. */
const ownCall = (call: Fact): Fact =>
  'action' in call && typeof call.action === 'object' && call.action !== null && isFact(call.action)
    ? call.action
    : call

const isFact = (value: object): value is Fact => '_tag' in value && typeof value._tag === 'string'

const goalText = (goal: Goal): string => (goal._tag === 'RemoveAll' ? 'remove all' : `free ${goal.bytes} bytes`)
