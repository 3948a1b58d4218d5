/**
 * The result of an attempt: how it ended, whether its item is requeued, and what the memory learns from it.
 */
import type { Decision, ForegroundDecision } from '../decide.js'
import type { Classification, LookupFailure } from '../classify.js'
import type { KubeObject } from '../../../apiserver/object.js'
import type { Address, Unsearchable } from '../../../apiserver/scope.js'
import type { Identity, Node } from './node.js'
import type { CallAnswer, Program, Request } from './api-requests.js'
import type { QueueItem } from './graph.js'

/** Why an attempt failed and is repeated. */
export type Failure<Err> =
  | Unsearchable
  | LookupFailure<Err>
  /** The object to change no longer exists. */
  | { readonly _tag: 'Gone'; readonly object: Address }
  | {
      readonly _tag: 'CallFailed'
      readonly request: Request
      readonly answer: Exclude<CallAnswer<Err>, { readonly _tag: 'Accepted' | 'NotFound' }>
    }

/** The result of an attempt. */
export type Result<Err> =
  /** Done, or nothing to do. */
  | { readonly _tag: 'Ok' }
  /** The object is gone or replaced; a virtual delete event tells the graph. */
  | { readonly _tag: 'FoundAbsent' }
  /** Meanwhile the virtual owner was observed, or left the graph. */
  | { readonly _tag: 'Dropped' }
  | Failure<Err>

/** One finished attempt. */
export interface Attempt<Err> {
  readonly result: Result<Err>
  /** Whether to requeue the item; the caller decides the delay. */
  readonly queueAction: 'forget' | 'requeue'
  /** The classified references; absent if not all could be read. */
  readonly classification?: Classification | undefined
  /** The decision, if there was one. */
  readonly decision?: Decision | ForegroundDecision<Node> | undefined
  /** What to enqueue. */
  readonly enqueue: ReadonlyArray<QueueItem>
  /** What was found gone. */
  readonly virtualDelete?: Identity | undefined
  /** Owners found absent, in the order of the references. */
  readonly absent: ReadonlyArray<Identity>
}

const none: ReadonlyArray<never> = []

const nothingElse = {}

/** What follows an attempt: its result, or more of the program that it is a part of. */
export type Conclude<Err, A> = (attempt: Attempt<Err>) => Program<Err, A>

/** A finished attempt with defaults for what is not given. */
export const finished = <Err>(
  result: Result<Err>,
  queueAction: Attempt<Err>['queueAction'],
  { classification, decision, enqueue = none, virtualDelete, absent = none }: Partial<Attempt<Err>> = nothingElse,
): Attempt<Err> => ({ result, queueAction, classification, decision, enqueue, virtualDelete, absent })

/** An object that was looked up. */
export interface LookedAt {
  readonly node: Node
  readonly object: Address
  readonly live: KubeObject
}

/** Carries out what an attempt decided, and returns the result. */
export interface CarriesOut {
  readonly decided: <Err, A>(
    about: LookedAt,
    decision: Decision,
    then: (result: Result<Err>) => Program<Err, A>,
  ) => Program<Err, A>
  /** Removes the finalizer of an owner that nothing blocks. */
  readonly release: <Err, A>(
    object: Address,
    uid: string,
    then: (result: Result<Err>) => Program<Err, A>,
  ) => Program<Err, A>
}

/** Carries out nothing: the decisions are what is asked for. */
export const onlyDecide: CarriesOut = {
  decided: (_about, _decision, then) => then({ _tag: 'Ok' }),
  release: (_object, _uid, then) => then({ _tag: 'Ok' }),
}
