/**
 * What a container runtime says over its CRI socket: containers, sandboxes, images, volumes of images, and the disk that
 * holds the images. The kubelet's own memory of images is nobody's but the kubelet's.
 */
import { statfs } from 'node:fs/promises'

import { Code, ConnectError } from '@connectrpc/connect'
import { either as E, option as O, type taskEither as TE } from 'fp-ts'

import { type Knowledge, known, unknown } from '../../core/knowledge.js'
import { instant } from '../../core/time.js'
import {
  type CrictlContainer,
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
import { attempt } from '../socket/attempt.js'
import type { Daemon } from '../socket/daemon.js'
import type { SocketError } from '../socket/error.js'
import { type Services, servicesOf } from './daemon.js'
import { type CriAnswers, type CriFiles, filesOf } from './json.js'
import type { ContainerStatusResponse, ListContainersResponse } from './wire/cri_pb.js'

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

/**
 * Observes a runtime.
 *
 * Fails: `Garbled` for an answer that no release gives; else as the call that failed.
 */
export const observe =
  (daemon: Daemon): TE.TaskEither<SocketError, Observation> =>
  async () => {
    const services = servicesOf(daemon)
    const call = { timeoutMs: daemon.timeoutMillis }
    const version = await attempt(daemon, 'CRI Version', () => services.runtime.version({}, call))()
    if (E.isLeft(version)) return version
    const answers = await attempt(daemon, 'CRI lists', () => ask(services, call))()
    if (E.isLeft(answers)) return answers
    const files = filesOf(answers.right)
    const containers = decodeCrictlContainers(files.containers)
    const sandboxes = decodeCrictlSandboxes(files.sandboxes)
    const images = decodeCrictlImages(files.images)
    const volumes = decodeCrictlInspect(files.inspected)
    const uses = decodeCrictlImageFsInfo(files.imageFsInfo)
    for (const decoded of [containers, sandboxes, images, volumes, uses])
      if (E.isLeft(decoded))
        return E.left({ _tag: 'Garbled', call: 'CRI lists', message: linesOf(decoded.left).join('; ') })
    const { runtimeName, runtimeVersion } = version.right
    return E.right({
      at: instant(Date.now()),
      runtime: `${runtimeName} ${runtimeVersion}`,
      containers: listOf(containers),
      sandboxes: listOf(sandboxes),
      images: listOf(images),
      imageVolumes: { _tag: 'Inspected', containers: listOf(volumes) },
      imageFs: await diskAt(listOf(uses)[0]?.mountpoint ?? ''),
      files,
    })
  }

const listOf: <A>(decoded: E.Either<unknown, ReadonlyArray<A>>) => ReadonlyArray<A> = E.getOrElseW(() => [])

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

/** CRI tells how much images take, not how much there is. */
const diskAt = async (mountpoint: string): Promise<Knowledge<ImageFsStats>> => {
  if (mountpoint === '') return unknown
  try {
    const { bsize, blocks, bavail } = await statfs(mountpoint)
    return known({ capacityBytes: O.some(blocks * bsize), availableBytes: O.some(bavail * bsize) })
  } catch {
    return unknown
  }
}
