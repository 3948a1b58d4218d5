/**
 * Answers which snapshot lists and statements of a command line make, in words of the command line where they make none.
 */
import { either as E } from 'fp-ts'

import type { Owner, Scope } from '../../collectors/kubernetes/index.js'
import { kubernetesOwnerSnapshot } from '../../decode/index.js'
import type { InvalidInput } from '../../index.js'
import type { Given } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import type { ListedFile } from './files.js'
import type { NamedKind } from './kinds.js'
import type { Stated } from './statements.js'
import { statedIn } from './statements.js'

/** What a snapshot is made of beside what is stated. */
export interface Parts {
  readonly at: Date
  readonly listed: ReadonlyArray<ListedFile>
  readonly scopes: ReadonlyArray<Scope>
}

/** Puts a snapshot together. */
export const assembled =
  (given: Given, kinds: ReadonlyArray<NamedKind>) =>
  ({ at, listed, scopes }: Parts): E.Either<string, Owner.Snapshot> => {
    const stated = statedIn(given)(kinds)
    if (E.isLeft(stated)) return stated
    const made = kubernetesOwnerSnapshot({
      at,
      listings: listed.map(({ listing }) => listing),
      scopes,
      covers: stated.right.map(({ statement }) => statement),
    })
    return E.isLeft(made) ? E.left(sayProblems('')(inWordsOfFiles(made.left, listed, stated.right))) : made
  }

/** Problems between lists are those of a file, and problems of a statement those of a flag. */
const inWordsOfFiles = (
  invalid: InvalidInput,
  listed: ReadonlyArray<ListedFile>,
  stated: ReadonlyArray<Stated>,
): InvalidInput => {
  const [first, ...rest] = invalid.problems
  const say = (path: string): string =>
    path
      .replace(/^listings\[(\d+)\]\.objects/, (all, index: string) => {
        const file = listed[Number(index)]
        return file === undefined ? all : `${file.name}: objects`
      })
      .replace(/^covers\[(\d+)\]/, (all, index: string) => stated[Number(index)]?.flag ?? all)
  return {
    ...invalid,
    problems: [
      { ...first, path: say(first.path) },
      ...rest.map((problem) => ({ ...problem, path: say(problem.path) })),
    ],
  }
}
