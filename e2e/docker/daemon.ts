/** One Docker of the archive, or podman in its place, with folders of its own. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'

import * as Containerd from '../../src/adapters/containerd/index.js'
import { type Daemon, connect, observe } from '../../src/adapters/docker/index.js'
import { type Package, type Unpacked, runc, unpacked } from '../archive.js'
import { freshFolder, removeFolder } from '../folder.js'
import { started } from '../process.js'
import { right } from '../right.js'

const bookworm = (name: string, version: string): Package => ({ name, suite: 'bookworm', version })

/** Where images are stored: in layers of the engine's own, or in containerd. */
type Store = 'layers' | 'containerd'

/** A daemon that is tried. */
export interface Release {
  readonly name: string
  readonly packages: readonly [Package, ...Package[]]
  /** The stores that it is started with, in turn. */
  readonly stores: readonly [Store, ...Store[]]
  /** Whether it says by their chain ids which layers it deleted. */
  readonly saysLayers: boolean
  readonly start: (place: string, socket: string, store: Store) => ReadonlyArray<string>
}

const dockerd = (place: string, socket: string, store: Store): ReadonlyArray<string> => {
  const config = store === 'containerd' ? { features: { 'containerd-snapshotter': true } } : {}
  writeFileSync(join(place, 'daemon.json'), JSON.stringify(config))
  return [
    'dockerd',
    `--config-file=${place}/daemon.json`,
    ...['--iptables=false', '--ip6tables=false', '--bridge=none'],
    ...[`--data-root=${place}/root`, `--exec-root=${place}/exec`, `--pidfile=${place}/pid`],
    `--host=unix://${socket}`,
  ]
}

const podman = (place: string, socket: string): ReadonlyArray<string> => {
  const settings = join(place, 'home/.config/containers')
  mkdirSync(settings, { recursive: true })
  writeFileSync(
    join(place, 'storage.conf'),
    `[storage]\ndriver = "overlay"\ngraphroot = "${place}/root"\nrunroot = "${place}/run"\n`,
  )
  writeFileSync(join(settings, 'policy.json'), '{"default":[{"type":"insecureAcceptAnything"}]}')
  writeFileSync(
    join(place, 'containers.conf'),
    '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\nruntime = "runc"\n[containers]\nnetns = "host"\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n',
  )
  return [
    'podman',
    ...[`--root=${place}/root`, `--runroot=${place}/run`, `--tmpdir=${place}/tmp`],
    ...['--cgroup-manager=cgroupfs', '--conmon=conmon'],
    ...['system', 'service', '--time=0', `unix://${socket}`],
  ]
}

/** The daemons that are tried. */
export const releases: ReadonlyArray<Release> = [
  {
    name: 'docker-20',
    packages: [
      bookworm('docker.io', '20.10.24+dfsg1-1+deb12u1+b6'),
      bookworm('containerd', '1.6.20~ds1-1+deb12u3'),
      runc,
    ],
    stores: ['layers'],
    saysLayers: true,
    start: dockerd,
  },
  {
    name: 'docker-28',
    packages: [
      { name: 'docker.io', suite: 'sid', version: '28.5.2+dfsg4-5' },
      { name: 'containerd', suite: 'sid', version: '2.1.9+ds1-5' },
      runc,
    ],
    stores: ['layers', 'containerd'],
    saysLayers: true,
    start: dockerd,
  },
  {
    name: 'podman',
    packages: [
      bookworm('podman', '4.3.1+ds1-8+deb12u1+b3'),
      bookworm('conmon', '2.1.6+ds1-1'),
      bookworm('libgpgme11', '1.18.0-3+b1'),
      bookworm('libassuan0', '2.5.5-5'),
      bookworm('libsubid4', '1:4.13+dfsg1-1+deb12u2'),
      runc,
    ],
    stores: ['layers'],
    saysLayers: false,
    start: podman,
  },
]

/** A daemon that runs in a folder of its own. */
export interface Live {
  readonly daemon: Daemon
  readonly store: Store
  /** Chain ids of the layers that are stored; undefined where the store calls them otherwise. */
  readonly layers: () => Promise<ReadonlyArray<string> | undefined>
  /** What the engine's containerd holds once it has collected; undefined where images are not stored in it. */
  readonly metadata: () => Promise<Containerd.Observation | undefined>
  /** Ends the daemon alone; its folder stays. */
  readonly end: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The folders of packages, or the first that is not there. */
export const foldersOf = ({ packages }: Release): ReadonlyArray<string> | Extract<Unpacked, { _tag: 'Lacking' }> => {
  const folders: string[] = []
  for (const one of packages) {
    const found = unpacked(one)
    if (found._tag === 'Lacking') return found
    folders.push(found.folder)
  }
  return folders
}

/** Starts a daemon. */
export const startDocker = async (release: Release, folders: ReadonlyArray<string>, store: Store): Promise<Live> => {
  const place = freshFolder()
  const socket = join(place, 'docker.sock')
  const daemon = connect(socket)
  const containerd = Containerd.connect(join(place, 'exec/containerd/containerd.sock'))
  const [program = '', ...args] = release.start(place, socket, store)
  const running = await started(program, args, {
    log: join(place, 'log'),
    path: folders.flatMap((folder) => [join(folder, 'usr/bin'), join(folder, 'usr/sbin')]).join(':'),
    environment: {
      HOME: join(place, 'home'),
      CONTAINERS_CONF: join(place, 'containers.conf'),
      CONTAINERS_STORAGE_CONF: join(place, 'storage.conf'),
      LD_LIBRARY_PATH: folders
        .flatMap((folder) => [join(folder, 'usr/lib/x86_64-linux-gnu'), join(folder, 'lib/x86_64-linux-gnu')])
        .join(':'),
    },
    answers: async () => E.isRight(await observe(daemon)()),
  })
  return {
    daemon,
    store,
    layers: async () =>
      store === 'containerd' ? keysIn(await collected(containerd)) : Promise.resolve(foldersOfLayers(place)),
    metadata: () => (store === 'containerd' ? collected(containerd) : Promise.resolve(undefined)),
    end: running.stop,
    stop: async () => {
      containerd.close()
      await running.stop()
      removeFolder(place)
    },
  }
}

const foldersOfLayers = (place: string): ReadonlyArray<string> | undefined => {
  const folder = join(place, 'root/image/overlay2/layerdb/sha256')
  return existsSync(folder) ? readdirSync(folder).map((name) => `sha256:${name}`) : undefined
}

/** What is left when the engine's containerd has collected what nothing refers to any more. */
const collected = async (containerd: Containerd.Daemon): Promise<Containerd.Observation> =>
  right(await Containerd.collect(containerd)()()).after

const keysIn = ({ snapshot }: Containerd.Observation): ReadonlyArray<string> =>
  snapshot.namespaces.flatMap(({ snapshots }) => snapshots.map(({ key }) => key))
