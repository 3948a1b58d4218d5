/** Schemas of snapshots and policies, as far as the collectors do not check them themselves. */
import type { InvalidInput } from '../../core/problem.js'
import { isObject, list, object } from '../../internal/schema/object.js'
import { type Schema, instant, oneOf, opaque, optional, problemsOf, unread } from '../../internal/schema/schema.js'
import { policy as historyPolicy } from '../../controllers/history/policy.js'
import { policy as lifecyclePolicy } from '../../controllers/lifecycle/policy.js'
import { eachUidOnce, kubeObject, terms } from '../../apiserver/check.js'
import type { WholeObject } from '../../apiserver/object.js'
import { policy as ownerPolicy } from '../../controllers/owner/policy.js'
import { policy as podPolicy } from '../../controllers/pod/policy.js'
import { policy as ttlPolicy } from '../../controllers/ttl/policy.js'
import type { Policies } from './policy.js'
import type { Memory, Snapshot } from './snapshot.js'

/** What a collector checks when it plans. */
const something = <A>(): Schema<A> => opaque('an object', (value): value is A => isObject(value))

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems: (snapshot: unknown) => InvalidInput | null = problemsOf(
  'Kubernetes cluster snapshot',
  object<Snapshot>({
    at: instant,
    objects: eachUidOnce(list<WholeObject>(kubeObject)),
    apiNodes: something(),
    failedLookups: unread(),
    memory: object<Memory>({
      pod: something(),
      lifecycle: object<Memory['lifecycle']>({ marks: list(something()) }),
    }),
    ...terms,
  }),
)

/** Every problem of policies; null when there is none. */
export const policiesProblems: (policies: unknown) => InvalidInput | null = problemsOf(
  'Kubernetes policies',
  object<Policies>({
    agreement: oneOf('each-on-its-own', 'all-agree'),
    pod: podPolicy,
    ttl: ttlPolicy,
    history: historyPolicy,
    lifecycle: lifecyclePolicy,
    owner: ownerPolicy,
    stopped: optional(list(oneOf('deployment', 'statefulset', 'daemonset', 'cronjob', 'garbage-collector'))),
  }),
)

/** What is wrong with the instant of a snapshot; null when nothing is. */
export const instantProblems: (snapshot: unknown) => InvalidInput | null = problemsOf(
  'Kubernetes cluster snapshot',
  object<Pick<Snapshot, 'at'>>({ at: instant }),
)
