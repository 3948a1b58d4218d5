import type { Plan } from '../../controllers/owner/reason.js'
import type { OwnerEffect } from './finding.js'

/** What the plan does with each of these uids; if several things, the one that changes most. */
export const effectsOf = (plan: Plan, uids: ReadonlySet<string>): ReadonlyMap<string, OwnerEffect> => {
  const effects = new Map<string, OwnerEffect>()
  const [orphan, deletion] = plan.passes
  for (const { target, reasons } of deletion.kept)
    if (uids.has(target.id)) effects.set(target.id, { _tag: 'Keeps', reason: reasons[0] })
  for (const { amendments } of [deletion, orphan])
    for (const { target, reasons } of amendments)
      if (uids.has(target.id)) effects.set(target.id, { _tag: 'Changes', reason: reasons[0] })
  for (const { removals } of [deletion, orphan])
    for (const { target, reasons } of removals)
      if (uids.has(target.id)) effects.set(target.id, { _tag: 'Deletes', reason: reasons[0] })
  return effects
}
