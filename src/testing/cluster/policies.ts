/** The rules of a fake cluster: of its collectors, its other controllers and its API server. */
import { either as E, function as F } from 'fp-ts'

import type * as History from '../../controllers/history/policy.js'
import type * as Lifecycle from '../../controllers/lifecycle/policy.js'
import type * as Owner from '../../controllers/owner/policy.js'
import type * as PodGc from '../../controllers/pod/policy.js'
import type * as Ttl from '../../controllers/ttl/policy.js'
import { explainReleaseError, presetOfVersion } from '../../core/release.js'
import { type ReleaseRules, releases } from '../../simulate/control-plane/release.js'
import { misuse } from '../misuse.js'

/** The policies of every collector; disabled ones take no part. */
export interface Policies {
  readonly owner: Owner.Policy
  readonly pod: PodGc.Policy
  readonly ttl: Ttl.Policy
  /** History clean-up of Deployments, StatefulSets, DaemonSets and CronJobs. */
  readonly history: History.Policy | 'off'
  readonly lifecycle: Lifecycle.Policy | 'off'
}

/** The rules of a release; of 1.36 where none is named. Ends the test for a version whose rules are not known. */
export const rulesOfRelease = (version: string | undefined): ReleaseRules =>
  version === undefined
    ? releases.kubernetes_1_36
    : F.pipe(
        version,
        presetOfVersion<ReleaseRules>(releases),
        E.getOrElseW((error) => misuse(`release: ${explainReleaseError(error)}`)),
      )

/** Policies of a release, but for what a test gives; history clean-up and the lifecycle run only if given. */
export const policiesIn = (
  { collectors: { owner, pod, ttl } }: ReleaseRules,
  given: Partial<Policies> = {},
): Policies => ({ owner, pod, ttl, history: 'off', lifecycle: 'off', ...given })

/** Those of Kubernetes 1.36; history clean-up and the lifecycle run only if given. */
export const defaultPolicies: Policies = policiesIn(releases.kubernetes_1_36)
