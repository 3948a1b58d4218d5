/** What the live tests found, and the files that let a difference be looked into. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A plan and a daemon that differ. */
export interface Difference {
  readonly daemon: string
  readonly seed: number
  readonly what: string
  readonly plannedOnly: ReadonlyArray<string>
  readonly happenedOnly: ReadonlyArray<string>
  /** The world as it was when planned. */
  readonly world: unknown
}

/** Writes a difference beside the reports of tests; the path. */
export const writeDifference = (difference: Difference): string => {
  const folder = join(import.meta.dirname, '../../../reports/e2e')
  mkdirSync(folder, { recursive: true })
  const name = `${difference.daemon}-${difference.seed}-${difference.what}`.replace(/[^\w.]+/g, '-')
  const file = join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify(difference, null, 1)}\n`)
  return file
}
