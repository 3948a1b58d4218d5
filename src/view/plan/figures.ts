/** Counts and sums over the decisions of passes and plans. */
import { sumOfFrees } from '../../core/frees.js'
import { type Family, type Pass, type Plan, amendmentsOf } from '../../core/plan.js'
import { formatBytes } from '../../internal/formats.js'
import { countTargets } from './rows.js'
import type { Listing, Spoken } from './wording.js'

/** The figures of a pass, e.g. `2 to remove (60 MB), 1 kept; to free 500 MB`. */
export const figuresOf =
  ({ notLookedAt = [] }: Listing) =>
  <F extends Family>(pass: Pass<F>, isForecast: boolean): string => {
    const { name, removals, reserve, kept, goal } = pass
    if (removals.length + reserve.length + kept.length === 0 && notLookedAt.includes(name)) return 'not looked at'
    const amendments = amendmentsOf(pass).length
    const figures = [
      removals.length === 0 ? 'nothing to remove' : `${removals.length} to remove${inBytes(sumOfFrees(removals))}`,
      ...(reserve.length === 0 ? [] : [`${reserve.length} next in line`]),
      ...(amendments === 0 ? [] : [`${amendments} to change`]),
      ...(kept.length === 0 ? [] : [`${kept.length} kept`]),
    ]
    const wanted = goal._tag === 'FreeBytes' ? `; to free ${formatBytes(goal.bytes)}` : ''
    return `${figures.join(', ')}${wanted}${isForecast ? '; a forecast, for the component looks again first' : ''}`
  }

/** The totals of a plan, each target once, and the bytes of its removals. */
export const totalsOf = <F extends Spoken<unknown, unknown>>(
  plan: Plan<F>,
): ReturnType<typeof countTargets> & { readonly frees: bigint; readonly said: string } => {
  const count = countTargets(plan)
  const frees = sumOfFrees(plan.passes.flatMap((pass) => pass.removals))
  const changed = count.amend === 0 ? '' : `${count.amend} to change, `
  const said = `${count.remove} to remove${inBytes(frees)}, ${count.next} next in line, ${changed}${count.keep} kept`
  return { ...count, frees, said }
}

const inBytes = (freed: bigint): string => (freed === 0n ? '' : ` (${formatBytes(`${freed}`)})`)
