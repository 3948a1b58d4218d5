/** Folders of daemons: made for one run, and taken away with whatever is still mounted in them. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let count = 0

/** A new folder. */
export const freshFolder = (): string => {
  const place = join(tmpdir(), `gcplan-e2e-${process.pid}-${count++}`)
  mkdirSync(place, { recursive: true })
  return place
}

/** Takes a folder away. A program that is about to end may mount once more meanwhile, so what is busy is tried again. */
export const removeFolder = (place: string, attempts = 5): void => {
  for (const path of mountedIn(place).toReversed()) spawnSync('umount', ['--lazy', path])
  try {
    rmSync(place, { recursive: true, force: true })
  } catch (error) {
    if (!isBusy(error)) throw error
    // What stays mounted to the end fails no comparison: the folder is left to whoever empties the machine's temporary files.
    if (attempts > 1) {
      spawnSync('sleep', ['0.2'])
      removeFolder(place, attempts - 1)
    } else console.error(`left behind: ${place}`)
  }
}

const mountedIn = (place: string): ReadonlyArray<string> =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(`${place}/`))

const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EBUSY'
