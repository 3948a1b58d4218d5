/** One step of one of the actors, by name, so that a course can be replayed. */
import type { ApiRequest } from '../../apiserver/request.js'
import type { OwnerReference, Target } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import type { ExploredRequest } from '../cascade/outside-request.js'
import type { World } from './world.js'

/** A possible next step of a world. Each is one of: */
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

/** What happens to one object at once. */
export interface CourseChange {
  /** `Removed`: it is gone. `Marked`: it gets a deletion timestamp. */
  readonly _tag: 'Created' | 'Removed' | 'Marked' | 'Changed'
  readonly target: Target
  /** Owner references that are taken off. */
  readonly lost: ReadonlyArray<OwnerReference>
  /** Finalizers that are put on. */
  readonly added: ReadonlyArray<string>
  /** Finalizers that are taken off; of an object that is gone, those that it had. */
  readonly removed: ReadonlyArray<string>
}

/** One step of a course, and what it did. */
export type CourseStep = Transition & {
  readonly requests: ReadonlyArray<SentRequest>
  /** What the requests changed on the server. */
  readonly changes: ReadonlyArray<CourseChange>
  /** What an informer delivered, or what the graph takes in. */
  readonly hears?: CourseChange
  /** What was asked of the server without changing it. */
  readonly looksUp?: Address
}

/** What a transition leads to, and the requests that it sent. */
export interface Told {
  readonly world: World
  readonly requests: ReadonlyArray<SentRequest>
}
