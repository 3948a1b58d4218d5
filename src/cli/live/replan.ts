/** Plans anew what a plan of a file was about, with the calls that carry it out. */
import { either as E, function as F } from 'fp-ts'

import type { CallError, ClusterPorts } from '../../adapters/kubernetes/index.js'
import * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import * as History from '../../controllers/history/index.js'
import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as Owner from '../../controllers/owner/index.js'
import * as PodGc from '../../controllers/pod/index.js'
import * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import * as Ttl from '../../controllers/ttl/index.js'
import { kubernetesCsrSnapshot, kubernetesTokenSnapshot } from '../../decode/index.js'
import type { Perform } from '../../execute/index.js'
import type { TargetRef } from '../../guard/index.js'
import type { Family, Plan } from '../../index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import type { ControlPlaneInputs } from '../kubernetes/control-plane.js'
import { historyPlan, lifecyclePlan, ownerPlan, podPlan, ttlPlan } from '../kubernetes/own-plans.js'
import { assembled } from '../kubernetes/snapshot.js'
import { sayProblems } from '../plan/errors.js'

/** Uses a plan of whatever collector. */
export type UsePlan<A> = <F extends Family & { readonly Target: TargetRef }>(
  plan: Plan<F>,
  perform: (ports: ClusterPorts) => Perform<F['Action'], CallError>,
) => A

/** The collectors whose plans can be carried out on a cluster. */
const appliedCollectors: ReadonlyArray<string> = [
  'kubernetes',
  ...['pod', 'ttl', 'history', 'lifecycle', 'owners', 'csr', 'tokens'].map((name) => `kubernetes-${name}`),
]

/** Plans anew for the collector of a plan. */
export const replanned = <A>(collector: string, inputs: ControlPlaneInputs, use: UsePlan<A>): E.Either<string, A> => {
  const { lists, snapshot, policies } = inputs
  const said = E.mapLeft(sayProblems('snapshot'))
  switch (collector) {
    case 'kubernetes':
      return F.pipe(
        said(ControlPlane.planKubernetes(policies)(snapshot)),
        E.map((plan) => use(plan, ControlPlane.perform)),
      )
    case 'kubernetes-pod':
      return E.map((plan: PodGc.Plan) => use(plan, ({ pod }) => PodGc.perform(pod)))(podPlan(inputs))
    case 'kubernetes-ttl':
      return E.map((plan: Ttl.Plan) => use(plan, ({ ttl }) => Ttl.perform(ttl)))(ttlPlan(inputs))
    case 'kubernetes-history':
      return E.map((plan: History.Plan) => use(plan, ({ history }) => History.perform(history)))(historyPlan(inputs))
    case 'kubernetes-lifecycle':
      return E.map((plan: Lifecycle.Plan) => use(plan, ({ lifecycle }) => Lifecycle.perform(lifecycle)))(
        lifecyclePlan(inputs),
      )
    case 'kubernetes-owners':
      return E.map((plan: Owner.Plan) => use(plan, ({ owner }) => Owner.perform(owner)))(ownerPlan(inputs))
    case 'kubernetes-csr':
      return F.pipe(
        assembled(kubernetesCsrSnapshot)(lists),
        E.flatMap((seen) => said(CsrCleaner.plan(lists.rules.signingRequests)(seen))),
        E.map((plan) => use(plan, ({ csr }) => CsrCleaner.perform(csr))),
      )
    case 'kubernetes-tokens':
      return F.pipe(
        assembled(kubernetesTokenSnapshot)(lists),
        E.flatMap((seen) => said(TokenCleaner.plan(TokenCleaner.defaultPolicy)(seen))),
        E.map((plan) => use(plan, ({ tokens }) => TokenCleaner.perform(tokens))),
      )
    default:
      return E.left(
        `plans of ${collector} cannot be executed on a cluster; those of ${appliedCollectors.join(', ')} are`,
      )
  }
}
