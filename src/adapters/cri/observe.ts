/**
 * What a container runtime says over its CRI socket: containers, sandboxes, images, volumes of images, and the disk that
 * holds the images. The kubelet's own memory of images is nobody's but the kubelet's.
 */
import { Code, ConnectError } from '@connectrpc/connect'
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import type { Knowledge } from '../../core/knowledge.js'
import {
  type CrictlContainer,
  type DecodeError,
  type ImageVolumes,
  decodeCrictlContainers,
  decodeCrictlImageFsInfo,
  decodeCrictlImages,
  decodeCrictlInspect,
  decodeCrictlSandboxes,
  linesOf,
} from '../../decode/index.js'
import type { Sandbox } from '../../kubelet/container/index.js'
import type { Image, ImageFsStats } from '../../kubelet/image/index.js'
import type { Clock } from '../../execute/index.js'
import { systemClock } from '../clock.js'
import { attempt } from '../socket/attempt.js'
import type { Daemon } from '../socket/daemon.js'
import { diskAt } from '../socket/disk.js'
import type { SocketError } from '../socket/error.js'
import { type Services, servicesOf } from './daemon.js'
import { type CriAnswers, type CriFiles, filesOf } from './json.js'
import type { ContainerStatusResponse } from './wire/container_status_pb.js'
import type { ListContainersResponse } from './wire/containers_pb.js'

/** What was observed. Its fields are those that `kubeletImageSnapshot` and `kubeletContainerSnapshot` take. */
export interface Observation {
  readonly at: Date
  /** Name and version of the runtime, e.g. `containerd 2.1.9`. */
  readonly runtime: string
  readonly containers: ReadonlyArray<CrictlContainer>
  readonly sandboxes: ReadonlyArray<Sandbox>
  readonly images: ReadonlyArray<Image>
  /** Of every container that was there when it was asked for; others may mount any image. */
  readonly imageVolumes: ImageVolumes
  /** Of the disk under the first image filesystem; unknown where it cannot be measured from here. */
  readonly imageFs: Knowledge<ImageFsStats>
  /** The same as `crictl -o json` prints it. */
  readonly files: CriFiles
}

/** How a runtime is observed. */
export interface ObserveOptions {
  /** Says when it was; by default that of the machine. */
  readonly clock?: Pick<Clock, 'now'>
}

/**
 * Observes a runtime.
 *
 * Shape: `at` is when its lists were there, as the kubelet notes it.
 * Fails: `Garbled` for an answer that no release gives; else as the call that failed.
 */
export const observe =
  (daemon: Daemon, { clock = systemClock }: ObserveOptions = {}): TE.TaskEither<SocketError, Observation> =>
  () => {
    const services = servicesOf(daemon)
    const call = { timeoutMs: daemon.timeoutMillis }
    return F.pipe(
      attempt(daemon, 'CRI Version', () => services.runtime.version({}, call)),
      TE.bindTo('version'),
      TE.bind('answers', () => attempt(daemon, 'CRI lists', () => ask(services, call))),
      TE.let('files', ({ answers }) => filesOf(answers)),
      TE.bind('decoded', ({ files }) => TE.fromEither(E.mapLeft(garbled)(decoded(files)))),
      TE.let('at', () => clock.now()),
      TE.bind('imageFs', ({ decoded: { uses } }) => TE.fromTask(() => diskAt(uses[0]?.mountpoint ?? ''))),
      TE.map(({ version, files, decoded: { containers, sandboxes, images, volumes }, at, imageFs }) => ({
        at,
        runtime: `${version.runtimeName} ${version.runtimeVersion}`,
        containers,
        sandboxes,
        images,
        imageVolumes: { _tag: 'Inspected' as const, containers: volumes },
        imageFs,
        files,
      })),
    )()
  }

const garbled = (error: DecodeError): SocketError => ({
  _tag: 'Garbled',
  call: 'CRI lists',
  message: linesOf(error).join('; '),
})

/** What the files hold; the first that no release prints decides. */
const decoded = (files: CriFiles) =>
  F.pipe(
    E.Do,
    E.bind('containers', () => decodeCrictlContainers(files.containers)),
    E.bind('sandboxes', () => decodeCrictlSandboxes(files.sandboxes)),
    E.bind('images', () => decodeCrictlImages(files.images)),
    E.bind('volumes', () => decodeCrictlInspect(files.inspected)),
    E.bind('uses', () => decodeCrictlImageFsInfo(files.imageFsInfo)),
  )

const ask = async ({ runtime, images }: Services, call: { readonly timeoutMs: number }): Promise<CriAnswers> => {
  const [containers, sandboxes, imageList, imageFsInfo] = await Promise.all([
    runtime.listContainers({}, call),
    runtime.listPodSandbox({}, call),
    images.listImages({}, call),
    images.imageFsInfo({}, call),
  ])
  return { containers, sandboxes, images: imageList, imageFsInfo, inspected: await inspect(runtime, call, containers) }
}

/** One that went meanwhile has no status, and no other trouble is passed over. */
const inspect = async (
  runtime: Services['runtime'],
  call: { readonly timeoutMs: number },
  { containers }: ListContainersResponse,
): Promise<ReadonlyArray<ContainerStatusResponse>> => {
  const all = await Promise.all(
    containers.map(({ id }) =>
      runtime.containerStatus({ containerId: id }, call).catch((thrown: unknown) => {
        if (thrown instanceof ConnectError && thrown.code === Code.NotFound) return undefined
        throw thrown
      }),
    ),
  )
  return all.flatMap((one) => (one?.status === undefined ? [] : [one]))
}
