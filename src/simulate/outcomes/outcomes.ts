/** Every end of a deletion, in whichever order things happen: by following all courses, or random ones if there are too many. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { definedScopes, isDefinition } from '../../apiserver/definition.js'
import { covers, extendScopes, scopeTable } from '../../apiserver/scope.js'
import { serverBy } from '../../apiserver/server.js'
import { coverageFacts } from '../../controllers/owner/coverage-facts.js'
import { type Policy, findPolicyProblems } from '../../controllers/owner/policy.js'
import { type Snapshot, blockingKind, snapshotProblems, watching } from '../../controllers/owner/snapshot.js'
import { deletingControllers } from '../cascade/controllers.js'
import { findCascadePolicyProblems } from '../cascade/policy.js'
import { isOnSilentNode, kubelet } from '../kubelet/controller.js'
import { castOf } from './cast.js'
import { awakeOf } from './dormant.js'
import { emptyDigests } from './digest.js'
import { machineOf } from './machine.js'
import {
  type OutcomeOptions,
  type OutcomePhase,
  defaultBudget,
  findOptionProblems,
  findPhaseProblems,
} from './options.js'
import { type EndWorld, type ExploredPhase, explorePhase } from './phases.js'
import { type Setup, type Stage, withVersion } from './setup.js'
import { firstWorld, restarted } from './start.js'
import { type ObjectOutcome, type PossibleEnd, outcomeOf } from './object-outcome.js'

/** Every outcome of some requests. */
export interface ExploredOutcomes {
  /** `Proven`: every course was followed. `Sampled`: random courses were followed, and there may be other ends. */
  readonly certainty: 'Proven' | 'Sampled'
  /** How many states with several possible next steps were met. */
  readonly states: number
  /** How many random courses were followed to their end; 0 if every course was followed. */
  readonly drawn: number
  /** The ends of each phase. */
  readonly phases: ReadonlyArray<ReadonlyArray<PossibleEnd>>
  /** What may become of each object of the snapshot, in its order. */
  readonly objects: ReadonlyArray<ObjectOutcome>
}

/**
 * Explores every course that requests can take.
 *
 * Shape: single requests of controllers, events of their informers (first come first within a kind), the user's requests and
 * the passing of time can come in any order. Before the first phase everything comes to rest.
 * Order: objects as in the snapshot; ends as they are found, the same each time.
 * Fails: `InvalidInput` for an invalid policy, option, request or snapshot.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Run
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { exploreOutcomes } from 'gcplan/simulate/outcomes'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const configMap = (name: string, owners: ReadonlyArray<string>, finalizers: ReadonlyArray<string> = []) => ({
 *   apiVersion: 'v1',
 *   kind: 'ConfigMap',
 *   metadata: {
 *     namespace: 'shop',
 *     name,
 *     uid: name,
 *     finalizers,
 *     ownerReferences: owners.map((uid) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid })),
 *   },
 * })
 * const explored = exploreOutcomes(Owner.defaultPolicy)([
 *   { requests: [{ _tag: 'Delete', uid: 'root', options: { propagationPolicy: 'Background' } }] },
 * ])({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [configMap('root', []), configMap('stem', ['root'], ['orphan']), configMap('twig', ['root', 'stem'])],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(explored))
 *   for (const { target, verdict } of explored.right.objects) console.log(target.name, verdict, explored.right.certainty)
 * // root Goes Proven
 * // stem Goes Proven
 * // twig MayGo Proven
 * ```
 */
export const exploreOutcomes =
  (policy: Policy, options: OutcomeOptions = {}) =>
  (phases: ReadonlyArray<OutcomePhase>) =>
  (snapshot: Snapshot): E.Either<InvalidInput, ExploredOutcomes> => {
    const problems =
      findPolicyProblems(policy) ??
      findOptionProblems(options) ??
      (options.rules === undefined ? null : findCascadePolicyProblems(options.rules)) ??
      findPhaseProblems(phases) ??
      snapshotProblems(snapshot)
    return problems === null
      ? fp.right(explored(watching(policy, snapshot), options, phases, snapshot))
      : fp.left(problems)
  }

const explored = (
  policy: Policy,
  options: OutcomeOptions,
  phases: ReadonlyArray<OutcomePhase>,
  snapshot: Snapshot,
): ExploredOutcomes => {
  const { budget = defaultBudget, samples = 200, seed = 1 } = options
  const namespaced = snapshot.scopes.filter((scope) => scope.namespaced)
  const { unseenDependents } = coverageFacts(snapshot.coverage, namespaced, policy)
  const showsContent = (namespace: string): boolean =>
    policy.uncovered === 'absent' || unseenDependents(namespace) === null
  const acting = options.controllers ?? deletingControllers({ showsContent, policy: options.rules })
  const making = options.controllers === undefined ? 'binder' : 'anybody'
  const { controllers, made, adopts } = awakeOf(acting, making, snapshot.objects, phases)
  const { values, ...cast } = castOf(
    controllers,
    isOnSilentNode(snapshot.objects, covers(snapshot.coverage)('v1', 'Node')),
  )
  const digests = emptyDigests()
  const isCovered = covers(snapshot.coverage)
  const setupOf = ({ requests, pods }: OutcomePhase): Setup => ({
    policy,
    covers: (apiVersion, kind, namespace) => policy.uncovered === 'absent' || isCovered(apiVersion, kind, namespace),
    digests,
    ...cast,
    held: new Set(pods === 'held' ? [kubelet] : []),
    making,
    made,
    adopts,
    admits: options.admitDelete !== undefined,
    collects: blockingKind(policy, snapshot) === undefined,
    requests,
  })
  const objects = snapshot.objects.map(withVersion(digests))
  const definitionsKind = 'CustomResourceDefinition.apiextensions.k8s.io'
  const server = serverBy({
    now: () => snapshot.at,
    scopes: extendScopes(objects.filter(isDefinition).flatMap(definedScopes))(scopeTable(snapshot.scopes)),
    versionOf: (_change, object) => `v${digests.ofObject(object)}`,
    admitDelete: options.admitDelete,
    policy: options.rules,
    definitionSeen: (definition) =>
      stage.world.informers
        .get(definitionsKind)
        ?.find(({ change }) => change.object.metadata.uid === definition.metadata.uid)?.before ?? definition,
  })(objects)
  const rest: OutcomePhase = { requests: [] }
  const stage: Stage = { world: firstWorld(setupOf(rest), server, snapshot.at, values) }
  let states = 0
  const report = (more: number): void => options.onProgress?.(states + more)
  const play = (phase: OutcomePhase, starts: ReadonlyArray<EndWorld>): ExploredPhase => {
    const setup = setupOf(phase)
    const machine = machineOf(setup, stage)
    const found = explorePhase(
      machine,
      starts.map(({ worlds }, after) => ({
        after,
        worlds: worlds.map((world) => {
          const begun = { ...world, codes: [] }
          return phase.collector === 'restarts' ? restarted(setup, begun) : begun
        }),
      })),
      { states: Math.max(1, budget - states), samples, seed, onProgress: report },
    )
    states += found.states
    report(0)
    return found
  }
  const [first, ...others] = [rest, ...phases].reduce<ReadonlyArray<ExploredPhase>>(
    (before, phase) => [
      ...before,
      play(phase, before.at(-1)?.ends ?? [{ after: undefined, worlds: [stage.world], course: [] }]),
    ],
    [],
  )
  const all = first === undefined ? [] : [first, ...others]
  const ends = others.map((phase) => phase.ends.map(endOf))
  return {
    certainty: all.every(({ isComplete }) => isComplete) ? 'Proven' : 'Sampled',
    states,
    drawn: all.reduce((sum, { drawn }) => sum + drawn, 0),
    phases: ends,
    objects: snapshot.objects.map(outcomeOf(ends.at(-1) ?? [], (first?.ends ?? []).map(endOf))),
  }
}

const endOf = ({ after, worlds, course }: EndWorld): PossibleEnd => ({
  after,
  codes: worlds[0]?.codes ?? [],
  objects: worlds[0]?.server.list() ?? [],
  course,
})
