/** Runs controllers of yours on a live cluster: the same values that a fake cluster runs in tests. */
import { function as F, taskEither as TE } from 'fp-ts'

import type { ApiRequest } from '../../../apiserver/request.js'
import { systemClock } from '../../clock.js'
import type { Asking } from '../ask.js'
import type { ServedKind } from '../discovery.js'
import { beginWith } from '../ending.js'
import { ports } from '../ports.js'
import type { CallError, Client } from '../request.js'
import { type WatchedCluster, watchCluster } from '../watch-cluster.js'
import { type Reconciler, type RequestOutcome, runController } from './run-controller.js'

/** How controllers run. */
export interface RunOptions extends Asking {
  /** The kinds that are watched: all that a controller hears of or looks up. Default: all, which needs permission to list them. */
  readonly kinds?: ((kind: ServedKind) => boolean) | undefined
  /** Says whether a request may be sent now; one that may not comes back, with back-off, at most 30 s. Default: all may. `atMost` limits how many. */
  readonly admits?: ((request: ApiRequest) => TE.TaskEither<CallError, boolean>) | undefined
  /** Called after each request, with what came of it. */
  readonly onAct?: ((act: RequestOutcome) => void) | undefined
  /** Called each time that `admits` lets a request wait, with the name of its controller. */
  readonly onWithheld?: ((by: string, request: ApiRequest) => void) | undefined
  /** Called when a controller throws, with its name; what it threw on comes back, with back-off. */
  readonly onThrown?: ((by: string, thrown: unknown) => void) | undefined
  /** Called at the start for each kind that a controller watches and the cluster does not serve; once it does, it is watched. */
  readonly onUnserved?: ((by: string, kind: string) => void) | undefined
  /** The server checks each request and carries out none. */
  readonly dryRun?: boolean | undefined
}

/** Controllers that run. */
export interface RunningControllers {
  readonly cluster: WatchedCluster
  /** Ends them; nothing more is sent. */
  readonly stop: () => void
}

/**
 * Runs controllers on a cluster: each key that a change enqueues is reconciled on what the watches show.
 *
 * Shape: resolves once the cluster is listed; then every object that is there counts as added. A request that fails brings its key
 * back with back-off, at most 30 s; a refused one only if the controller's `retries` say so. A key waits for one instant, the earliest that was asked for it. The view is
 * behind the server, but shows what a controller itself deleted as deleted: state the uid and the version that a request means in its preconditions.
 * Order: keys of one controller one at a time, in the order in which they were enqueued; controllers beside each other.
 * Fails: as `watchCluster` does.
 *
 * @upstream controller-runtime 0.22 pkg/internal/controller/controller.go processNextWorkItem
 * @example
 * ```ts
 * import { configMap } from 'gcplan/testing'
 * import { clientOf, servedCluster } from 'gcplan/testing/http'
 * import { type Reconciler, runControllers } from 'gcplan/adapters/kubernetes'
 *
 * const scratch: Reconciler = {
 *   name: 'scratch',
 *   watches: ['ConfigMap'],
 *   keysOf: ({ object }) => (object.metadata.name.startsWith('scratch-') ? [object.metadata.uid] : []),
 *   reconcile: (view) => (uid) => {
 *     const object = view.find(uid)
 *     const address = object && view.addressOf(object)
 *     if (address === undefined) return { requests: [], why: 'it is gone' }
 *     return { requests: [{ _tag: 'Delete', object: address, options: { preconditions: { uid } } }], why: 'it is scratch' }
 *   },
 * }
 *
 * const cluster = servedCluster([configMap('scratch-1'), configMap('keep')])
 * const running = runControllers(clientOf(cluster), {
 *   clock: cluster.clock,
 *   kinds: ({ kind }) => kind === 'ConfigMap',
 *   onAct: ({ request, answer, why }) => {
 *     if (request._tag === 'Delete') console.log(request.object.name, answer._tag, why) // scratch-1 Accepted it is scratch
 *   },
 * })([scratch])
 * void running()
 * ```
 */
export const runControllers =
  (client: Client, options: RunOptions = {}) =>
  (controllers: ReadonlyArray<Reconciler<unknown>>): TE.TaskEither<CallError, RunningControllers> =>
    beginWith(options.signal, ({ signal, stop }) => {
      const { clock = systemClock, dryRun, admits, onAct, onWithheld, onThrown } = options
      return F.pipe(
        watchCluster(client, { ...options, clock, signal, depth: () => 'whole' }),
        TE.map((cluster) => {
          const { objects } = ports(client.send, { clock, signal, dryRun, scopes: cluster.scopes.scopes })
          const served = new Set(cluster.scopes.scopes.map(({ kind }) => kind))
          for (const { name, watches = [] } of controllers)
            for (const kind of watches) if (!served.has(kind)) options.onUnserved?.(name, kind)
          for (const controller of controllers)
            runController(controller, { cluster, objects, clock, signal, admits, dryRun, onAct, onWithheld, onThrown })
          return { cluster, stop }
        }),
      )
    })
