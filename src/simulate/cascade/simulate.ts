/** Simulates a cluster in which only the given requests, the API server and the controllers of a cascade act. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { list, object } from '../../internal/schema/object.js'
import { type Schema, oneOf, problemsOf } from '../../internal/schema/schema.js'
import type { Answer } from '../../apiserver/answer.js'
import { covers, scopeTable } from '../../apiserver/scope.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { AdmitDelete } from '../../apiserver/admission.js'
import { type ServerPolicy, defaultServerPolicy, findServerPolicyProblems } from '../../apiserver/policy.js'
import { type Server, serverBy } from '../../apiserver/server.js'
import { ownerCollector, ownerController } from '../../controllers/owner/controller.js'
import { type Policy, findPolicyProblems } from '../../controllers/owner/policy.js'
import type { Event } from '../../controllers/owner/reason.js'
import { type Snapshot, blockingKind, snapshotProblems, watching } from '../../controllers/owner/snapshot.js'
import { kubelets } from '../kubelet/controller.js'
import { clientOf } from '../engine/client.js'
import { engineOf } from '../engine/engine.js'
import { runInTime } from '../engine/in-time.js'
import type { Controller } from '../../controllers/controller.js'
import { onlyKubelets } from './controllers.js'
import { type OutsideRequest, outsideRequest, sendOutside } from './outside-request.js'
import type { Why } from './reason.js'
import { stepLimit } from './play-requests.js'
import type { Step } from './waves.js'

export type { OutsideRequest } from './outside-request.js'

/** Who takes part, beside the owner collector and kubelets. */
export interface SimulateOptions {
  /** In the order in which they act. */
  readonly controllers?: ReadonlyArray<Controller<Why>>
  /** Refuses a request to delete an object, in words, as an admission policy does. */
  readonly admitDelete?: AdmitDelete
  /** The rules of the API server, e.g. `serverPresets.kubernetes_1_32`. Default: those of Kubernetes 1.36. */
  readonly server?: ServerPolicy
}

/** One phase: the requests, one after the other, then everything that follows. */
export interface Phase {
  /** They may depend on what is there by then, e.g. on what controllers have made. */
  readonly requests:
    | ReadonlyArray<OutsideRequest>
    | ((objects: ReadonlyArray<WholeObject>) => ReadonlyArray<OutsideRequest>)
  /** `restarts`: it forgets everything, and lists the cluster after the requests. */
  readonly collector: 'runs' | 'stopped' | 'restarts'
  /** Whether kubelets end terminating pods. */
  readonly pods: 'held' | 'end'
}

/** How a phase ended. */
export interface PhaseOutcome {
  /** One for each request. */
  readonly answers: ReadonlyArray<Answer<WholeObject>>
  /** What the collector did, in order. */
  readonly steps: ReadonlyArray<Step>
  readonly warnings: ReadonlyArray<Event>
  /** Everything that exists in the end, in the order of creation. */
  readonly objects: ReadonlyArray<WholeObject>
  /** False if the limit of attempts was reached. */
  readonly isQuiet: boolean
}

/**
 * Simulates phases on a cluster, one after the other.
 *
 * Shape: the collector has observed the objects of the snapshot before the first phase, unless it is `stopped` in that
 * phase; it then observes nothing until a phase in which it `restarts`. Time passes only while a controller
 * waits.
 * Order: oldest first, where the real workers run concurrently.
 * Fails: `InvalidInput` for an invalid policy, phase or snapshot.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Run
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 * import { simulate } from 'gcplan/simulate/cascade'
 *
 * const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u-a' }
 * const namespace = 'default'
 * const outcome = simulate(Owner.defaultPolicy)([
 *   { requests: [{ _tag: 'Delete', uid: 'u-a', options: {} }], collector: 'runs', pods: 'end' },
 * ])({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [
 *     { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'a', uid: 'u-a' } },
 *     { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name: 'b', uid: 'u-b', ownerReferences: [owner] } },
 *   ],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(outcome)) console.log(outcome.right[0]?.objects.length) // 0
 * ```
 */
export const simulate =
  (
    policy: Policy,
    { controllers = [], admitDelete = () => undefined, server: rules = defaultServerPolicy }: SimulateOptions = {},
  ) =>
  (phases: ReadonlyArray<Phase>) =>
  (snapshot: Snapshot): E.Either<InvalidInput, ReadonlyArray<PhaseOutcome>> => {
    const problems =
      findPolicyProblems(policy) ??
      findServerPolicyProblems(rules) ??
      findPhaseProblems(phases) ??
      snapshotProblems(snapshot)
    if (problems !== null) return fp.left(problems)
    const scopes = scopeTable(snapshot.scopes)
    const clock = { now: snapshot.at }
    const server = serverBy({
      now: () => clock.now,
      scopes,
      versionOf: (change) => `after-${change}`,
      admitDelete,
      policy: rules,
    })(snapshot.objects)
    const isCovered = covers(snapshot.coverage)
    const covered: typeof isCovered = (apiVersion, kind, namespace) =>
      policy.uncovered === 'absent' || isCovered(apiVersion, kind, namespace)
    const limit = stepLimit(snapshot.objects.length)
    const isSeen = phases[0]?.collector !== 'stopped'
    const ownerRules = {
      policy: watching(policy, snapshot),
      scopes: server.scopes,
      isBlocked: blockingKind(policy, snapshot) !== undefined,
    }
    let owner = ownerController(ownerRules)
    let warned: ReadonlyArray<Event> = []
    const engine = engineOf<Why>({
      server,
      client: clientOf(server, covered),
      now: () => clock.now,
      covers: covered,
      controllers: [owner, ...controllers, kubelets()],
      unlisted: isSeen ? undefined : onlyCollector,
    })
    const play =
      (phase: Phase) =>
      (requests: ReadonlyArray<OutsideRequest>): PhaseOutcome => {
        const answers = requests.map(sendOutside(server))
        if (phase.collector === 'stopped') {
          engine.run({ limit, held: onlyKubelets, stopped: onlyCollector })
          return { answers, steps: [], warnings: [], objects: server.list(), isQuiet: true }
        }
        if (phase.collector === 'restarts') {
          warned = owner.takeWarnings()
          owner = ownerController(ownerRules)
          engine.restart(owner)
        }
        const { steps, ended } = runInTime(engine, clock, {
          limit,
          held: phase.pods === 'held' ? onlyKubelets : undefined,
        })
        const warnings = [...warned, ...owner.takeWarnings()]
        warned = []
        return {
          answers,
          steps: steps.filter(({ by }) => by === ownerCollector),
          warnings,
          objects: server.list(),
          isQuiet: ended === 'Quiet',
        }
      }
    return fp.traverseArray((phase: Phase) => fp.map(play(phase))(requestsOf(phase, server)))(phases)
  }

/** What a function gives is checked as a list is. */
const requestsOf = (
  { requests: asked }: Phase,
  server: Server,
): E.Either<InvalidInput, ReadonlyArray<OutsideRequest>> => {
  if (typeof asked !== 'function') return fp.right(asked)
  const made = asked(server.list())
  const problems = findRequestProblems(made)
  return problems === null ? fp.right(made) : fp.left(problems)
}

const onlyCollector: ReadonlySet<string> = new Set([ownerCollector])

const requests = list(outsideRequest)
const findRequestProblems = problemsOf('requests', requests)
const listOrFunction: Schema<Phase['requests']> = {
  ...requests,
  holds: (value): value is Phase['requests'] => typeof value === 'function' || requests.holds(value),
  report: (value, problems) => {
    if (typeof value !== 'function') requests.report(value, problems)
  },
}

/** The problems of what is to be phases; null when there is none. */
const findPhaseProblems = problemsOf(
  'phases',
  list(
    object<Phase>({
      requests: listOrFunction,
      collector: oneOf('runs', 'stopped', 'restarts'),
      pods: oneOf('held', 'end'),
    }),
  ),
)
