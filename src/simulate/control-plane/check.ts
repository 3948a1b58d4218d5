/** Validates snapshots and policies as far as the collectors do not do so themselves. */
import type { InvalidInput } from '../../core/problem.js'
import { show } from '../../core/problem.js'
import { isInstant } from '../../core/time.js'
import type { Check } from '../../internal/check.js'
import { all, arrayOf, fields, findProblems, isDate, maybe, oneOf } from '../../internal/check.js'
import { list } from '../../internal/schema/object.js'
import { policy as historyPolicy } from '../../controllers/history/policy.js'
import { policy as lifecyclePolicy } from '../../controllers/lifecycle/policy.js'
import { eachUidOnce, isListOf, isRecord, kubeObject, objectLooksSound, terms } from '../../apiserver/check.js'
import { policy as ownerPolicy } from '../../controllers/owner/policy.js'
import { policy as podPolicy } from '../../controllers/pod/policy.js'
import { policy as ttlPolicy } from '../../controllers/ttl/policy.js'

const something: Check = (value, problems) => {
  if (!isRecord(value)) problems.push({ path: '', expected: 'an object', actual: show(value) })
}

const isRest: Check = all(
  fields({ apiNodes: something, memory: fields({ pod: something, lifecycle: fields({ marks: arrayOf(something) }) }) }),
  fields({ scopes: terms.scopes.report, coverage: terms.coverage.report }),
)

const isSnapshot: Check = all(fields({ at: isDate, objects: eachUidOnce(list(kubeObject)).report }), isRest)

/** True when {@link snapshotProblems} finds nothing but perhaps a uid that comes twice. */
export const looksSound = (snapshot: unknown): boolean =>
  isRecord(snapshot) &&
  isInstant(snapshot['at']) &&
  isListOf(snapshot['objects'], objectLooksSound) &&
  findProblems('', isRest, snapshot) === null

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  findProblems('Kubernetes cluster snapshot', isSnapshot, snapshot)

const isPolicies: Check = fields({
  agreement: oneOf('each-on-its-own', 'all-agree'),
  pod: podPolicy.report,
  ttl: ttlPolicy.report,
  history: historyPolicy.report,
  lifecycle: lifecyclePolicy.report,
  owner: ownerPolicy.report,
  stopped: maybe(arrayOf(oneOf('deployment', 'statefulset', 'daemonset', 'cronjob', 'garbage-collector'))),
})

/** Every problem of policies; null when there is none. */
export const policiesProblems = (policies: unknown): InvalidInput | null =>
  findProblems('Kubernetes policies', isPolicies, policies)

/** What is wrong with the instant of a snapshot; null when nothing is. */
export const instantProblems = (snapshot: unknown): InvalidInput | null =>
  findProblems('Kubernetes cluster snapshot', fields({ at: isDate }), snapshot)
