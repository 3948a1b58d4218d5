/** Daemons of this machine that are read instead of files: which are asked for, and what they said. */
import type { option as O } from 'fp-ts'

import type { Policy as ContainerdPolicy } from '../containerd/index.js'
import type { ReadTag } from '../decode/index.js'
import type { Knowledge } from '../index.js'
import type { ImageFsStats } from '../kubelet/image/index.js'
import type { Flag, FlagGroup, Given, Text } from './command.js'

const about = {
  cri: 'containers, sandboxes, images and their disk, image volumes and logs, e.g. /run/containerd/containerd.sock',
  containerd: 'the metadata of containerd, and its release, e.g. /run/containerd/containerd.sock',
  docker: 'containers, images and layers of Docker or podman, e.g. /var/run/docker.sock',
} as const

/** A daemon, by the name of its flag. */
export type SocketName = keyof typeof about

/** A daemon to read. */
export interface SocketAsk {
  readonly daemon: SocketName
  readonly socket: string
  /** True if it is stated that containerd's unfinished writes expect no blob that is there. */
  readonly ingestsExpectNothing: boolean
}

/** What a file would have held. */
export interface LiveFile {
  /** The part that it plays. */
  readonly part: string
  /** Its kind, which an empty list does not show; none for listings of folders. */
  readonly kind: O.Option<ReadTag>
  readonly file: Text
}

/** What daemons said. */
export interface LiveNode {
  readonly files: ReadonlyArray<LiveFile>
  /** The disk under the images. */
  readonly disk: Knowledge<ImageFsStats>
  /** The rules of the containerd that was read. */
  readonly policy: ContainerdPolicy | undefined
  readonly notes: ReadonlyArray<string>
}

const flagOf = (name: SocketName): Flag => ({ name, value: 'SOCKET', about: about[name] })

/** Flags that name sockets. */
export const socketFlags = (...names: ReadonlyArray<SocketName>): FlagGroup => ({
  heading: 'Daemons of this machine, instead of files',
  flags: names.map(flagOf),
})

const isSocketName = (name: string): name is SocketName => Object.hasOwn(about, name)

/** The sockets that a command line names. */
export const socketsIn = (given: Given): ReadonlyArray<SocketAsk> =>
  Object.keys(about)
    .filter(isSocketName)
    .flatMap((daemon) =>
      given
        .values(daemon)
        .map((socket) => ({ daemon, socket, ingestsExpectNothing: given.has('assume-ingests-expect-nothing') })),
    )
