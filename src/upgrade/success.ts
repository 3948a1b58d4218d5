/** The report of a run in which every planned removal and change succeeds. */
import { type Family, type Pass, type Plan, amendmentsOf } from '../core/plan.js'
import { sumOfFrees } from '../core/frees.js'
import { int64FromBigint } from '../core/int64.js'
import * as fp from '../core/fp.js'
import type { PassReport, Report } from '../core/report.js'

export const successOf = <F extends Family>({ passes }: Plan<F>): Report<F, never> => ({ passes: passes.map(ofPass) })

const ofPass = <F extends Family>(pass: Pass<F>): PassReport<F, never> => {
  const { name, refusal, removals, events, measured } = pass
  return {
    name,
    state: fp.isSome(refusal) ? { _tag: 'Refused', refusal: refusal.value } : { _tag: 'Ran' },
    outcomes: removals.map((removal) => ({ _tag: 'Removed', removal })),
    amended: amendmentsOf(pass).map((amendment) => ({ _tag: 'Amended', amendment })),
    freed: int64FromBigint(sumOfFrees(removals)),
    events,
    ...(measured === undefined ? {} : { measured }),
  }
}
