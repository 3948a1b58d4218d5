/**
 * Ports for the plans of the kubelet's image and container collectors: CRI calls, and the logs that the kubelet keeps
 * beside the runtime. What is not found counts as stopped and removed.
 */
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { either as E, function as F, taskEither as TE } from 'fp-ts'

import type { Port as ContainerPort } from '../../kubelet/container/index.js'
import type { Port as ImagePort } from '../../kubelet/image/index.js'
import { attempt } from '../socket/attempt.js'
import type { Daemon } from '../socket/daemon.js'
import { thrownText } from '../../core/thrown.js'
import type { SocketError } from '../socket/error.js'
import { servicesOf } from './daemon.js'
import { type LogFolders, logFolders } from './logs.js'
import type { ContainerStatus } from './wire/container_status_pb.js'

type Asked = TE.TaskEither<SocketError, unknown>

const foundOrNot: (asked: Asked) => Asked = TE.orElse((error) =>
  error._tag === 'NotThere' ? TE.right(undefined) : TE.left(error),
)

/** A port for plans of images. */
export const imagePort = (daemon: Daemon): ImagePort<SocketError> => ({
  removeImage: (id) =>
    attempt(daemon, `remove image ${id}`, () =>
      servicesOf(daemon).images.removeImage({ image: { image: id } }, { timeoutMs: daemon.timeoutMillis }),
    ),
})

/** A port for plans of containers, sandboxes and logs; runs where the logs are. */
export const containerPort = (daemon: Daemon, folders: LogFolders = {}): ContainerPort<SocketError> => {
  const { runtime } = servicesOf(daemon)
  const { pods, containers } = logFolders(folders)
  const call = { timeoutMs: daemon.timeoutMillis }
  const statusOf = (id: string): TE.TaskEither<SocketError, ContainerStatus> =>
    F.pipe(
      attempt(daemon, `inspect container ${id}`, () => runtime.containerStatus({ containerId: id }, call)),
      TE.flatMap(({ status }) =>
        status === undefined
          ? TE.left({ _tag: 'Garbled' as const, call: `inspect container ${id}`, message: 'an empty status' })
          : TE.right(status),
      ),
    )
  return {
    inspectContainer: statusOf,
    stopContainer: (id) =>
      foundOrNot(attempt(daemon, `stop container ${id}`, () => runtime.stopContainer({ containerId: id }, call))),
    removeContainerLog: (id) =>
      F.pipe(
        statusOf(id),
        TE.flatMap((status) => onDisk(`remove the log of ${id}`, () => removeLogs(containers, status))),
      ),
    removeContainer: (id) =>
      attempt(daemon, `remove container ${id}`, () => runtime.removeContainer({ containerId: id }, call)),
    stopSandbox: (id) =>
      foundOrNot(attempt(daemon, `stop sandbox ${id}`, () => runtime.stopPodSandbox({ podSandboxId: id }, call))),
    removeSandbox: (id) =>
      attempt(daemon, `remove sandbox ${id}`, () => runtime.removePodSandbox({ podSandboxId: id }, call)),
    removeLogDirectory: (name) =>
      onDisk(`remove log directory ${name}`, () =>
        // A name is one folder: no plan reaches out of the root.
        name === basename(name) && !/^\.*$/.test(name)
          ? rm(join(pods, name), { recursive: true, force: true })
          : Promise.reject(new Error('not the name of a folder')),
      ),
    removeLogLink: (path) => onDisk(`remove log link ${path}`, () => rm(path, { force: true })),
  }
}

/** The log with all that it was rotated to, then its link. */
const removeLogs = async (linkFolder: string, { id, metadata, labels, logPath }: ContainerStatus): Promise<void> => {
  if (logPath !== '') {
    const folder = dirname(logPath)
    const names = await readdir(folder).catch(() => [])
    for (const name of names) if (name.startsWith(basename(logPath))) await rm(join(folder, name), { force: true })
  }
  const pod = labels['io.kubernetes.pod.name'] ?? ''
  const namespace = labels['io.kubernetes.pod.namespace'] ?? ''
  await rm(join(linkFolder, basename(`${pod}_${namespace}_${metadata?.name ?? ''}-${id}.log`)), { force: true })
}

const onDisk =
  (call: string, act: () => Promise<unknown>): Asked =>
  async () => {
    try {
      return E.right(await act())
    } catch (thrown) {
      return E.left({ _tag: 'Rejected', call, code: 'file', message: thrownText(thrown) })
    }
  }
