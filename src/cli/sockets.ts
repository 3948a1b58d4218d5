/** The flags that name daemons of this machine, which are read instead of files. */
import type { Flag, FlagGroup, Given } from './command.js'
import type { SocketAsk, SocketName } from './live-node.js'

const about = {
  cri: 'containers, sandboxes, images and their disk, image volumes and logs, e.g. /run/containerd/containerd.sock',
  containerd: 'the metadata of containerd, and its release, e.g. /run/containerd/containerd.sock',
  docker: 'containers, images, their disk and layers of Docker or podman, e.g. /var/run/docker.sock',
} as const satisfies Readonly<Record<SocketName, string>>

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
