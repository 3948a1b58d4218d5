/** A cluster behind the API: a state that requests change, controllers that act on it, and a clock. */
import { type Span, after, between } from '../../core/time.js'
import { emptyMemory } from '../../simulate/control-plane/snapshot.js'
import type { ClusterOptions } from '../cluster/cluster.js'
import { controllersOf } from '../cluster/controllers.js'
import { type ClusterInput, decodeInput, readInput } from '../cluster/input.js'
import { policiesIn, rulesOfRelease } from '../cluster/policies.js'
import { type State, uidOf } from '../cluster/state.js'
import { type VirtualClock, virtualClock } from '../virtual-clock.js'
import { spanOf } from '../when.js'
import { cellOf, serverIn } from './cell.js'
import { type ServedCourse, courseIn } from './course.js'
import { freshUid } from './create.js'
import { handle } from './handle.js'
import { type StateOptions, apiState } from './initial.js'
import type { HttpRequest } from './request.js'
import type { HttpResponse } from './response.js'
import { type ApiState, stateAt } from './state.js'
import type { Cell } from './store.js'

/** Options of a served cluster: those of the server, and of the controllers. */
export interface ServedOptions
  extends StateOptions, Pick<ClusterOptions, 'policies' | 'kubelets' | 'controllerSet' | 'controllers'> {
  /** `off`: nobody but the clients acts, as with a bare API server. Default `on`. */
  readonly collectors?: 'on' | 'off'
  /**
   * A clock that the cluster follows, asked before each request; without one its time stands still until a test moves it. It also says
   * where the cluster's time starts, unless `at` does; an `at` that lies before it has every timer up to now fall due at once.
   */
  readonly now?: () => Date
}

/** A cluster that answers requests. */
export interface ServedCluster {
  /** Answers a request; then the controllers act until nothing changes. */
  readonly handle: (request: HttpRequest) => HttpResponse
  /** Everything that it holds now, as a value. */
  readonly state: () => ApiState
  /** Calls back when the state has changed or its clock has moved; gives back how to stop that. */
  readonly subscribe: (listener: () => void) => () => void
  /** The current time of its clock. */
  readonly now: () => Date
  /** Advances the clock, and runs what falls due: pod garbage collection every 20 s, TTLs, grace periods. */
  readonly advance: (span: Span) => void
  /** Advances it to the clock that it follows, if it follows one. */
  readonly tick: () => void
  /** Changes the state from outside: what `change` gives is there from now on, and the controllers list it anew. */
  readonly change: (change: (state: ApiState) => ApiState) => void
  /** Its clock, for code that sleeps. */
  readonly clock: VirtualClock
}

/**
 * A cluster with these objects, whose API is `handle`.
 *
 * Shape: objects as {@link apiState} takes them. Garbage collectors, the namespace controller and kubelets run as in
 * `fakeCluster`, after each request that writes.
 * Fails: throws for an invalid object.
 *
 * @example
 * ```ts
 * import { configMap } from 'gcplan/testing'
 * import { servedCluster } from 'gcplan/testing/http'
 *
 * const owner = configMap('owner')
 * const cluster = servedCluster([owner, configMap('child', { ownedBy: owner })])
 * const configMaps = '/api/v1/namespaces/default/configmaps'
 * cluster.handle({ method: 'DELETE', path: `${configMaps}/owner` })
 * const child = cluster.handle({ method: 'GET', path: `${configMaps}/child` })
 * if (child._tag === 'Reply') console.log(child.status) // 404
 * ```
 */
export const servedCluster = (input: ClusterInput = [], options: ServedOptions = {}): ServedCluster => {
  const { kubelets = 'at-deadline', controllerSet = 'cascade', controllers = [], collectors = 'on' } = options
  const at = options.at ?? options.now?.()
  const cell = cellOf(apiState(input, { ...options, ...(at === undefined ? {} : { at }) }))
  const release = rulesOfRelease(options.release)
  const policies = policiesIn(release, options.policies)
  /** Controllers that have listed what is there. */
  const running = (): ServedCourse | undefined => {
    if (collectors === 'off') return undefined
    const state = clusterState(cell)
    const others = { set: controllerSet, rules: release.cascade }
    return courseIn(cell, state, controllersOf(state, policies.owner, kubelets, others, controllers), policies)
  }
  let course = running()
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const moveTo = (at: Date): void => {
    if (at <= cell.state.at) return
    if (course === undefined) cell.state = stateAt(cell.state, at)
    else course.advance(between(cell.state.at, at))
    tell()
  }
  const tick = (): void => {
    if (options.now !== undefined) moveTo(options.now())
  }
  const put = (next: ApiState): void => {
    if (next === cell.state) return
    cell.state = next
    course?.settle()
    tell()
  }
  course?.settle()
  return {
    handle: (request) => {
      tick()
      const [next, response] = handle(cell.state, request)
      put(next)
      return response
    },
    state: () => cell.state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    now: () => cell.state.at,
    advance: (span) => {
      moveTo(after(cell.state.at, spanOf(span)))
    },
    tick,
    change: (change) => {
      cell.state = change(cell.state)
      // Whoever watched it has missed what lies between.
      course = running()
      course?.settle()
      tell()
    },
    clock: virtualClock(() => cell.state.at, moveTo),
  }
}

/** What the controllers of a fake cluster act on, over the state in a cell. */
const clusterState = (cell: Cell): State => {
  const server = serverIn(cell)
  const { scopes } = server
  return {
    // An object that a controller makes gets a uid that nobody had.
    server: {
      ...server,
      create: (object) => server.create({ ...object, metadata: { ...object.metadata, uid: freshUid(cell.state) } }),
    },
    scopes,
    troubles: () => undefined,
    log: [],
    uids: new Set(),
    namespaces: new Set(),
    read: (input) => readInput(input, scopes.scopes, uidOf),
    decode: (input) => decodeInput(input, scopes.scopes, uidOf),
    serve: () => undefined,
    get now() {
      return cell.state.at
    },
    set now(at) {
      cell.state = stateAt(cell.state, at)
    },
    definitionSeen: (definition) => definition,
    memory: emptyMemory,
    hangs: false,
  }
}
