/** The snapshot that all collectors share: one listing of a cluster, and the memory of each collector. */
import type { Knowledge } from '../../core/knowledge.js'
import type { WholeObject } from '../../apiserver/index.js'
import type { Coverage, Scope } from '../../apiserver/scope.js'
import type { Memory as Marks } from '../../controllers/lifecycle/snapshot.js'
import { emptyMemory as noMarks } from '../../controllers/lifecycle/memory.js'
import type { GroupKind } from '../../controllers/owner/policy.js'
import { type Memory as Quarantine, emptyMemory as noQuarantine } from '../../controllers/pod/memory.js'

/** State kept between observations. */
export interface Memory {
  /** Nodes in quarantine. */
  readonly pod: Quarantine
  /** Marks of candidates. */
  readonly lifecycle: Marks
}

/** Nothing remembered. */
export const emptyMemory: Memory = { pod: noQuarantine, lifecycle: noMarks }

/** Everything that one plan of all collectors reads. */
export interface Snapshot {
  readonly at: Date
  /** Whole objects, each uid once. In pods, nodes, Jobs and workloads, instants in spec and status are `Date`. */
  readonly objects: ReadonlyArray<WholeObject>
  /** How kinds are served. */
  readonly scopes: ReadonlyArray<Scope>
  /** The kinds and namespaces that `objects` holds in full. */
  readonly coverage: Coverage
  /** Names of nodes, not among the objects, that a lookup finds. */
  readonly apiNodes: Knowledge<ReadonlyArray<string>>
  /** Names of nodes whose lookup failed. */
  readonly failedLookups?: ReadonlyArray<string> | undefined
  /** Kinds that the owner collector cannot list. Default: none. */
  readonly unsyncedKinds?: ReadonlyArray<GroupKind> | undefined
  /** Groups whose discovery fails. Default: none. */
  readonly undiscoveredGroups?: ReadonlyArray<string> | undefined
  /** The memory after this observation, by {@link observe}. */
  readonly memory: Memory
}
