/**
 * Answers what all commands on containerd have in common: which files they read, which rules hold, what is stated.
 */
import { either as E } from 'fp-ts'

import type { Policy } from '../../containerd/index.js'
import type { FlagGroup, Given, Prepared, Result, Environment } from '../command.js'
import type { PictureFormat } from '../graph/flags.js'
import type { Format } from '../plan/flags.js'
import { failed } from '../plan/print.js'
import { fileFlags, fileSources } from './inputs.js'
import { releaseFlag, releaseOf } from './release.js'
import type { Observed } from './snapshot.js'
import { observedSnapshot } from './snapshot.js'
import { statementFlags } from './statements.js'

/** The flags of all commands on containerd. */
export const commonFlags: ReadonlyArray<FlagGroup> = [
  fileFlags,
  statementFlags,
  { heading: 'Policy', flags: [releaseFlag] },
]

/** What a command is given once its files are read. */
export interface Database extends Observed {
  readonly policy: Policy
}

/** Prepares a command that reads one metadata database. `skip` positional arguments come before the files. */
export const onDatabase = (
  given: Given,
  { format, skip = 0 }: { readonly format: Format | PictureFormat; readonly skip?: number },
  answer: (environment: Environment, database: Database) => Result,
): E.Either<string, Prepared> => {
  const release = releaseOf(given)
  if (E.isLeft(release)) return release
  const sources = fileSources(given, skip)
  if (E.isLeft(sources)) return sources
  return E.right({
    paths: sources.right.paths,
    stdin: sources.right.paths.length === 0 ? 'required' : 'optional',
    printsYaml: format === 'yaml',
    run: (environment, stdin) => {
      const files = sources.right.gather(environment, stdin)
      if (E.isLeft(files)) return failed(files.left)
      const observed = observedSnapshot(environment, given)(files.right)
      return E.isLeft(observed)
        ? failed(observed.left)
        : answer(environment, { ...observed.right, policy: release.right.policy })
    },
  })
}
