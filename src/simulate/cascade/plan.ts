/**
 * Plans a cascade from delete requests to the end: what the server does at once, what the collector does in waves,
 * what waits for kubelets, and what remains.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { conditionsOf } from '../../apiserver/definition.js'
import { type KubeObject, type WholeObject, isBeingDeleted, isNamespace, targetOf } from '../../apiserver/object.js'
import { list, tagged } from '../../internal/schema/object.js'
import { problemsOf, text } from '../../internal/schema/schema.js'
import { options } from '../../apiserver/request.js'
import { covers, scopeTable } from '../../apiserver/scope.js'
import { serverBy } from '../../apiserver/server.js'
import type { Controller } from '../../controllers/controller.js'
import type { OwnerRules, WorkerOrder } from '../../controllers/owner/controller.js'
import { coverageFacts } from '../../controllers/owner/coverage-facts.js'
import { type Policy, findPolicyProblems } from '../../controllers/owner/policy.js'
import { type Snapshot, blockingKind, snapshotProblems, watching } from '../../controllers/owner/snapshot.js'
import { comesBack } from '../consequence/comes-back.js'
import { dataVerdicts, verdictsThrough } from '../consequence/data.js'
import { goingIn } from '../consequence/going.js'
import { type Holder, findHolderProblems, outsideWaits } from '../consequence/holder.js'
import { knownHolders } from '../consequence/holders.js'
import {
  backendsNotCovered,
  claimsNotCovered,
  groupsNotDiscovered,
  kindsWithoutScope,
  namespacesOfUnseenClaims,
  unknownsOf,
} from './unknown.js'
import { isOnSilentNode } from '../kubelet/controller.js'
import { blockerContext, lostGroupsBetween, withParties } from './blockers.js'
import { type Participants, cascadeControllers, ownerAlone } from './controllers.js'
import { type CascadePolicy, defaultCascadePolicy, findCascadePolicyProblems } from './policy.js'
import { type Simulation, courseOf, effectsOf, hasOneOrder, runToFixpoint, stepLimit } from './play-requests.js'
import { reachOf } from './reach.js'
import { neverEnding } from './never.js'
import { cyclesOf, ownedOwners, outcomesOf, leftOf, stuckOf } from './outcomes.js'
import { racesOf } from './race.js'
import type { CascadePlan, CascadeRequest } from './reason.js'
import { changedIn, wavesOfRequests, wavesOfSteps } from './waves.js'

/** Optional inputs of a plan. */
export interface CascadeOptions {
  /** Your own controllers. They act once the collector and the namespace controller are quiet, before kubelets. */
  readonly controllers?: ReadonlyArray<Controller>
  /** Rows about who takes a finalizer off, which go before those that are known. */
  readonly holders?: ReadonlyArray<Holder>
  /** The rules of a release, e.g. `cascadePresets.kubernetes_1_32`. Default: those of Kubernetes 1.36. */
  readonly rules?: CascadePolicy
}

/**
 * Simulates what follows from deleting objects or a namespace, or from objects that vanish.
 *
 * Shape: the collector first does what it would do anyway (`pending`); then the requests come, one after the other.
 * Pods need `spec` and `status`. `unknown` lists what the snapshot does not cover; uncovered owners may exist, unless
 * the policy says otherwise. The controllers of Kubernetes that delete, protect
 * or reclaim act; outside parties do not. Time passes only while a controller waits.
 * Order: waves in time order; within one, oldest first. Where the real order is undefined, this is one possible
 * course; `races` names some of what may end differently, by rules of thumb, and never all: `exploreOutcomes`
 * does.
 * Fails: `InvalidInput` for an invalid policy, request or snapshot.
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
  (policy: Policy, { controllers = [], holders = [], rules = defaultCascadePolicy }: CascadeOptions = {}) =>
  (requests: ReadonlyArray<CascadeRequest>) =>
  (snapshot: Snapshot): E.Either<InvalidInput, CascadePlan> => {
    const problems =
      findPolicyProblems(policy) ??
      findCascadePolicyProblems(rules) ??
      findHolderProblems(holders) ??
      findRequestProblems(requests) ??
      snapshotProblems(snapshot)
    if (problems !== null) return fp.left(problems)
    const watched = watching(policy, snapshot)
    const { scopes, unseenContent, unseenDependents, simulation } = termsOf(watched, rules, snapshot)
    const isLost = isOnSilentNode(snapshot.objects, covers(snapshot.coverage)('v1', 'Node'))
    const participants = cascadeControllers(controllers, rules, isLost)
    const inOrder = (order?: WorkerOrder): Simulation =>
      simulation(snapshot.objects, (terms) =>
        participants({ ...terms, order }, (namespace) => unseenContent(namespace) === null),
      )
    const first = inOrder()
    const course = courseOf(first, requests)
    const byUid = new Map(course.final.map((object) => [object.metadata.uid, object]))
    const effects = effectsOf(course)
    const touched = once(() => new Set(effects.map(({ before }) => before.metadata.uid)))
    const ends = (object: KubeObject): boolean => isBeingDeleted(object) || touched().has(object.metadata.uid)
    const reached = once(() => reachOf(snapshot.objects, requests, ends))
    const isReached = (uid: string): boolean => touched().has(uid) || reached().has(uid)
    const going = goingIn({
      before: snapshot.objects,
      after: byUid,
      isReached,
      unlisted: requests.flatMap((request, index) =>
        request._tag === 'DeleteNamespace' && course.answers[index]?.code === 404 ? [request.namespace] : [],
      ),
    })
    const owned = ownedOwners(snapshot.objects)
    const changedBefore = changedIn(course.pending)
    const hasCircles = cyclesOf(owned.filter((one) => ends(one) || changedBefore.has(one.metadata.uid))).length > 0
    const cycles = hasCircles ? cyclesOf(owned.filter(({ metadata }) => touched().has(metadata.uid))) : []
    const context = blockerContext(course.final, scopes, unseenContent, first.covers, first.server.isGone)
    const stuck = stuckOf(context, isReached, course.steps)
    const unseen = namespacesOfUnseenClaims(snapshot.objects, going, first.covers)
    const waitsOf = outsideWaits([...holders, ...knownHolders], {
      objects: snapshot.objects,
      goes: going.goes,
      covers: covers(snapshot.coverage),
    })
    const waits = stuck.flatMap(({ target }) => presentIn(byUid, target.id).flatMap(waitsOf))
    return fp.right({
      answers: course.answers,
      askedAt: course.askedAt,
      pending: wavesOfSteps(course.pending),
      waves: [...wavesOfRequests(first.server.addressOf, course.askedAt)(course.asked), ...wavesOfSteps(course.steps)],
      stages: { requested: course.requested, waitingForPods: course.waitingForPods, final: course.final },
      outcomes: outcomesOf(snapshot.objects, byUid),
      ...leftOf(course.steps, byUid),
      stuck: stuck.map((one) => ({ ...one, blockers: withParties(waits, one.target, one.blockers) })),
      never: neverEnding(context, stuck, waits),
      waits,
      later: course.final.filter(going.goesLater).map(targetOf),
      data: [
        ...dataVerdicts(snapshot.objects, byUid, going.goesHere),
        ...verdictsThrough(snapshot.objects, byUid, going.goesHere, waits, (uids) =>
          reachOf(snapshot.objects, uids.map(deletionOf)),
        ),
      ],
      lostGroups: lostGroupsBetween(blockerContext(snapshot.objects, scopes, unseenContent, first.covers), context),
      comesBack: comesBack(snapshot.objects, byUid, going),
      conditions: stuck.flatMap(({ target }) =>
        presentIn(byUid, target.id)
          .filter(isNamespace)
          .map((namespace) => ({ target, conditions: conditionsOf(namespace) })),
      ),
      cycles,
      races: racesOf(snapshot.objects, course, effects, hasCircles, {
        inOrder: (order) => (hasOneOrder(course) ? course : courseOf(inOrder(order), requests)).final,
        restarted: () => runToFixpoint(simulation(course.final, ownerAlone)),
      }),
      unknown: [
        ...claimsNotCovered(unseen),
        ...backendsNotCovered(snapshot.objects, going, first.covers),
        ...unknownsOf(effects, unseenDependents),
        ...kindsWithoutScope(snapshot.objects, {
          isReached: ({ metadata: { uid } }) => isReached(uid),
          scopes,
          covers: first.covers,
        }),
        ...groupsNotDiscovered(effects, snapshot.undiscoveredGroups ?? []),
      ],
      warnings: course.warnings,
      isQuiet: course.isQuiet,
    })
  }

const deletionOf = (target: string): CascadeRequest => ({ _tag: 'Delete', target, options: {} })

const presentIn = (byUid: ReadonlyMap<string, WholeObject>, uid: string): ReadonlyArray<WholeObject> => {
  const object = byUid.get(uid)
  return object === undefined ? [] : [object]
}

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** What every simulation of one snapshot shares. */
const termsOf = (policy: Policy, rules: CascadePolicy, snapshot: Snapshot) => {
  const scopes = scopeTable(snapshot.scopes)
  const isBlocked = blockingKind(policy, snapshot) !== undefined
  const all = coverageFacts(snapshot.coverage, snapshot.scopes, policy)
  const content = coverageFacts(
    snapshot.coverage,
    snapshot.scopes.filter(({ namespaced }) => namespaced),
    policy,
  )
  return {
    scopes,
    unseenDependents: all.unseenDependents,
    unseenContent: policy.uncovered === 'absent' ? () => null : content.unseenDependents,
    simulation: (objects: Snapshot['objects'], participants: (rules: OwnerRules) => Participants): Simulation => {
      const clock = { now: snapshot.at }
      const server = serverBy({
        now: () => clock.now,
        scopes,
        versionOf: (change) => `after-${change}`,
        policy: rules,
      })(objects)
      return {
        clock,
        server,
        covers: (apiVersion, kind, namespace) =>
          policy.uncovered === 'absent' || all.covers(apiVersion, kind, namespace),
        participants: participants({ policy, scopes: server.scopes, isBlocked }),
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
