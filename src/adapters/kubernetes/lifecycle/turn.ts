/** One turn of a lifecycle controller: from a cluster under watch to deletions. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import * as Lifecycle from '../../../controllers/lifecycle/index.js'
import { millis, removalsOf } from '../../../core/index.js'
import { linesOf } from '../../../decode/index.js'
import { type Clock, backoff, executeWith } from '../../../execute/index.js'
import { explainRefusal } from '../../../guard/index.js'
import { classify } from '../classify.js'
import type { Leadership } from '../election/elect.js'
import { type LookError, look } from '../look.js'
import { ports } from '../ports.js'
import { type CallError, type Client, sayCallError } from '../request.js'
import type { Snapshots } from '../snapshots.js'
import type { WatchedCluster } from '../watch-cluster.js'
import {
  type GuardedLifecycle,
  type LifecycleBasis,
  type LifecycleDecision,
  type LifecycleProblem,
  decideLifecycle,
} from './decide.js'
import type { LifecycleReport } from './told.js'

/** Where a turn is taken. */
export interface TurnPlace {
  readonly client: Pick<Client, 'send'>
  readonly cluster: Pick<WatchedCluster, 'snapshot' | 'scopes'>
  readonly clock: Clock
  readonly leadership: Leadership
}

/** A turn that came to a plan. */
export interface LifecycleTurn {
  readonly decision: LifecycleDecision
  readonly report: LifecycleReport
}

/**
 * Decides on what the watches show, and carries it out.
 *
 * Shape: before anything is removed, the cluster itself is listed, and only what both looks agree on goes: watches may be behind, and an
 * object's version says nothing of who began to use it. Each deletion is bound to uid and version. Before each call the leadership is
 * asked again; calls that fail for a while are made three times. Marks are set even where removals are over the limits.
 * Fails: as `decideLifecycle` and `look` do.
 */
export const takeLifecycleTurn =
  (place: TurnPlace) =>
  (basis: LifecycleBasis): TE.TaskEither<LifecycleProblem | LookError, LifecycleTurn> =>
    F.pipe(
      TE.fromEither(decideLifecycle(basis)(place.cluster.snapshot())),
      TE.flatMap((first) =>
        removalsOf(first.allowed).length === 0 ? TE.right(first) : confirmed(place, basis, first),
      ),
      TE.bindTo('decision'),
      TE.bindW('report', ({ decision }) => TE.fromTask(carryOut(place, decision))),
    )

/** The same decision on a look at the cluster itself. */
const confirmed = (
  { client, clock, leadership: { signal } }: TurnPlace,
  basis: LifecycleBasis,
  { planned, rehearsed }: LifecycleDecision,
): TE.TaskEither<LifecycleProblem | LookError, LifecycleDecision> =>
  F.pipe(
    look('cluster')(client.send, { clock, signal }),
    TE.flatMapEither(({ snapshot }: { readonly snapshot: Snapshots['cluster'] }) =>
      decideLifecycle({ ...basis, rehearsed, agreed: planned })(snapshot),
    ),
  )

const carryOut = (
  { client, cluster, clock, leadership: { signal, leads } }: TurnPlace,
  { allowed, refusals }: LifecycleDecision,
) =>
  executeWith<GuardedLifecycle, CallError>({
    ...{ clock, classify, signal, deadline: millis(30_000) },
    perform: Lifecycle.perform(ports(client.send, { scopes: cluster.scopes.scopes, clock, signal }).lifecycle),
    retry: { attempts: 3, wait: backoff({ first: millis(500), factor: 4, limit: millis(10_000) }) },
    // This process may have been stopped since the call before.
    admit: ({ _tag }) => {
      if (!leads()) return E.left({ _tag: 'NotLeading' })
      return _tag === 'Remove' && refusals.length > 0 ? E.left({ _tag: 'OverLimits' }) : E.right(undefined)
    },
  })(allowed)

/** Why a turn came to no plan, as one line. */
export const explainLifecycleProblem = (problem: LifecycleProblem | LookError): string => {
  if (problem._tag === 'InvalidInput') return `no plan: ${linesOf(problem).join('; ')}`
  return problem._tag === 'UnsoundGuards'
    ? `no plan: ${problem.refusals.map(explainRefusal).join('; ')}`
    : `the cluster could not be read: ${sayCallError(problem)}`
}
