/** What all containerd commands share: input files, policy and statements. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Policy } from '../../containerd/index.js'
import type { FlagGroup, Given } from '../command.js'
import { all } from '../fp.js'
import { socketFlags } from '../sockets.js'
import type { Sources } from '../sources.js'
import { fileFlags, fileSources } from './inputs.js'
import { releaseFlag, releaseOf } from './release.js'
import { type Observed, observedSnapshot } from './snapshot.js'
import { statementFlags } from './statements.js'

/** The flags of all commands on containerd. */
export const commonFlags: ReadonlyArray<FlagGroup> = [
  fileFlags,
  socketFlags('containerd'),
  statementFlags,
  { heading: 'Policy', flags: [releaseFlag] },
]

/** What a command is given once its files are read. */
export interface Database extends Observed {
  readonly policy: Policy
  /** The release that the daemon states, where one was read. */
  readonly release: O.Option<string>
}

/** Reads one metadata database; `skip` arguments come before the files. */
export const databaseIn = (given: Given, skip: number = 0): E.Either<string, Sources<Database>> =>
  F.pipe(
    all({ release: releaseOf(given), sources: fileSources(given, skip) }),
    E.map(({ release: { policy }, sources: { paths, sockets, gather } }) => ({
      paths,
      sockets,
      stdin: paths.length + sockets.length === 0 ? 'required' : 'optional',
      read: (environment, stdin) =>
        F.pipe(
          gather(environment, stdin),
          E.flatMap(observedSnapshot(environment, given)),
          E.map((observed) => {
            const { policy: stated, release: running, notes = [] } = environment.live ?? {}
            return {
              snapshot: observed.snapshot,
              notes: [...observed.notes, ...notes],
              policy: given.has(releaseFlag.name) ? policy : (stated ?? policy),
              release: O.fromNullable(running),
            }
          }),
        ),
    })),
  )
