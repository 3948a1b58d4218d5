import type { option as O } from 'fp-ts'

import type { Image } from '../../../kubelet/image/snapshot.js'
import type { Loop } from './signal.js'

/** Where one loop stands. */
export type LoopState =
  | { readonly _tag: 'Off' }
  | { readonly _tag: 'Running'; readonly since: Date }
  | { readonly _tag: 'Waiting'; readonly until: Date }

/** Everything that the loops carry from signal to signal; plain data. */
export interface State {
  readonly loops: Readonly<Record<Loop, LoopState>>
  /** When the image loop was started. */
  readonly beganGC: Date
  /** The latest image collection failed. */
  readonly imageGCFailed: boolean
  /** The image list of the node's status, largest first; none until the runtime has listed images once. */
  readonly imageList: O.Option<ReadonlyArray<Image>>
}
