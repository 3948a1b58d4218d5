/** Daemons of this machine that are read instead of files: which ones to read, and what they returned. */
import type { option as O } from 'fp-ts'

import type { Policy as ContainerdPolicy } from '../containerd/index.js'
import type { ReadTag } from '../decode/index.js'
import type { Knowledge } from '../index.js'
import type { ImageFsStats } from '../kubelet/image/index.js'

/** A daemon, by the name of its flag. */
export type SocketName = 'cri' | 'containerd' | 'docker'

/** A daemon to read. */
export interface SocketAsk {
  readonly daemon: SocketName
  readonly socket: string
  /** True if it is stated that containerd's unfinished writes expect no blob that is there. */
  readonly ingestsExpectNothing: boolean
}

/** What a file would have held. */
export interface LiveFile {
  readonly of: SocketName
  /** The part that it plays. */
  readonly part: string
  /** Its kind, which an empty list does not show; none for listings of folders. */
  readonly kind: O.Option<ReadTag>
  readonly file: { readonly name: string; readonly text: string }
}

/** What daemons said. */
export interface LiveNode {
  readonly files: ReadonlyArray<LiveFile>
  /** The disk under the images. */
  readonly disk: Knowledge<ImageFsStats>
  /** The rules of the containerd that was read. */
  readonly policy: ContainerdPolicy | undefined
  /** The release that it states, e.g. `2.1.9`. */
  readonly release: string | undefined
  readonly notes: ReadonlyArray<string>
}
