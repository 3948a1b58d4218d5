import type { HistoryFamily } from '../../controllers/history/index.js'
import type { LifecycleFamily } from '../../controllers/lifecycle/index.js'
import type { OwnerFamily } from '../../controllers/owner/index.js'
import type { PodFamily } from '../../controllers/pod/index.js'
import type { JobFamily } from '../../controllers/ttl/index.js'

/** The collectors by name. */
export interface Families {
  readonly Pod: PodFamily
  readonly Ttl: JobFamily
  readonly History: HistoryFamily
  readonly Lifecycle: LifecycleFamily
  readonly Owner: OwnerFamily
}

/** The name of a collector. */
export type CollectorName = keyof Families

/** In the order in which they are asked; the first that acts wins. */
export const collectorNames: readonly [CollectorName, ...CollectorName[]] = [
  'Pod',
  'Ttl',
  'History',
  'Lifecycle',
  'Owner',
]
