/**
 * Plans a cascade from delete requests to the end: what the server does at once, what the collector does in waves,
 * what waits for kubelets, and what remains.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import type { InvalidInput } from '../../core/problem.js'
import { list, tagged } from '../../internal/schema/object.js'
import { problemsOf, text } from '../../internal/schema/schema.js'
import { options } from '../../apiserver/request.js'
import { scopeTable } from '../../apiserver/scope.js'
import { serverBy } from '../../apiserver/server.js'
import type { Controller } from '../../controllers/controller.js'
import type { OwnerRules, WorkerOrder } from '../../controllers/owner/controller.js'
import { coverageFacts } from '../../controllers/owner/coverage-facts.js'
import { type Policy, findPolicyProblems } from '../../controllers/owner/policy.js'
import { type Snapshot, snapshotProblems } from '../../controllers/owner/snapshot.js'
import { blockerContext } from './blockers.js'
import { type Participants, cascadeControllers, ownerAlone } from './controllers.js'
import { type Simulation, courseOf, effectsOf, hasOneOrder, runToFixpoint, stepLimit } from './play-requests.js'
import { cyclesOf, ownedOwners, outcomesOf, leftOf, stuckOf, unknownsOf } from './outcomes.js'
import { racesOf } from './race.js'
import type { CascadePlan, CascadeRequest } from './reason.js'
import { wavesOfRequests, wavesOfSteps } from './waves.js'

/** What may be left out. */
export interface CascadeOptions {
  /** Controllers of the caller's own. They act when the collector and the namespace controller are quiet, before kubelets. */
  readonly controllers?: ReadonlyArray<Controller>
}

/**
 * Plans what follows from requests: to delete objects, a namespace and everything in it, or for objects that vanish.
 *
 * Shape: the collector has seen the objects of the snapshot and is done with what it would do anyway (`pending`) when
 * the requests come, one after the other. Of pods the snapshot should hold `spec` and `status`. What it does not cover
 * is named in `unknown`; owners that it does not cover may exist, unless the policy says otherwise. Only controllers of
 * Kubernetes itself that delete, protect or reclaim act. Time passes only while one of them waits.
 * Order: waves as they come; within one as the collector takes them, what waits longest first. Where the real order is
 * not fixed and counts, `races` names what may end otherwise.
 * Fails: `InvalidInput` when the policy, a request or the snapshot is not what its type says.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Run
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { explainCascade, planCascade } from 'gcplan/simulate/cascade'
 * import { kubectlOptions, scopes_1_36 } from 'gcplan/apiserver'
 *
 * const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1', blockOwnerDeletion: true }
 * const namespace = 'shop'
 * const planned = planCascade(Owner.defaultPolicy)([
 *   { _tag: 'Delete', target: 'u-1', options: kubectlOptions('foreground') },
 * ])({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [
 *     { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { namespace, name: 'web', uid: 'u-1' } },
 *     { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'web', uid: 'u-2', ownerReferences: [owner] } },
 *   ],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(planned))
 *   for (const { by, changes } of planned.right.waves)
 *     for (const { _tag, target, reasons } of changes) console.log(by, _tag, target.kind, explainCascade(reasons[0]))
 * // requests Marked ReplicaSet its deletion was requested
 * // collector Removed ConfigMap its owner ReplicaSet web is being deleted and waits for its dependents
 * // collector Removed ReplicaSet it is being deleted and has no dependents left
 * ```
 */
export const planCascade =
  (policy: Policy, { controllers = [] }: CascadeOptions = {}) =>
  (requests: ReadonlyArray<CascadeRequest>) =>
  (snapshot: Snapshot): E.Either<InvalidInput, CascadePlan> => {
    const problems = findPolicyProblems(policy) ?? findRequestProblems(requests) ?? snapshotProblems(snapshot)
    if (problems !== null) return either.left(problems)
    const { unseenContent, unseenDependents, simulation } = termsOf(policy, snapshot)
    const participants = cascadeControllers(controllers)
    const inOrder = (order?: WorkerOrder): Simulation =>
      simulation(snapshot.objects, (rules) =>
        participants({ ...rules, order }, (namespace) => unseenContent(namespace) === null),
      )
    const first = inOrder()
    const course = courseOf(first, requests)
    const byUid = new Map(course.final.map((object) => [object.metadata.uid, object]))
    const effects = effectsOf(course)
    const touched = once(() => new Set(effects.map(({ before }) => before.metadata.uid)))
    const cycles = cyclesOf(ownedOwners(snapshot.objects).filter(({ metadata }) => touched().has(metadata.uid)))
    return either.right({
      answers: course.answers,
      pending: wavesOfSteps(course.pending),
      waves: [...wavesOfRequests(first.server.addressOf, snapshot.at)(course.asked), ...wavesOfSteps(course.steps)],
      stages: { requested: course.requested, waitingForPods: course.waitingForPods, final: course.final },
      outcomes: outcomesOf(snapshot.objects, byUid),
      ...leftOf(course.steps, byUid),
      stuck: stuckOf(
        blockerContext(course.final, scopeTable(snapshot.scopes), unseenContent),
        (uid) =>
          touched().has(uid) ||
          requests.some((request) => request._tag !== 'DeleteNamespace' && request.target === uid),
        course.steps,
      ),
      cycles,
      races: racesOf(snapshot.objects, course, effects, cycles.length > 0, {
        inOrder: (order) => (hasOneOrder(course) ? course : courseOf(inOrder(order), requests)).final,
        restarted: () => runToFixpoint(simulation(course.final, ownerAlone)),
      }),
      unknown: unknownsOf(effects, unseenDependents),
      warnings: course.warnings,
      isQuiet: course.isQuiet,
    })
  }

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** What every simulation of one snapshot shares. */
const termsOf = (policy: Policy, snapshot: Snapshot) => {
  const scopes = scopeTable(snapshot.scopes)
  const all = coverageFacts(snapshot.coverage, snapshot.scopes, policy)
  const content = coverageFacts(
    snapshot.coverage,
    snapshot.scopes.filter(({ namespaced }) => namespaced),
    policy,
  )
  return {
    unseenDependents: all.unseenDependents,
    unseenContent: policy.uncovered === 'absent' ? () => null : content.unseenDependents,
    simulation: (objects: Snapshot['objects'], participants: (rules: OwnerRules) => Participants): Simulation => {
      const clock = { now: snapshot.at }
      const server = serverBy({ now: () => clock.now, scopes, versionOf: (change) => `after-${change}` })(objects)
      return {
        clock,
        server,
        covers: (apiVersion, kind, namespace) =>
          policy.uncovered === 'absent' || all.covers(apiVersion, kind, namespace),
        participants: participants({ policy, scopes: server.scopes }),
        limit: stepLimit(objects.length),
      }
    },
  }
}

/** The problems of what is to be requests of a cascade; null when there is none. */
const findRequestProblems = problemsOf(
  'cascade requests',
  list(
    tagged<CascadeRequest>({
      Delete: { target: text, options },
      DeleteNamespace: { namespace: text, options },
      Vanish: { target: text },
    }),
  ),
)
