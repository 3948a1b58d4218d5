/**
 * A cascade in the form of a plan, so that two can be compared object by object: what goes, what changes and stays, and what
 * is left alone.
 */
import type { AmendingFamily, AmendingPass, Plan } from '../core/plan.js'
import * as fp from '../core/fp.js'
import { type Target, type WholeObject, named } from '../apiserver/object.js'
import type { Snapshot } from '../controllers/owner/snapshot.js'
import { explainCascade } from '../simulate/cascade/explain.js'
import type { Blocker, CascadeCall, CascadeChange, CascadePlan, CascadeReason } from '../simulate/cascade/reason.js'
import { explainData } from '../simulate/consequence/explain.js'
import type { Outcomes } from './change.js'

/** What happens to one object of a cascade: the calls about it, and when its deletion was to end. */
export type CascadeAct =
  | CascadeCall
  | { readonly _tag: 'Terminates'; readonly deletionTimestamp: string; readonly gracePeriodSeconds: number }
  /** Without a call. */
  | { readonly _tag: 'Vanishes' }

/** Why an object stays. */
export type CascadeKeepReason =
  | Blocker
  /** Its namespace is being deleted, and its turn comes once the pods are gone. */
  | { readonly _tag: 'GoesLater' }
  | { readonly _tag: 'NotReached' }

/** The types of a cascade that is compared. */
export interface CascadeFamily extends AmendingFamily {
  readonly Pass: 'cascade'
  readonly Target: Target
  readonly Action: CascadeAct
  readonly Reason: CascadeReason
  readonly AmendReason: CascadeReason
  readonly KeepReason: CascadeKeepReason
  readonly Event: { readonly _tag: never }
  readonly Refusal: { readonly _tag: never }
}

/** A cascade as a plan of one pass; `cascade` is the one that was planned. */
export interface CascadeAsPlan extends Plan<CascadeFamily> {
  readonly passes: readonly [AmendingPass<CascadeFamily>]
  readonly cascade: CascadePlan
}

/** One sentence for why an object of a compared cascade goes, changes or stays. */
export const explainCascadeEnd = (reason: CascadeReason | CascadeKeepReason): string => {
  switch (reason._tag) {
    case 'GoesLater':
      return 'its namespace is being deleted, and its turn comes once the pods are gone'
    case 'NotReached':
      return 'nothing asks for its deletion'
    default:
      return explainCascade(reason)
  }
}

/** What happens to one object, in order. */
interface Fate {
  readonly target: Target
  readonly changes: ReadonlyArray<CascadeChange>
}

export const cascadeAsPlan = ({ at }: Snapshot, cascade: CascadePlan): CascadeAsPlan => {
  const fates = fatesOf(cascade)
  const deletions = deletionsIn(cascade)
  const { gone, terminating, changed, untouched } = cascade.outcomes
  const isGone = new Set(gone.map(({ id }) => id))
  const holds = new Map(cascade.stuck.map(({ target, blockers }) => [target.id, blockers]))
  const later = new Set(cascade.later.map(({ id }) => id))
  const whyKept = ({ id }: Target): readonly [CascadeKeepReason, ...CascadeKeepReason[]] =>
    holds.get(id) ?? [{ _tag: later.has(id) ? 'GoesLater' : 'NotReached' }]
  return {
    at,
    cascade,
    passes: [
      {
        name: 'cascade',
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        removals: fates
          .filter(({ target }) => isGone.has(target.id))
          .map(({ target, changes }) => ({
            target,
            actions: actsOf(deletions, target, changes),
            reasons: changes.findLast(({ _tag }) => _tag === 'Removed')?.reasons ?? [{ _tag: 'Vanished' }],
            requires: [],
            frees: 0,
          })),
        amendments: fates.flatMap(({ target, changes }) => {
          const [first] = changes
          return isGone.has(target.id) || first === undefined
            ? []
            : [{ target, actions: actsOf(deletions, target, changes), reasons: first.reasons, requires: [] }]
        }),
        reserve: [],
        kept: [...terminating, ...changed, ...untouched].map((target) => ({ target, reasons: whyKept(target) })),
        events: [],
        refusal: fp.none,
      },
    ],
    wakeAt: fp.none,
    assumptions: [],
  }
}

/** What waves do to each object, in the order of their last change; what only was asked for is nothing. */
const fatesOf = ({ pending, waves }: CascadePlan): ReadonlyArray<Fate> => {
  const fates = new Map<string, Fate>()
  for (const change of [...pending, ...waves].flatMap(({ changes }) => changes)) {
    if (change._tag === 'Asked') continue
    const { target } = change
    const before = fates.get(target.id)?.changes ?? []
    fates.delete(target.id)
    fates.set(target.id, { target, changes: [...before, change] })
  }
  return [...fates.values()]
}

type Metadata = WholeObject['metadata']

/** How each object was first seen being deleted, by uid. */
const deletionsIn = ({ stages }: CascadePlan): ReadonlyMap<string, Metadata> => {
  const deletions = new Map<string, Metadata>()
  for (const { metadata } of [stages.requested, stages.waitingForPods, stages.final].flat())
    if (metadata.deletionTimestamp !== undefined && !deletions.has(metadata.uid)) deletions.set(metadata.uid, metadata)
  return deletions
}

const actsOf = (
  deletions: ReadonlyMap<string, Metadata>,
  { id }: Target,
  changes: ReadonlyArray<CascadeChange>,
): readonly [CascadeAct, ...CascadeAct[]] => {
  const marked = changes.some(({ _tag }) => _tag === 'Marked') ? deletions.get(id) : undefined
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = marked ?? {}
  const [first, ...others]: ReadonlyArray<CascadeAct> = [
    ...changes.flatMap(({ calls }) => calls),
    ...(deletionTimestamp === undefined
      ? []
      : [
          {
            _tag: 'Terminates' as const,
            deletionTimestamp: deletionTimestamp.toISOString(),
            gracePeriodSeconds: deletionGracePeriodSeconds,
          },
        ]),
  ]
  return first === undefined ? [{ _tag: 'Vanishes' }] : [first, ...others]
}

/** What the requests are answered, and what becomes of data. */
export const cascadeOutcomes = ({ answers, data }: CascadePlan): Outcomes => ({
  ...Object.fromEntries(answers.map(({ code }, index) => [`answer to request ${index + 1}`, String(code)] as const)),
  ...Object.fromEntries(data.map((verdict) => [`data of ${named(verdict.target)}`, explainData(verdict)] as const)),
})
