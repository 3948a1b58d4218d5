/** Where the agent keeps its memory: one file, replaced whole. */
import { function as F, taskEither as TE } from 'fp-ts'

import * as Files from 'gcplan/adapters/files'

import type { Parts } from './program.js'

/** The memory in a file. */
export const stateIn = (file: string): Parts['state'] => ({
  read: TE.mapLeft(Files.explainError)(Files.readIfThere(file)),
  write: F.flow(Files.writeWhole(file), TE.mapLeft(Files.explainError)),
})
