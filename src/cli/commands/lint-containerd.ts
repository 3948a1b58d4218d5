/**
 * `gcplan lint containerd`: labels of a metadata database that have no effect, records that never expire, and records
 * about to lose what they reference.
 */
import { either as E, function as F } from 'fp-ts'

import { explainContainerdFinding, lintContainerd } from '../../lint/index.js'
import type { Command } from '../command.js'
import { commonFlags, databaseIn } from '../containerd/prepare.js'
import { linesOf, lintResult } from '../lint/print.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { answering } from '../sources.js'

/** The command. */
export const lintContainerdCommand: Command = {
  words: ['lint', 'containerd'],
  summary: 'find containerd labels without effect, records that get lost, and records that never expire',
  usage: '[FLAGS] [SNAPSHOT]',
  about: ['A problem does not work as intended, advice may not work, a note is harmless.'],
  groups: [...commonFlags, outputFlags],
  examples: ['gcplan lint containerd snapshot.json', 'gcplan lint containerd snapshot.json --release 1.7 -o json'],
  exitCodes: { 0: 'no problem and no advice', 2: 'a problem or advice', 3: null },
  prepare: (given) =>
    answering(outputFormat(given), databaseIn(given), (environment, { snapshot, policy, notes }, format) =>
      F.pipe(
        lintContainerd(policy)(snapshot),
        E.bimap(sayProblems('snapshot'), (found) =>
          lintResult(format, environment, linesOf(explainContainerdFinding)(found), notes),
        ),
      ),
    ),
}
