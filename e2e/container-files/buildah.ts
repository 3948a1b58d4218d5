/** buildah with a storage of its own; programs run in a change of root, so it needs no other daemon. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What a command came to: its exit code, and the end of what it said. */
export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly said: string
}

/** Runs buildah. */
export type Buildah = (args: ReadonlyArray<string>) => Ran

/** True where the machine has all that images are built with. */
export const lackingTools = (): ReadonlyArray<string> =>
  ['buildah', 'mmdebstrap'].filter((tool) => spawnSync('which', [tool]).status !== 0)

/** buildah that stores everything below a folder. */
export const buildahIn =
  (place: string): Buildah =>
  ([command = '', ...args]) => {
    const storage = ['--storage-driver', 'overlay', '--root', join(place, 'storage'), '--runroot', join(place, 'run')]
    const { status, stdout, stderr } = spawnSync('buildah', [...storage, command, ...args], {
      encoding: 'utf8',
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      timeout: 900_000,
      maxBuffer: 2 ** 28,
    })
    return { status, stdout, said: (stderr || stdout).trim().split('\n').slice(-8).join('\n') }
  }
