/** A machine that keeps its files in memory. */
import { either as E } from 'fp-ts'

import type { Acting } from '../../src/cli/world.js'
import { noCluster } from './call.js'

/** Its files by path, the directories that were made, and what commands are given of it. */
export interface Keeping {
  readonly files: Map<string, string>
  readonly made: ReadonlyArray<string>
  readonly acting: Acting
}

/** Such a machine with some files. */
export const keeping = (there: Readonly<Record<string, string>> = {}, acting: Acting = noCluster): Keeping => {
  const files = new Map(Object.entries(there))
  const made: string[] = []
  const kept: Acting['files'] = {
    makeDirectory: (path) => {
      made.push(path)
      return Promise.resolve(E.right(undefined))
    },
    readIfThere: (path) => Promise.resolve(E.right(files.get(path))),
    write: (path, text) => {
      files.set(path, text)
      return Promise.resolve(E.right(undefined))
    },
  }
  return { files, made, acting: { ...acting, files: kept } }
}
