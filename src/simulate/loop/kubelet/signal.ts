/** Signals and commands of the kubelet's loops. Signals carry their time; nothing here reads a clock. */
import type { option as O } from 'fp-ts'

import type { Image } from '../../../kubelet/image/snapshot.js'

/** One of the kubelet's loops. */
export type Loop = 'container-gc' | 'image-gc' | 'detection' | 'image-list'

/** Something that happened. */
export type Signal =
  /** A requested timer has fired. */
  | { readonly _tag: 'TimerDue'; readonly loop: Loop; readonly at: Date }
  /** A requested run has ended, with its error text; none on success. */
  | {
      readonly _tag: 'RunEnded'
      readonly loop: 'container-gc' | 'image-gc' | 'detection'
      readonly error: O.Option<string>
      readonly at: Date
    }
  /** The runtime listed its images, in any order. */
  | { readonly _tag: 'ImagesListed'; readonly images: ReadonlyArray<Image>; readonly at: Date }
  /** The runtime failed to list its images. */
  | { readonly _tag: 'ImageListFailed'; readonly at: Date }

/** An event on the node object. */
export interface NodeEvent {
  readonly type: 'Warning'
  readonly reason: 'ContainerGCFailed' | 'ImageGCFailed'
  readonly message: string
}

/** A command to the driver. */
export type Command =
  /** Collect containers, then send RunEnded. */
  | { readonly _tag: 'RunContainerGC' }
  /** Collect images, then send RunEnded; `beganGC` is the start of the loop, which the age pass reads. */
  | { readonly _tag: 'RunImageGC'; readonly beganGC: Date }
  /** Observe which images are in use, then send RunEnded. */
  | { readonly _tag: 'Detect' }
  /** List the images, then send ImagesListed or ImageListFailed. */
  | { readonly _tag: 'RefreshImageList' }
  /** Send TimerDue at this time; a loop has one timer at most. */
  | { readonly _tag: 'SetTimer'; readonly loop: Loop; readonly at: Date }
  | { readonly _tag: 'RecordEvent'; readonly event: NodeEvent }

/** Where one loop stands. */
export type LoopState =
  | { readonly _tag: 'Off' }
  | { readonly _tag: 'Running'; readonly since: Date }
  | { readonly _tag: 'Waiting'; readonly until: Date }

/** The state of the loops; plain data. */
export interface State {
  readonly loops: Readonly<Record<Loop, LoopState>>
  /** When the image loop was started. */
  readonly beganGC: Date
  /** The latest image collection failed. */
  readonly imageGCFailed: boolean
  /** The image list of the node's status, largest first; none before the first listing. */
  readonly imageList: O.Option<ReadonlyArray<Image>>
}
