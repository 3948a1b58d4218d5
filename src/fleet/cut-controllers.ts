/** Clusters cut by namespace, for controllers that read little beyond the namespace they decide on. */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type * as History from '../controllers/history/index.js'
import * as Pod from '../controllers/pod/index.js'
import type * as Token from '../controllers/token-cleaner/index.js'
import type * as Ttl from '../controllers/ttl/index.js'
import type { Cut } from './cut.js'
import { type Placed, mapEach, placeOf, placesOf } from './namespaces.js'

/**
 * Jobs by namespace. Each Job is decided by itself.
 *
 * Shape: one cut for each namespace, by name; a single one if there is no Job.
 */
export const cutTtl = (snapshot: Ttl.Snapshot): RNEA.ReadonlyNonEmptyArray<Cut<Ttl.JobFamily, Ttl.Snapshot>> =>
  mapEach(placesOf(snapshot.jobs), (namespace) => ({
    namespaces: [namespace],
    snapshot: { ...snapshot, jobs: inside(namespace, snapshot.jobs) },
    decides: (_, target) => target.namespace === namespace,
    records: () => true,
  }))

/**
 * Tokens of ServiceAccounts by namespace: a Secret, its account and the pods that mount it share one.
 *
 * Shape: one cut for each namespace, by name; a single one if there is no Secret.
 */
export const cutTokens = (
  snapshot: Token.Snapshot,
): RNEA.ReadonlyNonEmptyArray<Cut<Token.TokenFamily, Token.Snapshot>> =>
  mapEach(placesOf(snapshot.secrets), (namespace) => ({
    namespaces: [namespace],
    snapshot: {
      ...snapshot,
      secrets: inside(namespace, snapshot.secrets),
      accounts: inside(namespace, snapshot.accounts),
      pods: inside(namespace, snapshot.pods),
    },
    decides: () => true,
    records: () => true,
  }))

/**
 * Workloads by namespace: a revision, its owner and the pods that use it share one.
 *
 * Shape: one cut for each namespace, by name; a single one if there is nothing.
 */
export const cutHistory = (
  snapshot: History.Snapshot,
): RNEA.ReadonlyNonEmptyArray<Cut<History.HistoryFamily, History.Snapshot>> => {
  const { at, coverage, ...lists } = snapshot
  return mapEach(placesOf(...Object.values(lists)), (namespace) => ({
    namespaces: [namespace],
    snapshot: {
      at,
      coverage,
      deployments: inside(namespace, lists.deployments),
      replicaSets: inside(namespace, lists.replicaSets),
      statefulSets: inside(namespace, lists.statefulSets),
      daemonSets: inside(namespace, lists.daemonSets),
      controllerRevisions: inside(namespace, lists.controllerRevisions),
      cronJobs: inside(namespace, lists.cronJobs),
      jobs: inside(namespace, lists.jobs),
      pods: inside(namespace, lists.pods),
    },
    decides: (_, target) => (target.namespace ?? '') === namespace,
    records: () => true,
  }))
}

/**
 * Pods by namespace, with all nodes in each cut; then the terminated pods of the cluster, which is what its threshold counts.
 *
 * Shape: one cut for each namespace, by name, which decides everything but which terminated pods are too many; the last
 * one, of the reduce step, decides that.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminated
 */
export const cutPods = (snapshot: Pod.Snapshot): RNEA.ReadonlyNonEmptyArray<Cut<Pod.PodFamily, Pod.Snapshot>> => {
  const terminated = snapshot.pods.filter(Pod.isTerminated)
  const counted = new Set(terminated.map(idOf))
  const isCounted = (pass: Pod.PassName, { namespace, name, id }: Pod.Target): boolean =>
    pass === 'terminated' && counted.has(JSON.stringify([namespace, name, id]))
  const [first, ...others] = mapEach(placesOf(snapshot.pods), (namespace): Cut<Pod.PodFamily, Pod.Snapshot> => ({
    namespaces: [namespace],
    snapshot: { ...snapshot, pods: inside(namespace, snapshot.pods) },
    decides: (pass, target) => target.namespace === namespace && !isCounted(pass, target),
    records: () => true,
  }))
  const reduce: Cut<Pod.PodFamily, Pod.Snapshot> = {
    namespaces: [],
    snapshot: { ...snapshot, pods: terminated },
    decides: isCounted,
    records: () => true,
  }
  return [first, ...others, reduce]
}

const idOf = (pod: Pod.Pod): string => JSON.stringify([placeOf(pod), pod.metadata.name, Pod.keyOf(pod)])

const inside = <A extends Placed>(namespace: string, list: ReadonlyArray<A>): ReadonlyArray<A> =>
  list.filter((one) => placeOf(one) === namespace)
