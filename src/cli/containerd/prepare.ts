/** What all containerd commands share: input files, policy and statements. */
import { either as E, function as F } from 'fp-ts'

import type { Policy } from '../../containerd/index.js'
import type { Answer, FlagGroup, Given, Prepared } from '../command.js'
import { all } from '../fp.js'
import type { PictureFormat } from '../graph/flags.js'
import type { Format } from '../plan/flags.js'
import { failed } from '../plan/print.js'
import { fileFlags, fileSources } from './inputs.js'
import { releaseFlag, releaseOf } from './release.js'
import { type Observed, observedSnapshot } from './snapshot.js'
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
  answer: Answer<Database>,
): E.Either<string, Prepared> =>
  F.pipe(
    all({ release: releaseOf(given), sources: fileSources(given, skip) }),
    E.map(({ release: { policy }, sources: { paths, gather } }) => ({
      paths,
      stdin: paths.length === 0 ? 'required' : 'optional',
      printsYaml: format === 'yaml',
      run: (environment, stdin) =>
        F.pipe(
          gather(environment, stdin),
          E.flatMap(observedSnapshot(environment, given)),
          E.flatMap((observed) => answer(environment, { ...observed, policy })),
          E.getOrElse(failed),
        ),
    })),
  )
