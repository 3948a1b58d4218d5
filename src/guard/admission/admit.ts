/** Reviews a deletion before the API server carries it out: plans its cascade, and refuses what the rules of a gate forbid. */
import type { either as E } from 'fp-ts'

import type { WholeObject } from '../../apiserver/object.js'
import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { ownField } from '../../internal/lists.js'
import { counted } from '../../internal/words.js'
import { type Policy, defaultPolicy } from '../../controllers/owner/policy.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { type CascadeIndex, cascadeIndex } from '../../simulate/cascade/cascade-index.js'
import { type CascadeOptions, planCascade } from '../../simulate/cascade/plan.js'
import type { CascadePlan, CascadeRequest } from '../../simulate/cascade/reason.js'
import { isAmongAccounts } from './accounts.js'
import type { AgedGroup, AgedKind } from './aged-kind.js'
import { coverageWithout, doubtsOf, kindsBehind, unknownGroups } from './freshness.js'
import { refusalsOf } from './judge.js'
import { type AdmissionPolicy, findAdmissionPolicyProblems } from './policy.js'
import { type AdmissionRefusal, type NotKnown, explainAdmission, isApprovable, isPassing } from './refusal.js'
import { type AdmissionRequest, type Deletion, deletionIn, requestIn } from './review.js'
import { type DecodeReviewed, latestOf, withReviewed } from './reviewed.js'
import { cascadeDigest, touchedIn } from './touched.js'
import { type AdmissionVerdict, answerOf, inParts, refused, remedyFor, tryAgain } from './verdict.js'

/** A cluster as a gate knows it. */
export interface KnownCluster {
  readonly index: CascadeIndex
  /** The snapshot without its objects, now. */
  readonly terms: Omit<Snapshot, 'objects'>
  /** For how long nothing was heard of the cluster, in milliseconds. Default: 0. */
  readonly age?: number | undefined
  /**
   * For how long nothing was heard of each kind, as `WatchedCluster.ages` tells. A kind that is behind counts as not shown: it
   * makes those cascades unknown that may have to do with it. Default: none is behind.
   */
  readonly ages?: ReadonlyArray<AgedKind> | undefined
  /**
   * Groups that can't be asked now what they serve, as `WatchedCluster.undiscovered` tells; `terms` hold what they served before. Each counts
   * as known until `maxAge` after it answered last; `undiscoveredGroups` of `terms` are unknown at once. Default: none.
   */
  readonly undiscovered?: ReadonlyArray<AgedGroup> | undefined
}

/** How cascades are planned. */
export interface AdmissionOptions extends Pick<CascadeOptions, 'holders' | 'rules'> {
  /** The rules of the owner collector. Default: those of Kubernetes 1.36. */
  readonly owner?: Policy | undefined
  /**
   * How the object of a review is read, so that the cascade is planned with it as it is on the server, also before a watch has told
   * of it. Without it an object that the index lacks is unknown.
   */
  readonly decode?: DecodeReviewed | undefined
}

/** Reviews one request. */
export type Review = (review: unknown) => E.Either<InvalidInput, AdmissionVerdict>

/**
 * Reviews deletions by a snapshot.
 *
 * Shape: `review` is an AdmissionReview of `admission.k8s.io/v1`. Everything but a deletion passes, and so does what the control
 * plane or the gate's own namespace deletes. A deletion is refused with every reason; what is only too much or destroys data is
 * let through if the annotation of the policy has the digest of exactly this cascade. A dry run has the same answer. The index
 * of the snapshot is made once, for all its reviews. For a cluster that changes, use {@link admissionBy}.
 * Fails: `InvalidInput` for an invalid policy, or what is no such review.
 *
 * @example
 * ```ts
 * import { admissionReview, defaultAdmissionPolicy } from 'gcplan/guard/admission'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const metadata = { name: 'shop', uid: 'u-1' }
 * const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata, spec: { finalizers: ['kubernetes'] } }
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'shop', name: 'web', uid: 'u-2' }, spec: {} }
 * const review = admissionReview(defaultAdmissionPolicy)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [namespace, pod],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * const verdict = review({
 *   apiVersion: 'admission.k8s.io/v1',
 *   kind: 'AdmissionReview',
 *   request: {
 *     uid: 'r-1',
 *     operation: 'DELETE',
 *     kind: { group: '', version: 'v1', kind: 'Namespace' },
 *     name: 'shop',
 *     userInfo: { username: 'ann' },
 *     oldObject: namespace,
 *     options: { propagationPolicy: 'Background' },
 *   },
 * })
 * if (verdict._tag === 'Right') console.log(verdict.right.outcome, verdict.right.because) // refused NamespaceWithPods
 * ```
 */
export const admissionReview =
  (policy: AdmissionPolicy, options: AdmissionOptions = {}) =>
  ({ objects, ...terms }: Snapshot): Review => {
    const index = cascadeIndex(objects, { holders: options.holders ?? [] })
    return admissionBy(policy, options)(() => ({ index, terms }))
  }

/** The same by an index that follows the cluster; `cluster` gives what is known at the time of each review. */
export const admissionBy = (
  policy: AdmissionPolicy,
  options: AdmissionOptions = {},
): ((cluster: () => KnownCluster) => Review) => {
  const problems = findAdmissionPolicyProblems(policy)
  if (problems !== null) return () => () => fp.left(problems)
  const isControlPlane = isAmongAccounts(policy.accounts)
  return (cluster) => (review) =>
    fp.pipe(
      requestIn(review),
      fp.flatMap((request) => {
        const because = passing(policy, isControlPlane, request)
        return because === undefined
          ? fp.pipe(
              deletionIn(request),
              fp.map((deletion) => verdictOn(policy, options, cluster(), deletion)),
            )
          : fp.right(passed(request, because))
      }),
    )
}

/** Why a request is not looked at. */
const passing = (
  { ownNamespace }: AdmissionPolicy,
  isControlPlane: (username: string | undefined) => boolean,
  { operation, subResource, namespace, name, kind, userInfo }: AdmissionRequest,
): string | undefined => {
  if (operation !== 'DELETE' || (subResource ?? '') !== '') return 'NoDeletion'
  if (isControlPlane(userInfo.username)) return 'ControlPlane'
  const isOwnNamespace = kind.group === '' && kind.kind === 'Namespace' && name === ownNamespace
  return ownNamespace !== undefined && (namespace === ownNamespace || isOwnNamespace) ? 'OwnNamespace' : undefined
}

const passed = ({ uid }: AdmissionRequest, because: string): AdmissionVerdict => ({
  answer: answerOf(uid, true),
  outcome: 'passed',
  because,
  refusals: [],
})

const verdictOn = (
  policy: AdmissionPolicy,
  options: AdmissionOptions,
  { index, terms, age = 0, ages = [], undiscovered }: KnownCluster,
  deletion: Deletion,
): AdmissionVerdict => {
  const { maxAge } = policy
  const unknown = (because: NotKnown): AdmissionVerdict => unknownBecause(policy, deletion, because)
  if (age > maxAge) return unknown({ _tag: 'Stale', age, limit: maxAge })
  const behind = kindsBehind(ages, maxAge)
  return withReviewed(index, deletion, { decode: options.decode, at: terms.at, maxAge }, unknown, () => {
    const request: CascadeRequest = {
      ...{ _tag: 'Delete', target: deletion.object.metadata.uid, options: deletion.options },
    }
    const part = index.partOf([request], { touched: policy.limit })
    if (part._tag === 'OverLimit') return refused(deletion, [{ _tag: 'TooLarge', limit: part.limit }], {}, inParts)
    // Where too much decides about it, only all objects tell.
    const objects = part._tag === 'Part' ? part.objects : index.objects()
    const undiscoveredGroups = unknownGroups(policy, terms.undiscoveredGroups, undiscovered)
    const snapshot = { ...terms, objects, coverage: coverageWithout(terms, behind), undiscoveredGroups }
    return fp.pipe(
      planCascade(options.owner ?? defaultPolicy, options)([request])(snapshot),
      fp.match(
        ({ problems: [{ path, expected }] }) =>
          unknown({ _tag: 'NotPlanned', because: `${path}: expected ${expected}` }),
        (plan) => judged(policy, { index, objects, plan, doubts: doubtsOf(behind, maxAge, objects, plan) }, deletion),
      ),
    )
  })
}

/** A plan, and what it was made on. */
interface Planned {
  readonly index: CascadeIndex
  readonly objects: ReadonlyArray<WholeObject>
  readonly plan: CascadePlan
  /** Why it may be wrong. */
  readonly doubts: ReadonlyArray<AdmissionRefusal>
}

const judged = (
  policy: AdmissionPolicy,
  { index, objects, plan, doubts }: Planned,
  deletion: Deletion,
): AdmissionVerdict => {
  const { uid } = deletion.object.metadata
  const touched = touchedIn(plan)
  const digest = cascadeDigest(uid, deletion.options, plan)
  const rules = refusalsOf(policy)({
    // Once the kinds have caught up, it shows what remains unknown.
    plan: doubts.length === 0 ? plan : { ...plan, unknown: [] },
    touched,
    objects,
    find: (id) => (id === uid ? latestOf(index, deletion) : index.find(id)),
    count: index.countOf,
  })
  const refusals = policy.whenUnknown === 'refuse' ? [...rules, ...doubts] : rules
  const figures = { refusals, touched: touched.goes.length + touched.changed.length, digest }
  const approval = ownField(deletion.object.metadata.annotations, policy.approvalAnnotation)
  const isApproved = approval === digest && refusals.every(isApprovable)
  const { request } = deletion
  if (refusals.length === 0)
    return plan.unknown.length === 0 && doubts.length === 0
      ? { answer: answerOf(request.uid, true), outcome: 'allowed', because: 'WithinRules', ...figures }
      : {
          answer: answerOf(request.uid, true, [
            'gcplan: not everything that may be touched is known',
            ...doubts.map((doubt) => `gcplan: ${explainAdmission(doubt)}`),
          ]),
          outcome: 'unknown',
          because: doubts.length === 0 ? 'NotShown' : 'Stale',
          ...figures,
        }
  if (isApproved)
    return {
      answer: answerOf(request.uid, true, [`gcplan: approved, ${counted(figures.touched, 'object')} touched`]),
      outcome: 'approved',
      because: 'Approved',
      ...figures,
    }
  return refused(deletion, refusals, figures, remedyFor(policy, deletion, refusals, digest, approval))
}

const unknownBecause = (policy: AdmissionPolicy, deletion: Deletion, because: NotKnown): AdmissionVerdict => {
  const refusal: AdmissionRefusal = { _tag: 'Unknown', because }
  return policy.whenUnknown === 'refuse'
    ? refused(deletion, [refusal], {}, isPassing(refusal) ? tryAgain : undefined)
    : {
        answer: answerOf(deletion.request.uid, true, [`gcplan: not checked, as ${explainAdmission(refusal)}`]),
        outcome: 'unknown',
        because: because._tag,
        refusals: [refusal],
      }
}
