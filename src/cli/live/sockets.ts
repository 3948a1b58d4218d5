/** Reads daemons through their sockets. Loaded only by commands that are given one. */
import { either as E, function as F, option as O, task as T, taskEither as TE } from 'fp-ts'

import * as Containerd from '../../adapters/containerd/index.js'
import * as Cri from '../../adapters/cri/index.js'
import * as Docker from '../../adapters/docker/index.js'
import { type ReadTag, encodeContainerdSnapshot } from '../../decode/index.js'
import { type InvalidInput, unknown } from '../../index.js'
import type { LiveFile, LiveNode, SocketAsk, SocketName } from '../live-node.js'
import { dockerAsCrictl } from './docker-as-crictl.js'

type Said = Partial<LiveNode>
type Read = (ask: SocketAsk) => TE.TaskEither<Cri.SocketError, Said>

/** Reads daemons, one after the other. */
export const readSockets = (asks: ReadonlyArray<SocketAsk>): TE.TaskEither<string, LiveNode> =>
  F.pipe(
    asks,
    TE.traverseSeqArray((ask) =>
      F.pipe(
        readers[ask.daemon](ask),
        TE.mapLeft((error) => `--${ask.daemon}: ${Cri.explainError(error)}`),
      ),
    ),
    TE.map((all) => ({
      files: all.flatMap(({ files = [] }) => files),
      disk: all.find(({ disk }) => disk !== undefined)?.disk ?? unknown,
      policy: all.find(({ policy }) => policy !== undefined)?.policy,
      release: all.find(({ release }) => release !== undefined)?.release,
      notes: all.flatMap(({ notes = [] }) => notes),
    })),
  )

/** Uses a daemon, and ends its connection, without which the process would go on. */
const closing = <D extends { readonly close: () => void }, A>(
  daemon: D,
  use: (daemon: D) => TE.TaskEither<Cri.SocketError, A>,
): TE.TaskEither<Cri.SocketError, A> =>
  F.pipe(
    use(daemon),
    T.tap(() => T.fromIO(daemon.close)),
  )

const readers: Readonly<Record<SocketName, Read>> = {
  cri: (ask) =>
    closing(Cri.connect(ask.socket), (daemon) =>
      F.pipe(
        Cri.observe(daemon),
        TE.bindTo('seen'),
        TE.bind('logs', () => Cri.observeLogs()),
        TE.map(({ seen: { files, imageFs }, logs: { logDirectories, logLinks } }) => ({
          disk: imageFs,
          files: [
            ...filesOf(ask, {
              containers: ['CrictlPs', files.containers],
              sandboxes: ['CrictlPods', files.sandboxes],
              images: ['CrictlImages', files.images],
              inspect: ['CrictlInspect', files.inspected],
            }),
            ...listingsOf(ask, {
              'log-directories': logDirectories,
              'log-links': logLinks.map(({ path }) => path),
              'dead-log-links': logLinks.filter(({ targetExists }) => !targetExists).map(({ path }) => path),
            }),
          ],
        })),
      ),
    ),
  containerd: (ask) =>
    closing(Containerd.connect(ask.socket), (daemon) =>
      F.pipe(
        Containerd.observe(daemon)({
          usage: true,
          ...(ask.ingestsExpectNothing ? { ingestsExpectNothing: 'from the command line' } : {}),
        }),
        TE.bind('text', ({ snapshot }) => TE.fromEither(E.mapLeft(garbled)(encodeContainerdSnapshot(snapshot)))),
        TE.map(({ text, policy, version, notShown }) => ({
          policy,
          release: version,
          files: [named(ask, 'metadata', O.some('ContainerdSnapshot'), text)],
          notes: [`containerd ${version} does not show, so it is unknown: ${notShown.join('; ')}`],
        })),
      ),
    ),
  docker: (ask) =>
    F.pipe(
      Docker.observe(Docker.connect(ask.socket)),
      TE.bindTo('seen'),
      TE.let('crictl', ({ seen }) => dockerAsCrictl(seen)),
      TE.map(({ seen: { files, imageFs }, crictl }) => ({
        disk: imageFs,
        files: [
          ...filesOf(ask, {
            containers: ['DockerInspect', files.containers],
            'docker-images': ['DockerImageInspect', files.images],
            'docker-disk': ['DockerDisk', files.disk],
          }),
          ...filesOf(ask, {
            containers: ['CrictlPs', crictl.containers],
            images: ['CrictlImages', crictl.images],
            inspect: ['CrictlInspect', crictl.inspect],
          }),
        ],
      })),
    ),
}

const garbled = ({ problems }: InvalidInput): Cri.SocketError => ({
  _tag: 'Garbled',
  call: 'containerd List',
  message: problems.map(({ path, expected }) => `${path}: expected ${expected}`).join('; '),
})

const named = ({ daemon, socket }: SocketAsk, part: string, kind: LiveFile['kind'], text: string): LiveFile => ({
  of: daemon,
  part,
  kind,
  file: { name: `--${daemon} ${socket} (${part})`, text },
})

const filesOf = (
  ask: SocketAsk,
  parts: Readonly<Record<string, readonly [kind: ReadTag, value: unknown]>>,
): ReadonlyArray<LiveFile> =>
  Object.entries(parts).map(([part, [kind, value]]) => named(ask, part, O.some(kind), JSON.stringify(value)))

const listingsOf = (ask: SocketAsk, parts: Readonly<Record<string, ReadonlyArray<string>>>): ReadonlyArray<LiveFile> =>
  Object.entries(parts).map(([part, lines]) => named(ask, part, O.none, lines.map((line) => `${line}\n`).join('')))
