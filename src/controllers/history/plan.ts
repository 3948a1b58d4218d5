/**
 * Plans the history clean-up: one pass for each kind of controller. Controllers are independent: what one deletes
 * doesn't matter to another.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Assumption } from '../../core/plan.js'
import type { InvalidInput } from '../../core/problem.js'
import { targetOf } from '../../apiserver/object.js'
import { covers } from '../../apiserver/scope.js'
import { compareText } from '../../internal/lists.js'
import { snapshotProblems } from './check.js'
import {
  type DecidedPass,
  type KeptObject,
  type OwnedByRule,
  type PassInput,
  byController,
  compareNames,
  controllerAmong,
  controllerOf,
  keeperless,
} from './keeper.js'
import { passCronJob } from './pass-cronjob.js'
import { passDaemonSet } from './pass-daemonset.js'
import { passDeployment } from './pass-deployment.js'
import { type Revisions, passStatefulSet } from './pass-statefulset.js'
import { podIndex } from './pods.js'
import { type Policy, findPolicyProblems } from './policy.js'
import type { Pass, Plan } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** Why there is no plan: an invalid snapshot. */
export type PlanError = InvalidInput

/**
 * Decides which revisions and Jobs the Deployment, StatefulSet, DaemonSet and CronJob controllers would delete.
 *
 * Shape: metadata, and of spec and status what is in {@link Snapshot}; an empty snapshot gives a plan without removals.
 * Every ReplicaSet is in the pass `deployment`, every Job in `cronjob`, every ControllerRevision in `statefulset` or
 * `daemonset`, in `removals` or `kept`. Where the first failure ends a controller's clean-up, each removal requires the
 * one before it. `apply` shows the effect.
 * Order: controllers by namespace and name, each with its removals in upstream's order; kept objects by namespace and
 * name. Ties that upstream leaves open (DaemonSet revisions): by creation, then name. For unreadable revisions see
 * `replicaSetOrder`.
 * Fails: `InvalidInput` for an invalid policy or snapshot, or a duplicate uid or name in a list.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go cleanupDeployment
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as History from 'gcplan/controllers/history'
 *
 * const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly', uid: 'u-1', controller: true }
 * const run = (name: string, startTime: string): History.Job => ({
 *   apiVersion: 'batch/v1',
 *   kind: 'Job',
 *   metadata: { namespace: 'shop', name, uid: name, ownerReferences: [owner] },
 *   status: { startTime: new Date(startTime), conditions: [{ type: 'Complete', status: 'True' }] },
 * })
 * const planned = History.plan(History.defaultPolicy)({
 *   ...History.emptySnapshot,
 *   at: new Date('2026-01-03T12:00:00Z'),
 *   cronJobs: [
 *     {
 *       apiVersion: 'batch/v1',
 *       kind: 'CronJob',
 *       metadata: { namespace: 'shop', name: 'nightly', uid: 'u-1' },
 *       spec: { successfulJobsHistoryLimit: 1 },
 *     },
 *   ],
 *   jobs: [run('nightly-2', '2026-01-02T00:00:00Z'), run('nightly-1', '2026-01-01T00:00:00Z')],
 * })
 * if (E.isRight(planned))
 *   for (const { target, reasons } of planned.right.passes[3].removals)
 *     console.log(target.name, reasons.map(History.explain))
 * // nightly-1 [ 'oldest of 2 successful Jobs of CronJob shop/nightly, 1 is kept' ]
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const problems = findPolicyProblems(policy) ?? snapshotProblems(snapshot)
    return problems === null ? fp.right(planOf(snapshot, decide(policy, snapshot))) : fp.left(problems)
  }

/** What is decided of a sound snapshot, what stays in any order. */
export interface Decided {
  readonly passes: readonly [
    deployment: DecidedPass,
    statefulSet: DecidedPass,
    daemonSet: DecidedPass,
    cronJob: DecidedPass,
  ]
  readonly assumptions: ReadonlyArray<Assumption>
}

/** Decides a sound snapshot. */
export const decide = (policy: Policy, snapshot: Snapshot): Decided => {
  const input: PassInput = { policy, snapshot, covers: covers(snapshot.coverage) }
  const coversPods = (namespace: string | undefined): boolean => input.covers('v1', 'Pod', namespace)
  const keepers = [...snapshot.statefulSets, ...snapshot.daemonSets]
  const revisions: Revisions = {
    byController: byController(snapshot.controllerRevisions, keepers, revisionsOwnedBy(policy)),
    pods: podIndex(snapshot.pods, keepers, ({ kind }) =>
      kind === 'StatefulSet' ? policy.podsOfStatefulSet : policy.podsOfDaemonSet,
    ),
    knowsPods: policy.uncovered === 'absent' ? () => true : coversPods,
  }
  const others = revisionsOfOthers(input)
  const passes = [
    passDeployment(input),
    passStatefulSet(input, revisions, others.statefulSet),
    passDaemonSet(input, revisions, others.daemonSet),
    passCronJob(input),
  ] as const
  const assumptions = policy.uncovered === 'absent' ? assumptionsOf([passes[1], passes[2]], coversPods) : []
  return { passes, assumptions }
}

const planOf = ({ at }: Snapshot, { passes, assumptions }: Decided): Plan => {
  const [deployment, statefulSet, daemonSet, cronJob] = passes
  return {
    at,
    passes: [inOrder(deployment), inOrder(statefulSet), inOrder(daemonSet), inOrder(cronJob)],
    wakeAt: fp.none,
    assumptions,
  }
}

/** What stays comes by namespace, name and uid. */
const inOrder = (pass: DecidedPass): Pass => ({
  ...pass,
  kept: [...pass.kept]
    .sort(({ object: a }, { object: b }) => compareNames(a, b) || compareText(a.metadata.uid, b.metadata.uid))
    .map(({ object, reasons }) => ({ target: targetOf(object), reasons })),
})

const revisionsOwnedBy =
  ({ revisionsOfStatefulSet }: Policy): OwnedByRule =>
  ({ kind }) =>
    kind === 'StatefulSet' ? revisionsOfStatefulSet : 'controller-uid'

/** Revisions of which no controller is listed; those that no DaemonSet controls are shown with the StatefulSets. */
const revisionsOfOthers = ({
  policy,
  snapshot,
  covers: coversKind,
}: PassInput): { readonly statefulSet: ReadonlyArray<KeptObject>; readonly daemonSet: ReadonlyArray<KeptObject> } => {
  const listed = controllerAmong([...snapshot.statefulSets, ...snapshot.daemonSets], revisionsOwnedBy(policy))
  const why = keeperless('apps', ['StatefulSet', 'DaemonSet'], coversKind)
  const [statefulSet, daemonSet]: [KeptObject[], KeptObject[]] = [[], []]
  for (const revision of snapshot.controllerRevisions) {
    if (listed(revision) !== undefined) continue
    const isOfDaemonSet = controllerOf(revision)?.kind === 'DaemonSet'
    ;(isOfDaemonSet ? daemonSet : statefulSet).push({ object: revision, reasons: why(revision) })
  }
  return { statefulSet, daemonSet }
}

/** One assumption with all removals that rest on it; fp.none when nothing does. */
const assumptionsOf = (
  passes: ReadonlyArray<DecidedPass>,
  coversPods: (namespace: string | undefined) => boolean,
): ReadonlyArray<Assumption> => {
  const targets = passes
    .flatMap(({ removals }) => removals)
    .filter(({ target }) => !coversPods(target.namespace))
    .map(({ target }) => target.id)
  return targets.length === 0
    ? []
    : [
        {
          about: 'coverage',
          assumed: 'pods that the snapshot does not cover do not exist',
          because: 'the policy takes what is not covered for absent',
          targets,
        },
      ]
}
