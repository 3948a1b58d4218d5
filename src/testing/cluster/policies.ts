import type * as History from '../../controllers/history/policy.js'
import type * as Lifecycle from '../../controllers/lifecycle/policy.js'
import type * as Owner from '../../controllers/owner/policy.js'
import { defaultPolicy as ownerPolicy } from '../../controllers/owner/policy.js'
import type * as PodGc from '../../controllers/pod/policy.js'
import { defaultPolicy as podPolicy } from '../../controllers/pod/policy.js'
import type * as Ttl from '../../controllers/ttl/policy.js'
import { defaultPolicy as ttlPolicy } from '../../controllers/ttl/policy.js'

/** The policies of every collector; disabled ones take no part. */
export interface Policies {
  readonly owner: Owner.Policy
  readonly pod: PodGc.Policy
  readonly ttl: Ttl.Policy
  /** History clean-up of Deployments, StatefulSets, DaemonSets and CronJobs. */
  readonly history: History.Policy | 'off'
  readonly lifecycle: Lifecycle.Policy | 'off'
}

/** Those of Kubernetes 1.36; history clean-up and the lifecycle run only if given. */
export const defaultPolicies: Policies = {
  owner: ownerPolicy,
  pod: podPolicy,
  ttl: ttlPolicy,
  history: 'off',
  lifecycle: 'off',
}
