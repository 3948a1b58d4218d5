import type { Snapshot as NodeSnapshot } from '../kubelet/image/snapshot.js'
import type { LayerStore } from './layers/store.js'

/** Everything that one reclaim reads. Images of the node and of the store are the same by id. */
export interface Snapshot {
  readonly node: NodeSnapshot
  readonly layers: LayerStore
  /** Images that no registry has any more, or whose registry cannot be reached, by id. */
  readonly cannotPullAgain?: ReadonlySet<string>
  /** Bytes that pulling an image again would take, by id; where it is missing, the size that the runtime reports. */
  readonly pullBytes?: ReadonlyMap<string, number>
}
