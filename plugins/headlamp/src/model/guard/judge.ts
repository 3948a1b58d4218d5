/** Asks the guards of a cluster about a deletion. A cascade cannot be sent in part: what holds one object back refuses it whole. */
import { either as E } from 'fp-ts'
import type { WholeObject } from 'gcplan/apiserver'
import type { Target } from 'gcplan/controllers/owner'
import {
  type Guard,
  type GuardRefusal,
  type Protection,
  guards,
  listingOf,
  maxCount,
  protectByEvidence,
  protectKinds,
  protectLabel,
  protectNamespaces,
  protectWhere,
  requireCoverage,
} from 'gcplan/guard'
import { explainCascade, explainData } from 'gcplan/simulate/cascade'
import type { Deletion } from '../deletion.js'
import type { Unlisted } from '../reading.js'
import { asPlan, goingIn, goingOrEndless } from './plan.js'
import type { GuardSettings } from './settings.js'

/** Names of the rules that are no guards of their own; reasons repeat them. */
export const rules = {
  namespace: 'protect-namespaces',
  dataLoss: 'data-loss',
  endless: 'endless',
} as const

/** Why a deletion is refused. */
export type Finding =
  | { readonly _tag: 'Refused'; readonly refusal: GuardRefusal }
  | { readonly _tag: 'HeldBack'; readonly target: Target; readonly protection: Protection }

/** What a deletion is judged by. */
export interface Judged {
  readonly deletion: Deletion
  readonly objects: ReadonlyArray<WholeObject>
  readonly unlisted: ReadonlyArray<Unlisted>
}

/** Why guards refuse a deletion, in the order of what goes, refusals of the whole first; empty if they let it pass. */
export const judge = (settings: GuardSettings, judged: Judged): ReadonlyArray<Finding> => {
  const { plan } = judged.deletion
  const protection = guards<Target>(...protectionsOf(settings, judged))(asPlan(plan.askedAt, goingOrEndless(plan)))
  const held = E.isRight(protection)
    ? protection.right.passes.flatMap(({ kept }) =>
        kept.map(({ target, reasons: [first] }): Finding => ({
          _tag: 'HeldBack',
          target,
          protection: first as Protection,
        })),
      )
    : protection.left.map(refused)
  // Asked about all that goes: what protection leaves of it would be fewer.
  const limits = guards<Target>(...limitsOf(settings, judged))(asPlan(plan.askedAt, goingIn(plan)))
  return [...(E.isLeft(limits) ? limits.left.map(refused) : []), ...held]
}

const refused = (refusal: GuardRefusal): Finding => ({ _tag: 'Refused', refusal })

const limitsOf = (
  { maxObjects, unknown }: GuardSettings,
  { deletion, unlisted }: Judged,
): ReadonlyArray<Guard<Target>> => [
  ...(maxObjects === undefined ? [] : [maxCount<Target>(maxObjects)]),
  ...(unknown === 'allow' ? [] : [requireCoverage(unknownIn(deletion, unlisted))(() => false)]),
]

/** What is not known of a deletion: the lists that are missing, or else what the plan says. */
const unknownIn = ({ plan }: Deletion, unlisted: ReadonlyArray<Unlisted>): ReadonlyArray<string> =>
  unlisted.length > 0 ? unlisted.map(({ name }) => name) : plan.unknown.map(explainCascade)

const protectionsOf = (
  settings: GuardSettings,
  { deletion: { plan }, objects }: Judged,
): ReadonlyArray<Guard<Target>> => {
  const { labelsOf } = listingOf(objects)
  const namespaces = new Set(settings.namespaces)
  const never = new Set(plan.never.map(({ target }) => target.id))
  const verdicts = new Map(plan.data.map((verdict) => [verdict.target.id, verdict]))
  return [
    protectNamespaces(settings.namespaces),
    protectWhere(rules.namespace)<Target>(({ kind, name }) => kind === 'Namespace' && namespaces.has(name)),
    protectKinds(settings.kinds),
    ...settings.labels.map(({ label, value }) => protectLabel(label, value)<Target>(labelsOf)),
    ...(settings.dataLoss === 'allow'
      ? []
      : [
          protectByEvidence(rules.dataLoss)<Target>(({ id }) => {
            const verdict = verdicts.get(id)
            if (verdict === undefined) return E.right(false)
            return verdict.verdict === 'unknown' ? E.left(explainData(verdict)) : E.right(verdict.verdict === 'lost')
          }),
        ]),
    ...(settings.endless === 'allow' ? [] : [protectWhere(rules.endless)<Target>(({ id }) => never.has(id))]),
  ]
}
