/** Where the agent keeps its memory: files, replaced whole. */
import { function as F, taskEither as TE } from 'fp-ts'

import * as Files from 'gcplan/adapters/files'

import type { Parts, Stored } from './program.js'

/** What is kept in a file. */
const storedIn = (file: string): Stored => ({
  read: TE.mapLeft(Files.explainError)(Files.readIfThere(file)),
  write: F.flow(Files.writeWhole(file), TE.mapLeft(Files.explainError)),
})

/** The memory in a file, and the growth in one beside it. */
export const stateIn = (file: string): Pick<Parts, 'state' | 'growth'> => ({
  state: storedIn(file),
  growth: storedIn(`${file}.growth`),
})
