/** One step of one of the actors, by name, so that a course can be replayed. */
import type { ApiRequest } from '../../apiserver/request.js'
import type { ExploredRequest } from '../cascade/outside-request.js'
import type { World } from './world.js'

/** What can come next. Each is one of: */
export type Transition =
  /** the next request from outside arrives; */
  | { readonly _tag: 'Request' }
  /** the owner collector's informer of a kind delivers its next event to the graph; */
  | { readonly _tag: 'GraphEvent'; readonly kind: string }
  /** the graph takes in one of the deletions that attempts found out; */
  | { readonly _tag: 'GraphAbsence'; readonly which: number }
  /** a worker of the owner collector takes an item; */
  | { readonly _tag: 'TakeItem'; readonly item: string }
  /** a worker of the owner collector sends its next request, or the given one of those that may come first; */
  | { readonly _tag: 'StepAttempt'; readonly item: string; readonly which: number }
  /** the informer of a kind delivers its next event to the typed controllers; */
  | { readonly _tag: 'InformerEvent'; readonly kind: string }
  /** a worker of a typed controller takes a key; */
  | { readonly _tag: 'TakeKey'; readonly controller: string; readonly key: string }
  /** a worker of a typed controller sends its next request, or the given one of those that may come first; */
  | { readonly _tag: 'StepKey'; readonly controller: string; readonly key: string; readonly which: number }
  /** an outside party never acts on a key; */
  | { readonly _tag: 'Skip'; readonly controller: string; readonly key: string }
  /** time passes until the first key is due. */
  | { readonly _tag: 'Time' }

/** A request that was sent, by whom, and the code of the answer. */
export interface SentRequest {
  readonly by: string
  readonly request: ApiRequest | ExploredRequest
  readonly code: number
}

/** One step of a course, and the requests that it sent. */
export type CourseStep = Transition & { readonly requests: ReadonlyArray<SentRequest> }

/** What a transition leads to, and the requests that it sent. */
export interface Told {
  readonly world: World
  readonly requests: ReadonlyArray<SentRequest>
}
