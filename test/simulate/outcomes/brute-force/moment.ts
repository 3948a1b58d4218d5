/**
 * One moment of a control plane, for the enumeration of every course. It shares with the explorer only the server and the
 * controllers; nothing is left out, and nothing is taken to be the same unless it is.
 */
import type { WholeObject } from '../../../../src/apiserver/index.js'
import type { Server } from '../../../../src/apiserver/server.js'
import type { Change, Controller, Reconciled } from '../../../../src/controllers/controller.js'
import type { Program as Lookups } from '../../../../src/controllers/owner/memory/api-requests.js'
import type { Attempt, Identity, Memory, Work } from '../../../../src/controllers/owner/memory/index.js'
import type { Program } from '../../../../src/controllers/program.js'

/** Events that an informer has yet to deliver, by kind, first come first. */
export type Feeds = ReadonlyMap<string, ReadonlyArray<Change>>

/** What an informer of a kind shows, by uid. */
export type Cache = ReadonlyMap<string, WholeObject>

/** A controller as it is by now, and the number of all that made it so. */
export interface Actor {
  readonly value: Controller<unknown>
  readonly past: number
}

/** Somebody between two requests; `trace` is the number of all that it has seen so far. */
interface Busy<P> {
  readonly id: string
  readonly program: Exclude<P, { readonly _tag: 'Done' }>
  readonly trace: number
}

/** A worker of the owner collector. */
export interface Attempting extends Busy<Lookups<unknown, Attempt<unknown>>> {
  readonly work: Work
}

/** A worker of a typed controller. */
export interface Reconciling extends Busy<Program<Reconciled<unknown>>> {
  /** Somebody has changed something, or an informer has delivered something, since it took its key. */
  readonly stale: boolean
  /** The server has refused one of its requests. */
  readonly refused: boolean
}

/** A moment. */
export interface Moment {
  readonly server: Server
  readonly now: number
  /** Of the answers to the user's requests so far. */
  readonly codes: ReadonlyArray<number>
  readonly graph: Memory
  readonly graphFeeds: Feeds
  readonly found: ReadonlyArray<Identity>
  readonly attempts: ReadonlyArray<Attempting>
  readonly caches: ReadonlyMap<string, Cache>
  readonly feeds: Feeds
  readonly actors: ReadonlyArray<Actor>
  /** Keys are `PLACE KEY` with the place of a controller among all. */
  readonly queue: ReadonlySet<string>
  readonly workers: ReadonlyArray<Reconciling>
  /** Keys that wait for any change. */
  readonly asleep: ReadonlySet<string>
  /** When keys are due. */
  readonly alarms: ReadonlyMap<string, number>
}

/** Where programs look while they go on: at the moment on the bench. What they see is written down. */
export interface Bench {
  moment: Moment
  /** The server that takes a request now. */
  writes: Server
  seen: string[]
}

/** A kind of any version, as `apps/ReplicaSet` or `/Pod`. */
export const kindOf = ({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string =>
  `${apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''}/${kind}`

/** Feeds with another event at the end of its kind. */
export const fed = (feeds: Feeds, change: Change): Feeds => {
  const kind = kindOf(change.object)
  return new Map(feeds).set(kind, [...(feeds.get(kind) ?? []), change])
}

/** Feeds without the first event of a kind. */
export const eaten = (feeds: Feeds, kind: string): Feeds => {
  const left = new Map(feeds)
  const rest = (feeds.get(kind) ?? []).slice(1)
  if (rest.length === 0) left.delete(kind)
  else left.set(kind, rest)
  return left
}
