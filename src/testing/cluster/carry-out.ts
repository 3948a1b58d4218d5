/** Executes a plan synchronously: removal by removal, each until its first refused call. */
import { amendmentsOf } from '../../core/amendment.js'
import type { Family, Plan } from '../../core/plan.js'
import { targetKey } from '../../core/target.js'
import type { ApiAnswer } from '../../apiserver/answer.js'

/** Makes the calls of a plan; `send` returns null for a call that requests nothing. True if all succeeded. */
export const carryOut = <F extends Family>(plan: Plan<F>, send: (action: F['Action']) => ApiAnswer | null): boolean => {
  const done = new Set<string>()
  let wentWell = true
  for (const pass of plan.passes)
    for (const { target, requires, actions } of [...amendmentsOf(pass), ...pass.removals]) {
      if (!requires.every((other) => done.has(targetKey(other)))) continue
      const isDone = actions.every((action) => send(action)?._tag !== 'Refused')
      if (isDone) done.add(targetKey(target))
      wentWell &&= isDone
    }
  return wentWell
}
