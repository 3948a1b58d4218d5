/** Executes one pass: amendments first, then removals in order, then the reserve while the goal is unmet. */
import { type Amendment, type Family, type Goal, type Pass, type Removal, amendmentsOf } from '../core/plan.js'
import { int64FromBigint, int64ToBigint } from '../core/int64.js'
import type { AmendOutcome, Outcome, PassReport, SkipReason } from '../core/report.js'
import { targetKey } from '../core/target.js'
import { type Attempted, attempt } from './attempt.js'
import type { Context } from './context.js'
import { type Place, mapConcurrently } from './map-concurrently.js'

/** Carries out a pass; `done` holds the targets that were removed or amended in the run so far. */
export const executePass = async <F extends Family, Err, E>(
  context: Context<F, Err, E>,
  pass: Pass<F>,
  done: Set<string>,
): Promise<PassReport<F, E>> => {
  context.tell({ _tag: 'PassBegun', pass: pass.name, removals: pass.removals.length })
  const amended = await amend(context, pass, done)
  const isStopped = pass.onFailure === 'stop' && amended.some(({ _tag }) => _tag === 'Failed')
  const outcomes =
    context.concurrencyOf(pass) > 1
      ? await removeConcurrently(context, pass, done)
      : await removeOneByOne(context, pass, done, isStopped)
  let freed = 0n
  for (const outcome of outcomes) if (outcome._tag === 'Removed') freed += BigInt(outcome.removal.frees)
  const report: PassReport<F, E> = {
    name: pass.name,
    state: { _tag: 'Ran' },
    outcomes,
    freed: int64FromBigint(freed),
    ...begun(pass),
    ...('amendments' in pass ? { amended } : {}),
  }
  context.tell({ _tag: 'PassEnded', pass: pass.name, report })
  return report
}

const removeOneByOne = async <F extends Family, Err, E>(
  context: Context<F, Err, E>,
  pass: Pass<F>,
  done: Set<string>,
  isStopped: boolean,
): Promise<ReadonlyArray<Outcome<F, E>>> => {
  const outcomes: Outcome<F, E>[] = []
  let freed = 0n
  let stopped = isStopped
  for (const removal of inLine(pass)) {
    if (isOver(context) && outcomes.length >= pass.removals.length) break
    const outcome: Outcome<F, E> = stopped
      ? { _tag: 'Skipped', removal, because: 'run-stopped' }
      : removed(removal, await attempt(context, { _tag: 'Remove', pass: pass.name, removal }, done), done)
    context.tell({ _tag: 'RemovalEnded', pass: pass.name, outcome })
    outcomes.push(outcome)
    stopped = stopped || (outcome._tag === 'Failed' && pass.onFailure === 'stop')
    if (outcome._tag !== 'Removed') continue
    freed += BigInt(removal.frees)
    if (isMet(pass.goal, freed)) break
  }
  return outcomes
}

const removeConcurrently = <F extends Family, Err, E>(
  context: Context<F, Err, E>,
  pass: Pass<F>,
  done: Set<string>,
): Promise<ReadonlyArray<Outcome<F, E>>> =>
  mapConcurrently(context.concurrencyOf(pass), pass.removals, placeOf, async (removal) => {
    const outcome = removed(removal, await attempt(context, { _tag: 'Remove', pass: pass.name, removal }, done), done)
    context.tell({ _tag: 'RemovalEnded', pass: pass.name, outcome })
    return outcome
  })

const removed = <F extends Family, E>(
  removal: Removal<F>,
  attempted: Attempted<F, E>,
  done: Set<string>,
): Outcome<F, E> => {
  if (attempted._tag !== 'Done') return { ...attempted, removal }
  done.add(targetKey(removal.target))
  return attempted.found === undefined
    ? { _tag: 'Removed', removal }
    : { _tag: 'Removed', removal, found: attempted.found }
}

/** Changes what stays, before anything is removed; a target with one failed amendment does not count as amended. */
const amend = async <F extends Family, Err, E>(
  context: Context<F, Err, E>,
  pass: Pass<F>,
  done: Set<string>,
): Promise<ReadonlyArray<AmendOutcome<F, E>>> => {
  const amendments = amendmentsOf(pass)
  const undone = new Set<string>()
  let stopped = false
  return await mapConcurrently(context.concurrencyOf(pass), amendments, placeOf, async (amendment) => {
    const outcome: AmendOutcome<F, E> = stopped
      ? { _tag: 'Skipped', amendment, because: 'run-stopped' }
      : await amendOne(context, pass, amendment, done)
    context.tell({ _tag: 'AmendmentEnded', pass: pass.name, outcome })
    const key = targetKey(amendment.target)
    if (outcome._tag !== 'Amended' && !stopped) undone.add(key)
    if (undone.has(key)) done.delete(key)
    else if (outcome._tag === 'Amended') done.add(key)
    stopped = stopped || (outcome._tag === 'Failed' && pass.onFailure === 'stop')
    return outcome
  })
}

const amendOne = async <F extends Family, Err, E>(
  context: Context<F, Err, E>,
  { name: pass }: Pass<F>,
  amendment: Amendment<F>,
  done: ReadonlySet<string>,
): Promise<AmendOutcome<F, E>> => {
  const attempted = await attempt(context, { _tag: 'Amend', pass, amendment }, done)
  return attempted._tag === 'Done' ? { ...attempted, _tag: 'Amended', amendment } : { ...attempted, amendment }
}

/** The report of a pass that was never begun. */
export const notReached = <F extends Family, E>(pass: Pass<F>, because: SkipReason): PassReport<F, E> => ({
  name: pass.name,
  state: { _tag: 'NotReached' },
  outcomes: pass.removals.map((removal) => ({ _tag: 'Skipped', removal, because })),
  freed: 0,
  ...('amendments' in pass
    ? { amended: amendmentsOf(pass).map((amendment) => ({ _tag: 'Skipped', amendment, because })) }
    : {}),
})

/** What the component records and measures before a pass. */
export const begun = <F extends Family>({
  events,
  measured,
}: Pass<F>): Pick<PassReport<F, never>, 'events' | 'measured'> =>
  measured === undefined ? { events } : { events, measured }

const isOver = <F extends Family, Err, E>({ caller }: Context<F, Err, E>): boolean => caller.signal?.aborted === true

const placeOf = ({ target, requires }: Pick<Removal<Family>, 'target' | 'requires'>): Place => ({
  key: targetKey(target),
  after: requires.map(targetKey),
})

const inLine = <F extends Family>(pass: Pass<F>): ReadonlyArray<Removal<F>> =>
  pass.goal._tag === 'RemoveAll' ? pass.removals : [...pass.removals, ...pass.reserve]

const isMet = (goal: Goal, freed: bigint): boolean => goal._tag === 'FreeBytes' && freed >= int64ToBigint(goal.bytes)
