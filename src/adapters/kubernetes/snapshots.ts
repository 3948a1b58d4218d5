/** Makes the snapshot of each collector from what was listed. */
import { either as E } from 'fp-ts'

import type * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import type * as History from '../../controllers/history/index.js'
import { annotatedMemory } from '../../controllers/lifecycle/index.js'
import type * as Owner from '../../controllers/owner/index.js'
import type * as PodGc from '../../controllers/pod/index.js'
import type * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import type * as Ttl from '../../controllers/ttl/index.js'
import {
  type KubernetesClusterParts,
  kubernetesClusterSnapshot,
  kubernetesCsrSnapshot,
  kubernetesHistorySnapshot,
  kubernetesOwnerSnapshot,
  kubernetesPodGcSnapshot,
  kubernetesTokenSnapshot,
  kubernetesTtlSnapshot,
} from '../../decode/index.js'
import type { InvalidInput } from '../../core/index.js'
import { type Snapshot as ClusterSnapshot, emptyMemory } from '../../simulate/control-plane/snapshot.js'

/** The snapshot of each collector, and of all. */
export interface Snapshots {
  readonly cluster: ClusterSnapshot
  readonly owner: Owner.Snapshot
  readonly pod: PodGc.Snapshot
  readonly ttl: Ttl.Snapshot
  readonly history: History.Snapshot
  readonly csr: CsrCleaner.Snapshot
  readonly tokens: TokenCleaner.Snapshot
}

/** What one look holds. */
export interface LookParts extends Omit<KubernetesClusterParts, 'memory'> {
  readonly undiscoveredGroups: ReadonlyArray<string>
}

/** Memory that is kept between looks: of all collectors, or of one. */
export interface Memories {
  readonly cluster?: ClusterSnapshot['memory'] | undefined
  readonly pod?: PodGc.Memory | undefined
}

type Make<S> = (parts: LookParts, memories: Memories) => E.Either<InvalidInput, S>

/** Makes the snapshot of a collector. Marks of the lifecycle are read from annotations. */
export const snapshotOf: { readonly [C in keyof Snapshots]: Make<Snapshots[C]> } = {
  cluster: ({ undiscoveredGroups, ...parts }, { cluster: memory = emptyMemory }) =>
    E.map((snapshot: ClusterSnapshot) => ({
      ...snapshot,
      undiscoveredGroups,
      memory: { ...memory, lifecycle: annotatedMemory(snapshot.objects) },
    }))(kubernetesClusterSnapshot({ ...parts, memory })),
  owner: ({ at, listings, scopes, covers, undiscoveredGroups }) =>
    E.map((snapshot: Owner.Snapshot) => ({ ...snapshot, undiscoveredGroups }))(
      kubernetesOwnerSnapshot({ at, listings, scopes, covers }),
    ),
  pod: ({ at, listings, covers, apiNodes, failedLookups }, { pod: memory }) =>
    kubernetesPodGcSnapshot({
      ...{ at, listings, covers },
      ...(apiNodes === undefined ? {} : { apiNodes }),
      ...(failedLookups === undefined ? {} : { failedLookups }),
      ...(memory === undefined ? {} : { memory }),
    }),
  ttl: ({ at, listings }) => kubernetesTtlSnapshot({ at, listings }),
  history: ({ at, listings, covers }) => kubernetesHistorySnapshot({ at, listings, covers }),
  csr: ({ at, listings }) => kubernetesCsrSnapshot({ at, listings }),
  tokens: ({ at, listings, covers }) => kubernetesTokenSnapshot({ at, listings, covers }),
}
