/** `gcplan what-if containerd`: how a change to the metadata changes what a garbage collection removes. */
import { either as E, function as F } from 'fp-ts'

import { type Change, type ChangeError, type ChangeRefused, whatIf } from '../../containerd/analysis/index.js'
import type { InvalidInput } from '../../index.js'
import type { Command } from '../command.js'
import { counted } from '../lines.js'
import { changeFlags, changesOf } from '../containerd/changes.js'
import { nodeAbout, sayNode } from '../containerd/node.js'
import { commonFlags, databaseIn } from '../containerd/prepare.js'
import { blobsLost, printWhatIf, stillHeld } from '../containerd/what-if.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { answering } from '../sources.js'

/** The command. */
export const whatIfContainerd: Command = {
  words: ['what-if', 'containerd'],
  summary: 'what containerd would remove or keep after you remove, lease or label something, or time passes',
  usage: 'CHANGES [FLAGS] [SNAPSHOT]',
  about: [
    'Applies the changes as a client of containerd would, plans before and after, and prints the difference. Also says whether the changes trigger a collection.',
    nodeAbout,
  ],
  groups: [changeFlags, ...commonFlags, outputFlags],
  examples: [
    'gcplan what-if containerd --remove-image docker.io/library/base:1.0 snapshot.json',
    'gcplan what-if containerd -n build --create-lease job-7 --lease job-7=content:sha256:4bcf... snapshot.json',
    'gcplan what-if containerd --until 2026-01-02T00:00:00Z snapshot.json',
  ],
  exitCodes: { 0: 'nothing more goes than without the changes', 2: 'more goes than without the changes', 3: null },
  prepare: (given) =>
    answering(outputFormat(given), databaseIn(given), (environment, { snapshot, policy, notes }, format) =>
      F.pipe(
        changesOf(given, snapshot),
        E.bindTo('changes'),
        E.bind('found', ({ changes }) => E.mapLeft(sayWhatIfError(changes))(whatIf(policy)(changes)(snapshot))),
        E.bind('held', ({ changes, found }) => E.mapLeft(sayProblems(''))(stillHeld(policy, changes, snapshot, found))),
        E.map(({ found, held }) =>
          resultOf(
            printWhatIf(format, environment)(found, blobsLost(found, snapshot), held),
            notes,
            found.goes.length > 0 ? 2 : 0,
          ),
        ),
      ),
    ),
}

/** Why the changes cannot be made. */
export const sayWhatIfError =
  (changes: ReadonlyArray<Change>) =>
  (error: ChangeRefused | InvalidInput): string =>
    error._tag === 'InvalidInput' ? sayProblems('')(error) : sayRefusal(error, changes)

/** One line, or one per problem if the change itself is invalid. */
const sayRefusal = ({ index, error }: ChangeRefused, changes: ReadonlyArray<Change>): string =>
  `${changes.length > 1 ? `change ${index + 1}: ` : ''}${sayError(error)}`

const sayError = (error: ChangeError): string => {
  switch (error._tag) {
    case 'InvalidInput':
      return sayProblems('')(error)
    case 'NotFound':
      return `there is no ${sayNode(error.node)} in ${error.node.namespace}`
    case 'AlreadyExists':
      return `${sayNode(error.node)} exists already in ${error.node.namespace}`
    case 'InvalidArgument':
      return `${error.field}: expected ${error.expected}, got ${error.actual}`
    case 'Unimplemented':
      return `containerd cannot do this: ${error.what}`
    case 'HasChildren':
      return error.gone > 0
        ? `containerd refuses to remove ${sayNode(error.node)}: it is still listed as the parent of ${counted(error.children, 'snapshot')}, ${error.gone} of which a collection removed; a collection removes it too, once nothing holds it`
        : `${sayNode(error.node)} is the parent of ${error.children === 1 ? 'a snapshot, which has' : `${error.children} snapshots, which have`} to go first`
  }
}
