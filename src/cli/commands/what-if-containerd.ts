/**
 * Answers `gcplan what-if containerd`: what a collection would remove more, or no more, after a change.
 */
import { either as E } from 'fp-ts'

import { whatIf } from '../../containerd/analysis/index.js'
import type { Command, Given, Result, Environment } from '../command.js'
import { changeFlags, changesOf } from '../containerd/changes.js'
import { sayRefusal } from '../containerd/change-errors.js'
import { nodeAbout } from '../containerd/node.js'
import type { Database } from '../containerd/prepare.js'
import { commonFlags, onDatabase } from '../containerd/prepare.js'
import { printWhatIf } from '../containerd/what-if.js'
import { sayProblems } from '../plan/errors.js'
import type { Format } from '../plan/flags.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'

/** The command. */
export const whatIfContainerd: Command = {
  words: ['what-if', 'containerd'],
  summary: 'what containerd would remove, or keep, after something was removed, leased or labelled, or time passed',
  usage: 'CHANGES [FLAGS] [SNAPSHOT]',
  about: [
    'Makes the changes as a client of containerd could, plans before and after, and prints the difference, and whether the changes mark the store dirty, so that a collection is due.',
    nodeAbout,
  ],
  groups: [changeFlags, ...commonFlags, outputFlags],
  examples: [
    'gcplan what-if containerd --remove image:docker.io/library/base:1.0 snapshot.json',
    'gcplan what-if containerd -n build --create-lease job-7 --lease job-7=content:sha256:4bcf... snapshot.json',
    'gcplan what-if containerd --until 2026-01-02T00:00:00Z snapshot.json',
  ],
  exitCodes: { 0: 'nothing goes that would not go anyway', 2: 'something goes that would have stayed', 3: null },
  prepare: (given) => {
    const format = outputFormat(given)
    return E.isLeft(format)
      ? format
      : onDatabase(given, { format: format.right }, (environment, database) =>
          answer(environment, given, format.right, database),
        )
  },
}

const answer = (
  environment: Environment,
  given: Given,
  format: Format,
  { snapshot, policy, notes }: Database,
): Result => {
  const changes = changesOf(given, snapshot)
  if (E.isLeft(changes)) return failed(changes.left)
  const found = whatIf(policy)(changes.right)(snapshot)
  if (E.isLeft(found))
    return failed(
      found.left._tag === 'InvalidInput' ? sayProblems('')(found.left) : sayRefusal(found.left, changes.right),
    )
  return resultOf(printWhatIf(format, environment)(found.right, snapshot), notes, found.right.goes.length > 0 ? 2 : 0)
}
