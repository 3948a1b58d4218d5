/**
 * The interface of every controller: its name, which keys a change enqueues, and how it reconciles a key. Like
 * controller-runtime, but pure: a controller is a value, and folding a change into it gives its next value.
 */
import type { Address } from '../apiserver/address.js'
import type { Effect } from '../apiserver/effect.js'
import type { WholeObject } from '../apiserver/pod.js'
import type { ApiRequest } from '../apiserver/request.js'
import type { WatchEvent } from '../apiserver/watch.js'
import type { Program } from './program.js'

/** One change of one object, as a watch tells it. */
export type Change = WatchEvent<WholeObject>

/** What a controller reads: the cluster as its watches show it. */
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
  /** Where requests about an object go; nothing for a kind that is not served. */
  readonly addressOf: (object: WholeObject) => Address | undefined
}

/** When a controller wants to look at a key again although no change wakes it. */
export type Again =
  | { readonly _tag: 'At'; readonly at: Date }
  /** After the next change of anything. */
  | { readonly _tag: 'AfterChange' }
  /** Soon, with a back-off: a request failed, or what it learned itself may help. */
  | { readonly _tag: 'Retry' }

/** Requests to be sent one after the other, whatever each comes to. */
export interface Requests<Why> {
  readonly requests: ReadonlyArray<ApiRequest>
  readonly why: Why
  readonly again?: Again | undefined
}

/** How one reconcile ended. */
export interface Reconciled<Why> {
  /** Why a request was sent. The first reason acts; the rest hold as well. */
  readonly why: (effect: Effect<ApiRequest>) => readonly [Why, ...Why[]]
  readonly again?: Again | undefined
  /** The uid of the object that it was about. */
  readonly about?: string | undefined
  /** Why it could do nothing about that object. */
  readonly blocked?: Blocked | undefined
  /** A request of it failed. */
  readonly failed?: boolean | undefined
}

/** Why a controller can do nothing about an object. */
export type Blocked =
  /** It has to look at an object of a kind or place that is not covered. */
  | { readonly _tag: 'NotCovered'; readonly object: Address }
  /** Its kind, or that of an owner, is not served where it is. */
  | { readonly _tag: 'NotServed' }
  /** The kind of one of its dependents is not served where that is. */
  | { readonly _tag: 'DependentNotServed' }

/** What a controller does about a key: requests, or a program that reads the answers. */
export type Reconciliation<Why> = Requests<Why> | Program<Reconciled<Why>>

/** What a controller hears. */
export interface News {
  readonly changes: ReadonlyArray<Change>
  /** Its own reconciles that ended, in order. */
  readonly finished: ReadonlyArray<Reconciled<unknown>>
  /** Those of them whose retry is due. */
  readonly returned: ReadonlyArray<Reconciled<unknown>>
}

/** A controller. `Why` is the type of the reasons that it gives; text, unless it has its own. */
export interface Controller<Why = string> {
  readonly name: string
  /** So many keys are worked on side by side, on what it knew when they began; one where it is left out. */
  readonly workers?: number
  /** Which keys a change wakes. */
  readonly keysOf: (change: Change) => ReadonlyArray<string>
  /** What it does about a key, given what it sees. */
  readonly reconcile: (view: View) => (key: string) => Reconciliation<Why>
  /** The controller after it has heard something; left out by one that remembers nothing. */
  readonly fold?: (news: News) => Controller<Why>
  /** What waits, first come first: of a controller that keeps queues of its own, which `fold` fills. */
  readonly waiting?: () => ReadonlyArray<WorkItem<Why>>
}

/** A key that waits, and what is to be done about it. */
export interface WorkItem<Why> {
  readonly key: string
  /** What the controller does about it, given what it sees. */
  readonly reconcile: (view: View) => Reconciliation<Why>
}
