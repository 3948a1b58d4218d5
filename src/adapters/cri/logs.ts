/** The logs that the kubelet keeps beside the runtime: one folder for each pod, one link for each container. */
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { either as E, option as O, type taskEither as TE } from 'fp-ts'

import { thrownText } from '../../core/thrown.js'
import type { LogLink } from '../../kubelet/container/index.js'
import { isNoSuchFile } from '../no-such-file.js'
import type { SocketError } from '../socket/error.js'

/** Where the kubelet keeps logs. */
export interface LogFolders {
  /** Default `/var/log/pods`. */
  readonly pods?: string
  /** Default `/var/log/containers`. */
  readonly containers?: string
}

/** What is in these folders; fields of the snapshot of the container collector. */
export interface Logs {
  /** Names, sorted. */
  readonly logDirectories: ReadonlyArray<string>
  /** Sorted by path. */
  readonly logLinks: ReadonlyArray<LogLink>
}

/** The folders, where none are given. */
export const logFolders = ({ pods, containers }: LogFolders = {}): Required<LogFolders> => ({
  pods: pods ?? '/var/log/pods',
  containers: containers ?? '/var/log/containers',
})

/**
 * Lists the logs of this machine. A folder that is not there is empty.
 *
 * Fails: `Rejected` for a folder that cannot be read.
 */
export const observeLogs =
  (folders: LogFolders = {}): TE.TaskEither<SocketError, Logs> =>
  async () => {
    const { pods, containers } = logFolders(folders)
    try {
      const [logDirectories, links] = await Promise.all([namesIn(pods), namesIn(containers)])
      const paths = links.filter((name) => name.endsWith('.log')).map((name) => join(containers, name))
      return E.right({ logDirectories, logLinks: (await Promise.all(paths.map(linkAt))).flat() })
    } catch (thrown) {
      return E.left({ _tag: 'Rejected', call: 'list logs', code: 'file', message: thrownText(thrown) })
    }
  }

const namesIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await orNothing(readdir(folder)))?.toSorted() ?? []

/** One that went meanwhile is none. */
const linkAt = async (path: string): Promise<ReadonlyArray<LogLink>> =>
  (await orNothing(lstat(path))) === undefined
    ? []
    : [{ path, targetExists: (await orNothing(stat(path))) !== undefined, containerStatus: O.none }]

const orNothing = <A>(found: Promise<A>): Promise<A | undefined> =>
  found.catch((thrown: unknown) => {
    if (isNoSuchFile(thrown)) return undefined
    throw thrown
  })
