/** What a Docker daemon, or podman in its place, says of its containers, images and layers. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import type { Knowledge } from '../../core/knowledge.js'
import {
  type DecodeError,
  type DecodedLayers,
  type DockerContainers,
  type DockerImage,
  decodeDockerDisk,
  decodeDockerImages,
  decodeDockerInspect,
  dockerLayers,
  linesOf,
} from '../../decode/index.js'
import type { Clock } from '../../execute/index.js'
import { ownField } from '../../internal/lists.js'
import { type Container, type Image, type ImageFsStats, containerOf } from '../../kubelet/image/snapshot.js'
import { systemClock } from '../clock.js'
import { diskAt } from '../socket/disk.js'
import type { SocketError } from '../socket/error.js'
import { type Daemon, ask } from './http.js'
import { textIn, textsIn } from './json.js'

/** What was observed. */
export interface Observation {
  readonly at: Date
  /** As the daemon states it, e.g. `28.5.2`. */
  readonly version: string
  /** The kubelet's containers, and how many others there are. */
  readonly containers: DockerContainers
  readonly images: ReadonlyArray<DockerImage>
  /** What plans of images read: all images by their names, and all containers, the kubelet's or not, by their image. */
  readonly node: { readonly images: ReadonlyArray<Image>; readonly containers: ReadonlyArray<Container> }
  /**
   * Of the disk under the daemon's folder; unknown where it cannot be measured from here, and with the containerd store,
   * which is in a folder of containerd.
   */
  readonly imageFs: Knowledge<ImageFsStats>
  /** The layer store, which `gcplan/reclaim` takes. */
  readonly layers: DecodedLayers
  readonly files: DockerFiles
}

/** The same as files, each as parsed JSON. */
export interface DockerFiles {
  /** As `docker inspect ID...`, of all containers. */
  readonly containers: unknown
  /** As `docker image inspect ID...`, of all images. */
  readonly images: unknown
  /** As `GET /system/df`. */
  readonly disk: unknown
}

/** How a daemon is observed. */
export interface ObserveOptions {
  /** Says when it was; by default that of the machine. */
  readonly clock?: Pick<Clock, 'now'>
}

/**
 * Observes a daemon.
 *
 * Shape: `at` is when everything was read.
 * Fails: `Garbled` for an answer that no release gives; else as the request that failed.
 */
export const observe = (
  daemon: Daemon,
  { clock = systemClock }: ObserveOptions = {},
): TE.TaskEither<SocketError, Observation> =>
  F.pipe(
    TE.Do,
    TE.bind('version', () => TE.map(textIn('Version'))(ask(daemon, 'GET', '/version'))),
    TE.bind('containerFiles', () => inspected(daemon, '/containers/json?all=1', 'containers')),
    TE.bind('imageFiles', () => inspected(daemon, '/images/json?all=1', 'images')),
    TE.bind('disk', () => ask(daemon, 'GET', '/system/df')),
    TE.bind('imageFs', () => diskOf(daemon)),
    TE.bind('containers', ({ containerFiles }) => decoded('containers', decodeDockerInspect(containerFiles))),
    TE.bind('images', ({ imageFiles }) => decoded('images', decodeDockerImages(imageFiles))),
    TE.bind('use', ({ disk }) => decoded('/system/df', decodeDockerDisk(disk))),
    TE.map(({ version, containers, images, use, imageFs, containerFiles, imageFiles, disk }) => ({
      at: clock.now(),
      version,
      containers,
      images,
      node: {
        images: images.map(({ id, size }, place) => nodeImage(id, size, imageFiles[place])),
        containers: use.containers.map(({ id, imageId }) => containerOf(id, imageId)),
      },
      imageFs,
      layers: dockerLayers({ images, disk: use }),
      files: { containers: containerFiles, images: imageFiles, disk },
    })),
  )

/** A daemon that does not say where it stores images has them on an unknown disk. */
const diskOf = (daemon: Daemon): TE.TaskEither<SocketError, Knowledge<ImageFsStats>> =>
  F.pipe(
    ask(daemon, 'GET', '/info'),
    TE.map((info) =>
      JSON.stringify(ownField(info, 'DriverStatus') ?? '').includes('containerd') ? '' : textIn('DockerRootDir')(info),
    ),
    TE.orElse((error) => (error._tag === 'NotThere' ? TE.right('') : TE.left(error))),
    TE.chainTaskK((folder) => () => diskAt(folder)),
  )

/** Docker pins nothing, and knows no runtime classes. */
const nodeImage = (id: string, size: Image['size'], file: unknown): Image => ({
  id,
  runtimeHandler: '',
  size,
  pinned: false,
  tags: textsIn('RepoTags')(file),
})

/** Everything of a list, asked for one by one; what went meanwhile is left out. */
const inspected = (daemon: Daemon, list: string, kind: string): TE.TaskEither<SocketError, ReadonlyArray<unknown>> =>
  F.pipe(
    ask(daemon, 'GET', list),
    TE.flatMapEither((rows) =>
      Array.isArray(rows) ? E.right<SocketError, ReadonlyArray<unknown>>(rows) : garbled(list, 'not a list'),
    ),
    TE.map((rows) => [...new Set(rows.map(textIn('Id')))].filter((id) => id !== '')),
    TE.flatMap(
      TE.traverseSeqArray((id) =>
        F.pipe(
          ask(daemon, 'GET', `/${kind}/${encodeURIComponent(id)}/json`),
          TE.map((one): ReadonlyArray<unknown> => [one]),
          TE.orElse((error) => (error._tag === 'NotThere' ? TE.right([]) : TE.left(error))),
        ),
      ),
    ),
    TE.map((all) => all.flat()),
  )

const decoded = <A>(call: string, found: E.Either<DecodeError, A>): TE.TaskEither<SocketError, A> =>
  TE.fromEither(E.isLeft(found) ? garbled(call, linesOf(found.left).join('; ')) : found)

const garbled = (call: string, message: string): E.Either<SocketError, never> =>
  E.left({ _tag: 'Garbled', call, message })
