/** The snapshot that all collectors share: one listing of a cluster, and the memory of each collector. */
import type { Knowledge } from '../../core/knowledge.js'
import type { WholeObject } from '../../apiserver/index.js'
import type { Coverage, Scope } from '../../apiserver/scope.js'
import type { Memory as Marks } from '../../controllers/lifecycle/snapshot.js'
import { emptyMemory as noMarks } from '../../controllers/lifecycle/memory.js'
import { type Memory as Quarantine, emptyMemory as noQuarantine } from '../../controllers/pod/memory.js'

/** What is carried from look to look. */
export interface Memory {
  /** Nodes in quarantine. */
  readonly pod: Quarantine
  /** Marks of candidates. */
  readonly lifecycle: Marks
}

/** Nothing remembered. */
export const emptyMemory: Memory = { pod: noQuarantine, lifecycle: noMarks }

/** Everything that one look at a cluster decides on. */
export interface Snapshot {
  readonly at: Date
  /**
   * Objects with all they hold, each uid once. Pods, Nodes, Jobs and controllers are of the types of the collectors that
   * read them: instants in their specification and status are `Date`.
   */
  readonly objects: ReadonlyArray<WholeObject>
  /** How kinds are served. */
  readonly scopes: ReadonlyArray<Scope>
  /** Of which kinds and namespaces `objects` holds everything. */
  readonly coverage: Coverage
  /** Names of nodes that a lookup finds, of all that are not among the objects. */
  readonly apiNodes: Knowledge<ReadonlyArray<string>>
  /** Names of nodes whose lookup failed. */
  readonly failedLookups?: ReadonlyArray<string> | undefined
  /** After this look: {@link observe} folds the look into the memory of the one before. */
  readonly memory: Memory
}
