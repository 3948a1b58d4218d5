/** `gcplan lint owners`: owner references whose owner is missing, and objects that are never collected. */
import { either as E, function as F } from 'fp-ts'

import { explainOwnerFinding, lintOwners } from '../../lint/index.js'
import type { Command } from '../command.js'
import { clusterIn, commonFlags } from '../kubernetes/prepare.js'
import { linesOf, lintResult } from '../lint/print.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { answering } from '../sources.js'

/** The command. */
export const lintOwnersCommand: Command = {
  words: ['lint', 'owners'],
  summary: 'find owner references that miss their owner, and objects that are never collected',
  usage: '[FLAGS] [FILES]',
  about: [
    'A problem deletes the object or keeps it forever, advice matters when the owner is deleted, a note is harmless.',
  ],
  groups: [...commonFlags, outputFlags],
  examples: [
    'kubectl get all,cm,secrets -A -o json | gcplan lint owners -A',
    'gcplan lint owners cluster.json -o json',
  ],
  exitCodes: { 0: 'no problem and no advice', 2: 'a problem or advice', 3: null },
  prepare: (given) =>
    answering(outputFormat(given), clusterIn(given), (environment, { snapshot, policy, notes }, format) =>
      F.pipe(
        lintOwners(policy)(snapshot),
        E.bimap(sayProblems('snapshot'), (found) =>
          lintResult(format, environment, linesOf(explainOwnerFinding)(found), notes),
        ),
      ),
    ),
}
