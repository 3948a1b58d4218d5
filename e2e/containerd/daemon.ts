/** One containerd of the archive, with a root of its own, that collects only when asked. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E } from 'fp-ts'

import { type Daemon, connect, observe } from '../../src/adapters/containerd/index.js'
import type { Package } from '../archive.js'
import { started } from '../process.js'

/** The releases that are tried. */
export const releases: ReadonlyArray<Package & { readonly line: string }> = [
  { line: '1.6', name: 'containerd', suite: 'bookworm', version: '1.6.20~ds1-1+deb12u3' },
  { line: '1.7', name: 'containerd', suite: 'trixie', version: '1.7.24~ds1-6+deb13u1' },
  { line: '2.1', name: 'containerd', suite: 'sid', version: '2.1.9+ds1-5' },
]

/** A daemon that runs in a folder of its own. */
export interface Live {
  readonly daemon: Daemon
  /** Where its blobs are. */
  readonly root: string
  readonly socket: string
  readonly stop: () => Promise<void>
}

const configOf = (line: string, place: string): string =>
  [
    `version = ${line.startsWith('1.') ? 2 : 3}`,
    `root = "${place}/root"`,
    `state = "${place}/state"`,
    'disabled_plugins = ["io.containerd.grpc.v1.cri", "io.containerd.cri.v1.images", "io.containerd.cri.v1.runtime"]',
    '[grpc]',
    `  address = "${place}/containerd.sock"`,
    '[plugins."io.containerd.gc.v1.scheduler"]',
    '  pause_threshold = 0.00001',
    '  deletion_threshold = 0',
    '  mutation_threshold = 0',
    '  schedule_delay = "0s"',
    '  startup_delay = "0s"',
    '',
  ].join('\n')

let count = 0

/** Starts a containerd. */
export const startContainerd = async (line: string, folder: string): Promise<Live> => {
  const place = join(tmpdir(), `gcplan-e2e-${process.pid}-${count++}`)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'config.toml'), configOf(line, place))
  const socket = join(place, 'containerd.sock')
  const daemon = connect(socket)
  const running = await started(join(folder, 'usr/bin/containerd'), ['--config', join(place, 'config.toml')], {
    log: join(place, 'log'),
    path: `${join(folder, 'usr/bin')}:${process.env['PATH'] ?? ''}`,
    answers: async () => E.isRight(await observe(daemon)()()),
  })
  return {
    daemon,
    socket,
    root: join(place, 'root'),
    stop: async () => {
      daemon.close()
      await running.stop()
      rmSync(place, { recursive: true, force: true })
    },
  }
}
