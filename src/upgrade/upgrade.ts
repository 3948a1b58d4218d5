/**
 * Compares what two releases of a component do with one snapshot: both plans, and each difference with the switches that
 * it is due to.
 */
import { type readonlyNonEmptyArray as RNEA, either as E, function as fn } from 'fp-ts'

import type { Family, Plan } from '../core/plan.js'
import type { ReleaseError } from '../core/release.js'
import type { Switch } from '../core/switch.js'
import { aspectsOf } from './aspect.js'
import { type Because, attributing } from './attribute.js'
import { type Board, type BoardSwitch, differing } from './board.js'
import { type Change, type Outcomes, type View, changesBetween } from './change.js'
import { type GateChange, gatesBetween } from './gates.js'

/** A change, and what it is due to. */
export interface AttributedChange {
  readonly change: Change
  readonly because: Because
}

/** A switch whose value differs between the two releases, whether or not it matters to the snapshot. */
export interface SwitchChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
  readonly row: Switch
  /** How many changes are due to it. */
  readonly changes: number
}

/** What becomes of one snapshot under another release. */
export interface Upgrade<F extends Family, P extends Plan<F>> {
  readonly from: string
  readonly to: string
  readonly before: P
  readonly after: P
  readonly changes: ReadonlyArray<AttributedChange>
  /** In the order of the tables. */
  readonly switches: ReadonlyArray<SwitchChange>
  /** Gates whose stage differs, those included that leave every switch as it is, e.g. one that gets locked. */
  readonly gates: ReadonlyArray<GateChange>
}

/** Why two releases cannot be compared; `PlanError` is that of the collector. */
export type UpgradeError<PlanError> =
  | { readonly _tag: 'NoSuchRelease'; readonly side: 'from' | 'to'; readonly error: ReleaseError }
  /** With the rules of this release there is no plan. */
  | { readonly _tag: 'NoPlan'; readonly release: string; readonly error: PlanError }

/** The rules of a version, patches included. */
export type Rules<Policy> = (version: string) => E.Either<ReleaseError, Policy>

/** What of a collector a comparison needs. */
export interface Subject<Policy, Snapshot, F extends Family, P extends Plan<F>, PlanError> {
  readonly rules: Rules<Policy>
  readonly board: Board<Policy>
  readonly plan: (policy: Policy) => (snapshot: Snapshot) => E.Either<PlanError, P>
  /** What a run leaves behind if it succeeds. */
  readonly outcomes: (policy: Policy, snapshot: Snapshot, plan: P) => Outcomes
}

/** Settings of a user, over the rules of a release; some releases read the same settings in another way. */
export type Settings<Policy> = (rules: Policy, release: string) => Policy

/** Compares two releases. */
export type Compare<Policy, Snapshot, F extends Family, P extends Plan<F>, PlanError> = (
  from: string,
  to: string,
  settings?: Settings<Policy>,
) => (snapshot: Snapshot) => E.Either<UpgradeError<PlanError>, Upgrade<F, P>>

/** The comparison of releases of one collector. */
export const comparing =
  <Policy, Snapshot, F extends Family, P extends Plan<F>, PlanError>({
    rules,
    board,
    plan,
    outcomes,
  }: Subject<Policy, Snapshot, F, P, PlanError>): Compare<Policy, Snapshot, F, P, PlanError> =>
  (from, to, settings = (asTheyAre) => asTheyAre) =>
  (snapshot) => {
    const policyOf = (side: 'from' | 'to', version: string): E.Either<UpgradeError<PlanError>, Policy> =>
      fn.pipe(
        rules(version),
        E.bimap(
          (error): UpgradeError<PlanError> => ({ _tag: 'NoSuchRelease', side, error }),
          (policy) => settings(policy, version),
        ),
      )
    const viewOf = (policy: Policy): E.Either<PlanError, View<F, P>> =>
      fn.pipe(
        plan(policy)(snapshot),
        E.map((planned) => ({ plan: planned, outcomes: outcomes(policy, snapshot, planned) })),
      )
    const sideOf = (release: string, policy: Policy): E.Either<UpgradeError<PlanError>, View<F, P>> =>
      fn.pipe(
        viewOf(policy),
        E.mapLeft((error): UpgradeError<PlanError> => ({ _tag: 'NoPlan', release, error })),
      )
    return fn.pipe(
      E.Do,
      E.bind('earlier', () => policyOf('from', from)),
      E.bind('later', () => policyOf('to', to)),
      E.bind('before', ({ earlier }) => sideOf(from, earlier)),
      E.bind('after', ({ later }) => sideOf(to, later)),
      E.map(({ earlier, later, before, after }) => {
        const switches = differing(board, earlier, later)
        const changes = attributed(switches, before, after, (set) =>
          fn.pipe(
            viewOf(set.reduce((policy, { setAsIn }) => setAsIn(later)(policy), earlier)),
            E.getOrElse((): View<F, P> | null => null),
          ),
        )
        return {
          from,
          to,
          before: before.plan,
          after: after.plan,
          changes,
          switches: switches.map((one) => switchChange(one, earlier, later, changes)),
          gates: gatesBetween(
            board.map(({ row }) => row),
            from,
            to,
          ),
        }
      }),
    )
  }

const attributed = <Policy, F extends Family, P extends Plan<F>>(
  switches: Board<Policy>,
  before: View<F, P>,
  after: View<F, P>,
  viewWith: (switches: Board<Policy>) => View<F, P> | null,
): ReadonlyArray<AttributedChange> => {
  const [first, ...others] = switches.map(({ name }) => name)
  if (first === undefined) return []
  const names: RNEA.ReadonlyNonEmptyArray<string> = [first, ...others]
  const aspectOf = aspectsOf(before, after)
  const dueTo = attributing(names, after, (set) => viewWith(switches.filter(({ name }) => set.includes(name))))
  return changesBetween(before, after).map((change) => ({ change, because: dueTo(aspectOf(change)) }))
}

const switchChange = <Policy>(
  { name, row, valueIn }: BoardSwitch<Policy>,
  earlier: Policy,
  later: Policy,
  changes: ReadonlyArray<AttributedChange>,
): SwitchChange => ({
  name,
  row,
  before: valueIn(earlier),
  after: valueIn(later),
  changes: changes.filter(({ because }) => because.some((set) => set.includes(name))).length,
})
