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

/** Takes a folder away. */
export const removeFolder = (place: string): void => {
  const mounted = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(`${place}/`))
  for (const path of mounted.toReversed()) spawnSync('umount', ['--lazy', path])
  rmSync(place, { recursive: true, force: true })
}
