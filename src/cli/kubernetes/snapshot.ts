/** Builds a snapshot from lists and statements, with errors that name the flags and files. */
import { either as E, function as F } from 'fp-ts'

import type { Scope } from '../../apiserver/index.js'
import type { KubernetesOwnerParts } from '../../decode/index.js'
import type { InvalidInput } from '../../index.js'
import { sayProblems } from '../plan/errors.js'
import type { ListedFile } from './files.js'
import type { Stated } from './statements.js'

/** What a snapshot is made of. */
export interface Parts {
  readonly at: Date
  readonly listed: ReadonlyArray<ListedFile>
  readonly scopes: ReadonlyArray<Scope>
  readonly stated: ReadonlyArray<Stated>
}

/** Puts a snapshot together. */
export const assembled =
  <S>(make: (parts: KubernetesOwnerParts) => E.Either<InvalidInput, S>) =>
  ({ at, listed, scopes, stated }: Parts): E.Either<string, S> =>
    F.pipe(
      make({
        at,
        listings: listed.map(({ listing }) => listing),
        scopes,
        covers: stated.map(({ statement }) => statement),
      }),
      E.mapLeft((invalid) => sayProblems('')(inWordsOfFiles(invalid, listed, stated))),
    )

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
