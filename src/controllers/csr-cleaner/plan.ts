/**
 * Plans which CertificateSigningRequests are deleted at an instant, and when the next one is due.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { compareText, earliest } from '../../internal/lists.js'
import { findSnapshotProblems } from './check.js'
import type { Kept, Plan, Removal } from './family.js'
import { fateOf } from './expiry.js'
import { type Policy, findPolicyProblems } from './policy.js'
import type { Target } from './reason.js'
import type { SigningRequest, Snapshot } from './snapshot.js'

/** The only errors are an invalid policy and an invalid snapshot. */
export type PlanError = InvalidInput

/**
 * Decides which CertificateSigningRequests would be deleted.
 *
 * Shape: every request is in `removals` or in `kept`; an empty snapshot gives a plan without removals.
 * Order: by name, then uid; the order of the list does not matter.
 * Units: `wakeAt` is when the next request is due; the real cleaner looks once an hour, so that it goes up to an hour later.
 * Fails: `InvalidInput` for an invalid policy or snapshot, or a duplicate uid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go handle
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import * as CsrCleaner from 'gcplan/controllers/csr-cleaner'
 *
 * const request = (name: string, creationTimestamp: Date): CsrCleaner.SigningRequest => ({
 *   apiVersion: 'certificates.k8s.io/v1',
 *   kind: 'CertificateSigningRequest',
 *   metadata: { name, uid: name, creationTimestamp },
 * })
 * const planned = CsrCleaner.plan(CsrCleaner.defaultPolicy)({
 *   at: new Date('2026-01-02T13:00:00Z'),
 *   requests: [request('a', new Date('2026-01-01T12:00:00Z')), request('b', new Date('2026-01-02T12:00:00Z'))],
 * })
 * if (E.isRight(planned)) {
 *   const { passes, wakeAt } = planned.right
 *   console.log(passes[0].removals.map(({ target, reasons }) => `${target.name}: ${CsrCleaner.explain(reasons[0])}`).join())
 *   // a: nobody has approved or denied it since 2026-01-01T12:00:00.000Z, for more than 24 h
 *   console.log(O.isSome(wakeAt) && wakeAt.value.toISOString()) // 2026-01-03T12:00:00.001Z
 * }
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid = findPolicyProblems(policy) ?? findSnapshotProblems(snapshot)
    return invalid === null ? fp.right(decide(policy, snapshot)) : fp.left(invalid)
  }

const decide = (policy: Policy, { at, requests }: Snapshot): Plan => {
  const judged = [...requests]
    .sort(compareRequests)
    .map((request) => ({ request, target: targetOf(request), fate: fateOf(policy, at)(request) }))
  const next = earliest(judged.map(({ fate: { nextAt } }) => nextAt))
  return {
    at,
    passes: [
      {
        name: 'requests',
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        removals: judged.flatMap(({ target, fate }): ReadonlyArray<Removal> =>
          fate._tag === 'Goes' ? [removalOf(target, fate.reasons)] : [],
        ),
        reserve: [],
        kept: judged.flatMap(({ target, fate }): ReadonlyArray<Kept> =>
          fate._tag === 'Stays' ? [{ target, reasons: fate.reasons }] : [],
        ),
        events: [],
        refusal: fp.none,
      },
    ],
    wakeAt: next === undefined ? fp.none : fp.some(next),
    assumptions: [],
  }
}

const compareRequests = ({ metadata: a }: SigningRequest, { metadata: b }: SigningRequest): number =>
  compareText(a.name, b.name) || compareText(a.uid, b.uid)

const targetOf = ({ metadata: { uid, name } }: SigningRequest): Target => ({
  _tag: 'CertificateSigningRequest',
  id: uid,
  name,
})

const removalOf = (target: Target, reasons: Removal['reasons']): Removal => ({
  target,
  actions: [{ _tag: 'Delete', name: target.name }],
  reasons,
  requires: [],
  frees: 0,
})
