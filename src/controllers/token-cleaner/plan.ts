/**
 * Plans which legacy tokens are marked as invalid or deleted at an instant, and when that changes.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { compareText, earliest } from '../../internal/lists.js'
import { findSnapshotProblems } from './check.js'
import { dayOf } from './day.js'
import type { Amendment, Kept, Plan, Removal } from './family.js'
import { type Fate, fateOf } from './expiry.js'
import { type Policy, findPolicyProblems } from './policy.js'
import type { KeepReason, Target } from './reason.js'
import type { Secret, Snapshot } from './snapshot.js'

/** The only errors are an invalid policy and an invalid snapshot. */
export type PlanError = InvalidInput

/**
 * Decides which legacy tokens would be marked as invalid or deleted.
 *
 * Shape: every Secret of type `kubernetes.io/service-account-token` is in `removals` or in `kept`; others are left out. The
 * `amendments` mark unused tokens as invalid, which are kept until the period has passed once more.
 * Order: by namespace, name and uid; the order of the lists does not matter.
 * Units: `wakeAt` is the next time at which a token is due; the real cleaner looks once a day, so that it goes up to a day
 * later.
 * Fails: `InvalidInput` for an invalid policy or snapshot, or a duplicate uid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as TokenCleaner from 'gcplan/controllers/token-cleaner'
 *
 * const namespace = 'shop'
 * const planned = TokenCleaner.plan(TokenCleaner.defaultPolicy)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   secrets: [
 *     {
 *       apiVersion: 'v1',
 *       kind: 'Secret',
 *       metadata: {
 *         namespace,
 *         name: 'web-token',
 *         uid: 'u-1',
 *         creationTimestamp: new Date('2020-01-01T12:00:00Z'),
 *         annotations: { 'kubernetes.io/service-account.name': 'web' },
 *       },
 *       type: 'kubernetes.io/service-account-token',
 *     },
 *   ],
 *   accounts: [
 *     { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace, name: 'web', uid: 'u-2' }, secrets: [{ name: 'web-token' }] },
 *   ],
 *   pods: [],
 *   trackedSince: '2024-01-01',
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(planned))
 *   for (const { target, reasons } of planned.right.passes[0].amendments)
 *     console.log(target.name, TokenCleaner.explain(reasons[0]))
 * // web-token it has not been used since tracking began, which is longer than the period
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid = findPolicyProblems(policy) ?? findSnapshotProblems(snapshot)
    return invalid === null ? fp.right(decide(policy, snapshot)) : fp.left(invalid)
  }

const decide = (policy: Policy, snapshot: Snapshot): Plan => {
  const { at } = snapshot
  const today = dayOf(at)
  const fateIn = fateOf(policy, snapshot)
  const judged = snapshot.secrets
    .filter(isToken)
    .sort(compareSecrets)
    .map((secret) => ({ secret, target: targetOf(secret), fate: fateIn(secret) }))
  const next = earliest(
    judged.map(({ fate }) => (fate._tag === 'Stays' && 'until' in fate.reason ? fate.reason.until : undefined)),
  )
  return {
    at,
    passes: [
      {
        name: 'tokens',
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        amendments: judged.flatMap(({ target, fate }): ReadonlyArray<Amendment> =>
          fate._tag === 'IsMarked' ? [markOf(target, fate.reason, today)] : [],
        ),
        removals: judged.flatMap(({ secret, target, fate }): ReadonlyArray<Removal> =>
          fate._tag === 'Goes' ? [removalOf(secret, target, fate.reason)] : [],
        ),
        reserve: [],
        kept: judged.flatMap(({ target, fate }): ReadonlyArray<Kept> =>
          fate._tag === 'Goes' ? [] : [{ target, reasons: [keepReasonOf(fate)] }],
        ),
        events: [],
        refusal: fp.none,
      },
    ],
    wakeAt: next === undefined ? fp.none : fp.some(next),
    assumptions: [],
  }
}

const keepReasonOf = (fate: Exclude<Fate, { readonly _tag: 'Goes' }>): KeepReason =>
  fate._tag === 'Stays' ? fate.reason : { _tag: 'NotYetInvalid' }

const isToken = ({ type }: Secret): boolean => type === 'kubernetes.io/service-account-token'

const compareSecrets = ({ metadata: a }: Secret, { metadata: b }: Secret): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.uid, b.uid)

const targetOf = ({ metadata: { uid, namespace = '', name } }: Secret): Target => ({
  _tag: 'Secret',
  id: uid,
  namespace,
  name,
})

const removalOf = (
  { metadata: { resourceVersion } }: Secret,
  target: Target,
  reason: Removal['reasons'][0],
): Removal => ({
  target,
  actions: [
    {
      _tag: 'Delete',
      secret: { namespace: target.namespace, name: target.name },
      options: { preconditions: resourceVersion === undefined ? {} : { resourceVersion } },
    },
  ],
  reasons: [reason],
  requires: [],
  frees: 0,
})

const markOf = (target: Target, reason: Amendment['reasons'][0], since: string): Amendment => ({
  target,
  actions: [{ _tag: 'MarkInvalid', secret: { namespace: target.namespace, name: target.name }, uid: target.id, since }],
  reasons: [reason],
  requires: [],
})
