/** Looks up the decision on a target in a plan, and the nearest match for one that is not there. */
import type { Family, Plan } from '../../core/plan.js'
import { type AnyTarget, type Which, called, calledAs, closest, isMeant } from './name.js'
import { type AnyReason, lineOf } from './sentence.js'

/** What one pass decides on one target. */
export interface Decision {
  readonly pass: string
  readonly becomes: 'removed' | 'next in line' | 'kept'
  readonly target: AnyTarget
  readonly reasons: ReadonlyArray<AnyReason>
}

const decisionsIn = ({ passes }: Plan<Family>): ReadonlyArray<Decision> =>
  passes.flatMap(({ name: pass, removals, reserve, kept }) => [
    ...removals.map(({ target, reasons }) => ({ pass, becomes: 'removed' as const, target, reasons })),
    ...reserve.map(({ target, reasons }) => ({ pass, becomes: 'next in line' as const, target, reasons })),
    ...kept.map(({ target, reasons }) => ({ pass, becomes: 'kept' as const, target, reasons })),
  ])

/** Everything that a plan says of a target, pass by pass. */
export const decisionsOn = (plan: Plan<Family>, which: Which): ReadonlyArray<Decision> => {
  const meant = isMeant(which)
  return decisionsIn(plan).filter(({ target }) => meant(target))
}

/** What is decided, a line for each reason. */
export const linesOf = (decisions: ReadonlyArray<Decision>): ReadonlyArray<string> =>
  decisions.flatMap(({ pass, becomes, target, reasons }) =>
    reasons.map((reason, index) =>
      index === 0
        ? `${called(target)} is ${becomes} in ${pass}: ${lineOf(pass, reason)}`
        : `also: ${lineOf(pass, reason)}`,
    ),
  )

/** Where a plan says nothing of a target: the one whose name is nearest, and what it says of that. */
export const nearestMiss = (plan: Plan<Family>, which: Which): ReadonlyArray<string> => {
  const decisions = decisionsIn(plan)
  if (decisions.length === 0) return ['the plan decides on nothing']
  const byName = new Map<string, Decision[]>()
  for (const decision of decisions)
    for (const name of [called(decision.target), decision.target.id]) {
      const before = byName.get(name)
      if (before === undefined) byName.set(name, [decision])
      else if (before.at(-1) !== decision) before.push(decision)
    }
  const near = closest([...byName.keys()], calledAs(which))
  const found = near === undefined ? undefined : byName.get(near)
  return found === undefined
    ? [`the plan says nothing of it; it decides on ${some(decisions)}`]
    : ['the plan says nothing of it; the nearest is:', ...linesOf(found)]
}

const some = (decisions: ReadonlyArray<Decision>): string => {
  const names = [...new Set(decisions.map(({ target }) => called(target)))]
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} others`
}
