/** One containerd of the archive, with a root of its own, that collects only when asked. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'

import { type Daemon, connect, observe } from '../../src/adapters/containerd/index.js'
import type { Package } from '../archive.js'
import { freshFolder, removeFolder } from '../folder.js'
import { started } from '../process.js'

/** The releases that are tried. */
export const releases: ReadonlyArray<Package & { readonly line: '1.6' | '1.7' | '2.1' }> = [
  { line: '1.6', name: 'containerd', suite: 'bookworm', version: '1.6.20~ds1-1+deb12u3' },
  { line: '1.7', name: 'containerd', suite: 'trixie', version: '1.7.24~ds1-6+deb13u1' },
  { line: '2.1', name: 'containerd', suite: 'sid', version: '2.1.9+ds1-5' },
]

/** A daemon that runs in a folder of its own. */
export interface Live {
  readonly daemon: Daemon
  /** A folder of its own. */
  readonly place: string
  /** Where its blobs are. */
  readonly root: string
  readonly socket: string
  /** Ends the daemon alone; its folder stays. */
  readonly end: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** What a daemon that runs pods needs. */
export interface Runtime {
  /** The folder of runc. */
  readonly runc: string
  /** The image of sandboxes. */
  readonly sandboxImage: string
}

const withoutRuntime = [
  'disabled_plugins = ["io.containerd.grpc.v1.cri", "io.containerd.cri.v1.images", "io.containerd.cri.v1.runtime"]',
]

const runtimeOf = (line: string, { sandboxImage }: Runtime): ReadonlyArray<string> => {
  const runc = ['runtime_type = "io.containerd.runc.v2"']
  return line.startsWith('1.')
    ? [
        '[plugins."io.containerd.grpc.v1.cri"]',
        `  sandbox_image = "${sandboxImage}"`,
        '  restrict_oom_score_adj = true',
        '[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]',
        ...runc,
      ]
    : [
        '[plugins."io.containerd.cri.v1.images".pinned_images]',
        `  sandbox = "${sandboxImage}"`,
        '[plugins."io.containerd.cri.v1.runtime"]',
        '  restrict_oom_score_adj = true',
        '[plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]',
        ...runc,
      ]
}

const configOf = (line: string, place: string, runtime: Runtime | undefined): string =>
  [
    `version = ${line.startsWith('1.') ? 2 : 3}`,
    `root = "${place}/root"`,
    `state = "${place}/state"`,
    ...(runtime === undefined ? withoutRuntime : []),
    '[grpc]',
    `  address = "${place}/containerd.sock"`,
    '[plugins."io.containerd.gc.v1.scheduler"]',
    '  pause_threshold = 0.00001',
    '  deletion_threshold = 0',
    '  mutation_threshold = 0',
    '  schedule_delay = "0s"',
    '  startup_delay = "0s"',
    ...(runtime === undefined
      ? []
      : ['[plugins."io.containerd.nri.v1.nri"]', '  disable = true', ...runtimeOf(line, runtime)]),
    '',
  ].join('\n')

/** Starts a containerd. */
export const startContainerd = async (line: string, folder: string, runtime?: Runtime): Promise<Live> => {
  const place = freshFolder()
  writeFileSync(join(place, 'config.toml'), configOf(line, place, runtime))
  const socket = join(place, 'containerd.sock')
  const daemon = connect(socket)
  const running = await started(join(folder, 'usr/bin/containerd'), ['--config', join(place, 'config.toml')], {
    log: join(place, 'log'),
    path: [folder, ...(runtime === undefined ? [] : [runtime.runc])].map((each) => join(each, 'usr/bin')).join(':'),
    answers: async () => E.isRight(await observe(daemon)()()),
  })
  return {
    daemon,
    place,
    socket,
    root: join(place, 'root'),
    end: running.stop,
    stop: async () => {
      daemon.close()
      await running.stop()
      removeFolder(place)
    },
  }
}
