/**
 * The interface of every controller: its name, which keys a change enqueues, and how it reconciles a key. Like
 * controller-runtime, but pure: a controller is a value, and folding a change into it gives its next value.
 */
import type { Address, AskOfPlace } from '../apiserver/scope.js'
import type { Effect, WatchEvent } from '../apiserver/answer.js'
import type { WholeObject } from '../apiserver/object.js'
import type { ApiRequest } from '../apiserver/request.js'
import type { Millis } from '../core/time.js'
import type { Program } from './program.js'

/** One change of one object, as a watch event. */
export type Change = WatchEvent<WholeObject>

/** The cluster as a controller's watches show it. */
export interface View {
  readonly at: Date
  /** The object of a uid. */
  readonly find: (uid: string) => WholeObject | undefined
  /** The object at an address. */
  readonly get: (address: Address) => WholeObject | undefined
  /** In the order of creation. */
  readonly list: () => ReadonlyArray<WholeObject>
  /** Objects of one namespace, in the order of creation. */
  readonly listIn: (namespace: string) => ReadonlyArray<WholeObject>
  /**
   * Objects of a kind, or of a kind in one namespace, whatever its version, in the order of creation. The core group is
   * the empty text.
   */
  readonly listOf: (group: string, kind: string, namespace?: string) => ReadonlyArray<WholeObject>
  /**
   * Objects under a key of an index. An index is the function that gives the key of an object; it must be the same function
   * each time, since the index is kept for it.
   */
  readonly listBy: (index: (object: WholeObject) => string | undefined, key: string) => ReadonlyArray<WholeObject>
  /** There was an object at the address, and it is gone; of what was never shown, that is not known. */
  readonly isGone: (address: Address) => boolean
  /** Whether everything of a kind in a place is shown; what is not shown elsewhere may exist. */
  readonly covers: AskOfPlace<boolean>
  /** The address of an object in requests; undefined for a kind that is not served. */
  readonly addressOf: (object: WholeObject) => Address | undefined
}

/** When to reconcile a key again if no change wakes it. */
export type Again =
  | { readonly _tag: 'At'; readonly at: Date }
  /**
   * After the next change of anything, or at an instant. With a period, a change counts only at the next multiple of it,
   * from now on: that is when a controller that comes back by itself sees it.
   */
  | { readonly _tag: 'AfterChange'; readonly orAt?: Date | undefined; readonly period?: Millis | undefined }
  /** Soon, with back-off: a request failed, or what it just learned may help. */
  | { readonly _tag: 'Retry' }

/** Requests to send in order, whether or not they succeed. */
export interface Requests<Why> {
  readonly requests: ReadonlyArray<ApiRequest>
  readonly why: Why
  readonly again?: Again | undefined
}

/** How one reconcile ended. */
export interface Reconciled<Why> {
  /** Why a request was sent: the first reason decides; the others also apply. */
  readonly why: (effect: Effect<ApiRequest>) => readonly [Why, ...Why[]]
  readonly again?: Again | undefined
  /** The uid of the object. */
  readonly about?: string | undefined
  /** Why it couldn't act on that object. */
  readonly blocked?: Blocked | undefined
  /** One of its requests failed. */
  readonly failed?: boolean | undefined
}

/** Why a controller can't act on an object. */
export type Blocked =
  /** It needs an object of a kind or namespace that is not covered. */
  | { readonly _tag: 'NotCovered'; readonly object: Address }
  /** Its kind, or an owner's kind, is not served. */
  | { readonly _tag: 'NotServed' }
  /** The kind of one of its dependents is not served. */
  | { readonly _tag: 'DependentNotServed' }

/** The result of a reconcile: requests, or a program that reads the answers. */
export type Reconciliation<Why> = Requests<Why> | Program<Reconciled<Why>>

/** Input of a controller. */
export interface News {
  readonly changes: ReadonlyArray<Change>
  /** Its own finished reconciles, in order. */
  readonly finished: ReadonlyArray<Reconciled<unknown>>
  /** Its reconciles whose retry is due. */
  readonly returned: ReadonlyArray<Reconciled<unknown>>
}

/** A controller. `Why` is the type of its reasons, by default text. */
export interface Controller<Why = string> {
  readonly name: string
  /** How many keys are reconciled concurrently, on the state at their start. Default 1. */
  readonly workers?: number
  /** How long a key waits that a change enqueues. Default: not at all. */
  readonly delay?: Millis
  /**
   * Refused requests after which it comes back, as it does after a request that failed: all of them, or all but those that
   * meant another object or version. Default: none. To create in a namespace that is being deleted is never tried again.
   */
  readonly retries?: 'refusals' | 'refusals-but-conflicts'
  /** Kinds, without their group, whose changes reach `keysOf` and `fold`; every kind by default. */
  readonly watches?: ReadonlyArray<string>
  /**
   * Kinds, without their group: before one of them is there, no change of any other leads to a request, and none is handed
   * to it. Default: those of `watches`.
   */
  readonly needs?: ReadonlyArray<string>
  /** Which keys a change enqueues. */
  readonly keysOf: (change: Change) => ReadonlyArray<string>
  /** Reconciles a key. */
  readonly reconcile: (view: View) => (key: string) => Reconciliation<Why>
  /** Folds a signal into the next controller; absent for a controller without state. */
  readonly fold?: (news: News) => Controller<Why>
  /** Waiting work, FIFO, for a controller that keeps its own queues. `fold` fills them. */
  readonly waiting?: () => Iterable<WorkItem<Why>>
}

/** A queued key, and its reconcile. */
export interface WorkItem<Why> {
  readonly key: string
  /** What the controller does about it, given what it sees. */
  readonly reconcile: (view: View) => Reconciliation<Why>
}

/** For a change that enqueues nothing; most do, so that they share one list. */
export const noKeys: ReadonlyArray<string> = []
