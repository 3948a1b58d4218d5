/** Collects garbage in a cluster that has no controller manager: owners, namespaces and finished Jobs. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { namespaceController } from '../../../controllers/namespace/controller.js'
import { millis } from '../../../core/index.js'
import type { Signal } from '../../../execute/index.js'
import * as ControlPlane from '../../../simulate/control-plane/index.js'
import { OwnerLoop, TtlLoop, defaultBackoff } from '../../../simulate/loop/index.js'
import { type Asking, sent } from '../ask.js'
import { systemClock } from '../../clock.js'
import { beginWith } from '../ending.js'
import { itemsOf } from '../json.js'
import { ownField } from '../../../internal/lists.js'
import { isJob } from '../job.js'
import { collectionPath } from '../paths.js'
import { ports } from '../ports.js'
import { type ApiCall, type CallError, type Client, type Send, sayCallError } from '../request.js'
import { type WatchedCluster, watchCluster } from '../watch-cluster.js'
import { runController } from '../controllers/run-controller.js'

/** What is collected. */
export type Collected = 'owners' | 'namespaces' | 'jobs'

/** One request that changes something, and what came of it. */
export interface Act {
  readonly by: Collected
  readonly method: ApiCall['method']
  readonly path: string
  /** `done`, or what the server said. */
  readonly outcome: string
}

/** How to collect. */
export interface CollectOptions extends Asking {
  /** Whose rules apply. Default: those of Kubernetes 1.36. */
  readonly rules?: ControlPlane.ReleaseRules | undefined
  /** Default: all. */
  readonly only?: ReadonlyArray<Collected> | undefined
  /** The server checks each request and carries out none. */
  readonly dryRun?: boolean | undefined
  /** Called after each request that changes something. */
  readonly onAct?: ((act: Act) => void) | undefined
}

/** A collection that runs. */
export interface Collecting {
  readonly cluster: WatchedCluster
  /** Ends it; nothing more is sent. */
  readonly stop: () => void
}

/**
 * Collects garbage as a controller manager does, which envtest lacks: deletes dependents of owners that are gone or wait for
 * them, empties and removes namespaces that are being deleted, deletes finished Jobs whose time is up. It resolves once the
 * cluster has been listed, and goes on until it is stopped. Beside a controller manager both would act.
 *
 * Fails: as `watchCluster` does.
 */
export const collect = ({ send, open }: Client, options: CollectOptions = {}): TE.TaskEither<CallError, Collecting> =>
  beginWith(options.signal, ({ signal, stop }) =>
    F.pipe(
      watchCluster({ send, open }, { ...options, signal, kinds: ({ verbs }) => verbs.includes('delete') }),
      TE.map((cluster) => {
        collectIn(cluster, send, { ...options, signal })
        return { cluster, stop }
      }),
    ),
  )

/** Starts what is to collect, until the signal ends it. */
const collectIn = (
  cluster: WatchedCluster,
  send: Send,
  options: CollectOptions & { readonly signal: Signal },
): void => {
  const { clock = systemClock, only, dryRun, onAct, signal } = options
  const { collectors, cascade } = options.rules ?? ControlPlane.releases.kubernetes_1_36
  const runs = (what: Collected): boolean => only === undefined || only.includes(what)
  const portsOf = (by: Collected): ReturnType<typeof ports> =>
    ports(telling(send, by, onAct), { clock, signal, dryRun, scopes: cluster.scopes.scopes })
  const driving = { clock, signal }
  if (runs('owners')) {
    const config = { ...OwnerLoop.defaultConfig, policy: collectors.owner, scopes: cluster.scopes }
    const recordEvent = () => () => Promise.resolve(undefined)
    const loop = OwnerLoop.drive(config)(driving)({ ...portsOf('owners').objects, recordEvent })(cluster.objects())
    cluster.subscribe(atOnce(loop.listed))
  }
  if (runs('namespaces')) {
    const { objects } = portsOf('namespaces')
    const controller = namespaceController({
      delay: millis(0),
      orderedDeletion: cascade.namespaceContent === 'pods-first',
    })
    // The real one comes back after every error, a webhook's refusal too.
    runController(
      { ...controller, retries: 'refusals' },
      {
        ...{ cluster, objects, ...driving },
        admits: (request) =>
          request._tag === 'FinalizeNamespace' ? isEmpty(send, cluster, request.object.name) : TE.right(true),
      },
    )
  }
  if (runs('jobs')) {
    const { ttl } = portsOf('jobs')
    const loop = TtlLoop.drive(defaultBackoff)(driving)<CallError>(ttl)
    for (const object of cluster.objects()) if (isJob(object)) loop.seen(object)
    cluster.subscribe(({ _tag, object }) => {
      if (isJob(object)) (_tag === 'Deleted' ? loop.vanished : loop.seen)(object)
    })
  }
}

/** Hands on together what is told in one go, as by a list that is made anew. */
const atOnce = <A>(hear: (all: ReadonlyArray<A>) => void): ((one: A) => void) => {
  let told: A[] = []
  return (one) => {
    if (told.length === 0)
      queueMicrotask(() => {
        const all = told
        told = []
        hear(all)
      })
    told.push(one)
  }
}

/** Watches are behind: before its finalizer goes, the server itself is asked whether a namespace is empty. */
const isEmpty = (send: Send, cluster: WatchedCluster, namespace: string): TE.TaskEither<CallError, boolean> =>
  cluster
    .discovered()
    .kinds.filter(({ namespaced, verbs }) => namespaced && verbs.includes('delete') && verbs.includes('list'))
    .reduce<TE.TaskEither<CallError, boolean>>(
      (before, { apiVersion, resource }) =>
        F.pipe(
          before,
          TE.chain((isEmptySoFar) =>
            isEmptySoFar ? holdsNone(send, collectionPath({ apiVersion, resource, namespace })) : TE.right(false),
          ),
        ),
      TE.right(true),
    )

const holdsNone = (send: Send, path: string): TE.TaskEither<CallError, boolean> =>
  F.pipe(
    sent(send, { method: 'GET', path, query: { limit: '1' } }),
    TE.map((page) => itemsOf(ownField(page, 'items')).length === 0),
  )

/** A client that tells of each request that changes something. */
const telling =
  (send: Send, by: Collected, onAct: CollectOptions['onAct']): Send =>
  (call) =>
  async () => {
    const answer = await send(call)()
    if (call.method !== 'GET')
      onAct?.({
        ...{ by, method: call.method, path: call.path },
        outcome: E.isLeft(answer)
          ? sayCallError(answer.left)
          : answer.right.status < 300
            ? 'done'
            : `${answer.right.status}`,
      })
    return answer
  }
