/** Keeps a picture of a cluster up to date: lists every kind, watches it, and follows what comes to be served. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import type { WatchEvent } from '../../apiserver/answer.js'
import { type WholeObject, groupOf, nodeNameOf } from '../../apiserver/object.js'
import { type Coverage, type Scope, type ScopeTable, scopeTable } from '../../apiserver/scope.js'
import { annotatedMemory } from '../../controllers/lifecycle/index.js'
import { known, millis, unknown } from '../../core/index.js'
import { type Memory, type Snapshot, emptyMemory } from '../../simulate/control-plane/snapshot.js'
import { type Asking, eachOf } from './ask.js'
import { sleepUnless, systemClock } from '../clock.js'
import { discover } from './discover.js'
import {
  type Discovered,
  type ServedKind,
  computedKinds,
  keyOf,
  listedKinds,
  scopesOf,
  withRemembered,
} from './discovery.js'
import { beginWith, endingWith } from './ending.js'
import type { LookOptions, Unlisted } from './look.js'
import type { CallError, Client } from './request.js'
import { steadyTime } from './steady.js'
import { type GroupAge, type KindAge, agesOf, coverageOf } from './shown.js'
import { tellersAmong } from './tellers.js'
import { type KindStore, kindStore } from './kind-store.js'
import { type Tell, type WatchTold, type Watching, relist, watchKind } from './watch-kind.js'
import { type Collector, type Depth, depthFor } from './wanted.js'

/** What to watch. */
export interface WatchOptions
  extends Asking, WatchTold, Pick<LookOptions, 'kinds' | 'labelSelector' | 'pageSize' | 'concurrency'> {
  /** Default `cluster`. */
  readonly collector?: Collector | undefined
  /** How much of a kind is read. Default: what the collector reads; of Secrets, ConfigMaps, Events and Leases the metadata alone. */
  readonly depth?: ((kind: ServedKind) => Depth) | undefined
  /** How often the server is asked again what it serves, in milliseconds; it is also after a change of a definition. Default 30,000. */
  readonly rediscovery?: number | undefined
  /**
   * While all is well, something is heard of each kind within this span, in milliseconds: watches are opened anew after a third of
   * it, and cut off if they are silent for longer. Default 900,000.
   */
  readonly freshness?: number | undefined
}

/** A cluster under watch. */
export interface WatchedCluster {
  /** The cluster as it is known now; objects are decoded once, when they arrive. */
  readonly snapshot: (memory?: Memory) => Snapshot
  /** The objects that are known now. */
  readonly objects: () => ReadonlyArray<WholeObject>
  /** How kinds are served at any time; the table itself stays the same. */
  readonly scopes: ScopeTable
  /** What the server said last that it serves; of groups that can't be asked now, what they served before. */
  readonly discovered: () => Discovered
  /** What is listed in full now. */
  readonly coverage: () => Coverage
  /** For how long nothing was heard of each kind that has been listed: what is known of it is as old as that. */
  readonly ages: () => ReadonlyArray<KindAge>
  /** Groups that can't be asked now what they serve, and for how long. */
  readonly undiscovered: () => ReadonlyArray<GroupAge>
  /** Kinds that can't be listed now. */
  readonly unlisted: () => ReadonlyArray<Unlisted>
  /** Tells of each change from now on, with the object before it, until the function that it gives is called. */
  readonly subscribe: (listener: Tell) => () => void
  /** Ends all watches. */
  readonly stop: () => void
}

/**
 * Lists a cluster and watches it.
 *
 * Shape: resolves once every kind has been listed or refused. Watches end, expire and break without a trace: what was missed
 * is told as differences after the next list. A kind that is refused now is tried again. Order: changes of one object in the
 * order of the server; between kinds there is none.
 * Fails: if the server can't be asked what it serves, or the look is aborted.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/cache/reflector.go ListAndWatch
 */
export const watchCluster = (client: Client, options: WatchOptions = {}): TE.TaskEither<CallError, WatchedCluster> =>
  beginWith(options.signal, ({ signal, stop }) =>
    F.pipe(
      discover(client.send, { ...options, signal }),
      TE.chain((discovered) => follow(client, options, signal, discovered)),
      TE.map((cluster) => ({ ...cluster, stop })),
    ),
  )

/** Watches what is served, and what comes to be, until it is ended. */
const follow =
  (
    client: Client,
    options: WatchOptions,
    end: AbortSignal,
    served: Discovered,
  ): TE.TaskEither<CallError, Omit<WatchedCluster, 'stop'>> =>
  async () => {
    const { collector = 'cluster', kinds = () => true, pageSize = 500, concurrency = 8, labelSelector } = options
    const {
      clock = systemClock,
      rediscovery = 30_000,
      freshness = 900_000,
      depth: depthOf = depthFor(collector),
    } = options
    const isOver = (): boolean => end.aborted
    const asking: Asking & WatchTold = { ...options, signal: end }
    const steady = steadyTime(clock)
    let discovered = served
    let table = scopeTable(scopesOf(discovered))
    /** When each group was asked what it serves, and answered. */
    const answered = new Map<string, number>()
    const hear = (found: Discovered, asked: number): void => {
      const away = new Set(found.undiscoveredGroups)
      for (const { apiVersion } of found.kinds)
        if (!away.has(groupOf(apiVersion))) answered.set(groupOf(apiVersion), asked)
    }
    hear(served, steady())
    const stores = new Map<string, { readonly store: KindStore; readonly stop: () => void }>()
    const listeners = new Set<Tell>()
    let wakeDiscovery = (): void => undefined
    const tellers = tellersAmong(stores, (event) => {
      for (const listener of listeners) listener(event)
      if (definesKinds(event)) wakeDiscovery()
    })
    const wanted = (): ReadonlyMap<string, KindStore['of']> =>
      new Map(
        listedKinds(discovered).flatMap((kind) => {
          const depth = depthOf(kind)
          return depth === 'nothing' || !kinds(kind)
            ? []
            : [[keyOf(kind), { kind, depth, labelSelector, pageSize }] as const]
        }),
      )
    const watchAll = async (): Promise<void> => {
      const now = wanted()
      const fresh = [...now].filter(([key]) => !stores.has(key))
      const watchOne = async ([key, of]: readonly [string, KindStore['of']]): Promise<void> => {
        const store = kindStore(of)
        const own = endingWith(end)
        stores.set(key, { store, stop: own.stop })
        // Not all are renewed at once.
        const ofKind: Watching = {
          ...asking,
          signal: own.signal,
          steady,
          freshness: freshness * (1 - (stores.size % 10) / 30),
        }
        await relist(client, { ...ofKind, attempts: 3 }, store, tellers.from(key))()
        void watchKind(client, ofKind, store, tellers.from(key)).finally(own.stop)
      }
      await eachOf(fresh, concurrency, (one) => TE.fromTask(() => watchOne(one)))()
      // Last, so that what is served in another version stays known.
      for (const [key, { store, stop: stopOne }] of stores)
        if (!now.has(key)) {
          stopOne()
          stores.delete(key)
          tellers.left(key, store.objects.values())
        }
    }
    const rediscover = async (): Promise<void> => {
      while (!isOver()) {
        const pause = new AbortController()
        wakeDiscovery = () => {
          pause.abort()
        }
        end.addEventListener('abort', wakeDiscovery)
        await sleepUnless(clock, millis(rediscovery), pause.signal)
        end.removeEventListener('abort', wakeDiscovery)
        // A definition that changed is served a moment later.
        if (pause.signal.aborted) await sleepUnless(clock, millis(Math.min(500, rediscovery)), end)
        if (isOver()) return
        const asked = steady()
        await F.pipe(
          discover(client.send, asking),
          TE.chainTaskK((again) => () => {
            hear(again, asked)
            discovered = withRemembered(again, discovered)
            table = scopeTable(scopesOf(discovered))
            return watchAll()
          }),
        )()
      }
    }
    await watchAll()
    if (isOver()) return E.left({ _tag: 'Aborted', message: 'aborted' })
    void rediscover()
    const objects = (): ReadonlyArray<WholeObject> =>
      [...stores].flatMap(([key, { store }]) =>
        [...store.objects.values()].filter(({ metadata: { uid } }) => tellers.tells(key, uid)),
      )
    const unlisted = (): ReadonlyArray<Unlisted> =>
      [...stores.values()].flatMap(({ store: { of, failure } }) =>
        failure === undefined ? [] : [{ kind: of.kind, error: failure }],
      )
    const isFiltered = labelSelector !== undefined || options.kinds !== undefined
    const all = (): ReadonlyArray<KindStore> => [...stores.values()].map(({ store }) => store)
    const coverage = (): Coverage =>
      coverageOf(all(), {
        isEverything: !isFiltered && collector === 'cluster' && discovered.undiscoveredGroups.length === 0,
        isPartial: labelSelector !== undefined,
        computed: isFiltered ? [] : computedKinds(discovered),
      })
    return E.right({
      snapshot: (memory = emptyMemory) => {
        const held = objects()
        const nodes = new Set(held.flatMap(({ kind, metadata }) => (kind === 'Node' ? [metadata.name] : [])))
        const named = held.flatMap((object) => (object.kind === 'Pod' ? (nodeNameOf(object) ?? []) : []))
        return {
          at: clock.now(),
          objects: held,
          scopes: table.scopes,
          coverage: coverage(),
          // A cache is behind: a node that it does not show may be there.
          apiNodes: named.every((name) => nodes.has(name)) ? known([]) : unknown,
          undiscoveredGroups: discovered.undiscoveredGroups,
          memory: { ...memory, lifecycle: annotatedMemory(held) },
        }
      },
      objects,
      scopes: {
        find: (apiVersion, kind) => table.find(apiVersion, kind),
        get scopes(): ReadonlyArray<Scope> {
          return table.scopes
        },
      },
      discovered: () => discovered,
      coverage,
      ages: () => agesOf(all(), steady()),
      undiscovered: () =>
        discovered.undiscoveredGroups.map((group) => ({ group, age: steady() - (answered.get(group) ?? -Infinity) })),
      unlisted,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
    })
  }

/** True for a change after which the server may serve other kinds. */
const definesKinds = ({ object: { apiVersion, kind } }: WatchEvent<WholeObject>): boolean =>
  (kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io') ||
  (kind === 'APIService' && groupOf(apiVersion) === 'apiregistration.k8s.io')
