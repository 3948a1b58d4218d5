/** Schemas of snapshots and policies, as far as the collectors do not check them themselves. */
import type { InvalidInput } from '../../core/problem.js'
import { isObject, list, object } from '../../internal/schema/object.js'
import { type Schema, instant, oneOf, opaque, optional, problemsOf, unread } from '../../internal/schema/schema.js'
import { policy as historyPolicy } from '../../controllers/history/policy.js'
import { policy as lifecyclePolicy } from '../../controllers/lifecycle/policy.js'
import { eachUidOnce, kubeObject, terms } from '../../apiserver/check.js'
import { type ServerPolicy, serverRules } from '../../apiserver/policy.js'
import type { WholeObject } from '../../apiserver/object.js'
import { unseenFields } from '../../controllers/owner/snapshot.js'
import { policy as ownerPolicy } from '../../controllers/owner/policy.js'
import { policy as podPolicy } from '../../controllers/pod/policy.js'
import { policy as ttlPolicy } from '../../controllers/ttl/policy.js'
import type { Policies } from './policy.js'
import type { Memory, Snapshot } from './snapshot.js'

/** What a collector checks when it plans. */
const something = <A>(): Schema<A> => opaque('an object', (value): value is A => isObject(value))

const snapshotWith = (objects: Schema<ReadonlyArray<WholeObject>>): Schema<Snapshot> =>
  object<Snapshot>({
    at: instant,
    objects,
    apiNodes: something(),
    failedLookups: unread(),
    ...unseenFields,
    memory: object<Memory>({
      pod: something(),
      lifecycle: object<Memory['lifecycle']>({ marks: list(something()) }),
    }),
    ...terms,
  })

const objects = list<WholeObject>(kubeObject)
const withAnyUids = snapshotWith(objects)

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems: (snapshot: unknown) => InvalidInput | null = problemsOf(
  'Kubernetes cluster snapshot',
  snapshotWith(eachUidOnce(objects)),
)

/** The same, but null for a uid that comes twice and nothing else, which whoever numbers the uids finds anyway. */
export const problemsBesidesUids = (snapshot: unknown): InvalidInput | null =>
  withAnyUids.holds(snapshot) ? null : snapshotProblems(snapshot)

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
    server: optional(object<ServerPolicy>(serverRules)),
  }),
)

/** What is wrong with the instant of a snapshot; null when nothing is. */
export const instantProblems: (snapshot: unknown) => InvalidInput | null = problemsOf(
  'Kubernetes cluster snapshot',
  object<Pick<Snapshot, 'at'>>({ at: instant }),
)
