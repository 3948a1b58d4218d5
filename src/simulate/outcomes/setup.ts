/** What stays the same while the courses of one phase are explored. */
import type { WholeObject } from '../../apiserver/object.js'
import type { AskOfPlace, ScopeTable } from '../../apiserver/scope.js'
import type { Controller, Reconciled } from '../../controllers/controller.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { ExploredRequest } from '../cascade/outside-request.js'
import type { Why } from '../cascade/reason.js'
import type { Digests } from './digest.js'
import type { Reads } from './informers.js'
import type { World } from './world.js'
import type { Making } from './writers.js'

/** Who takes part, by which rules, and what is asked for. */
export interface Setup {
  readonly policy: Policy
  readonly covers: AskOfPlace<boolean>
  readonly digests: Digests
  /** In the order of the controllers' values in worlds. */
  readonly reads: ReadonlyArray<Reads>
  readonly names: ReadonlyArray<string>
  /** Names of controllers that do not act. */
  readonly held: ReadonlySet<string>
  /** Names of controllers that may or may not act on a key, as outside parties do. */
  readonly optional: ReadonlySet<string>
  /** Who of the controllers may make objects. */
  readonly making: Making
  /** The kinds of which they may make some; `anything` if one of them is not known. */
  readonly made: ReadonlySet<string> | 'anything'
  /** They take objects over, or make some that are owned. */
  readonly adopts: boolean
  /** Deletions are admitted by a function that may look at anything. */
  readonly admits: boolean
  /** The owner collector acts. */
  readonly collects: boolean
  /** A controller after one of its reconciles. */
  readonly folded: (controller: Controller<Why>, finished: Reconciled<Why>) => Controller<Why>
  /** Sent in this order, each when the one before it is answered. */
  readonly requests: ReadonlyArray<ExploredRequest>
}

/** The world in which programs read; whoever goes on with a program puts its world here first. */
export interface Stage {
  world: World
}

/** The kinds that a world serves now. */
export const scopesOf = (stage: Stage): ScopeTable => ({
  find: (apiVersion, kind) => stage.world.server.scopes.find(apiVersion, kind),
  get scopes() {
    return stage.world.server.scopes.scopes
  },
})

/** Objects with versions that say what they hold, so that worlds which differ in nothing else are the same. */
export const withVersion =
  ({ ofObject }: Digests) =>
  (object: WholeObject): WholeObject => ({
    ...object,
    metadata: { ...object.metadata, resourceVersion: `v${ofObject(object)}` },
  })
