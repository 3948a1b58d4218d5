/** Splits the arguments of a command into objects and files. */
import { either as E, function as F } from 'fp-ts'

import type { Given } from '../command.js'

/** How an object is named on the command line. */
export const objectUsage = 'KIND/NAME'

/** Its help text. */
export const objectAbout =
  'Name an object as in kubectl (job/backup, deploy/web, replicasets.apps/web-5d88), or by its uid. Arguments that end in .json, and - (standard input), are files, as is what -f names. Without files, a pipe is read; without a pipe, the cluster.'

/** Arguments told apart. */
export interface Words {
  readonly objects: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
}

/** Tells arguments apart: KIND/NAME and uids are objects, the rest are files. */
export const wordsIn = (given: Given): E.Either<string, Words> => {
  const objects: string[] = []
  const files = [...given.values('file')]
  for (const word of given.files) {
    if (word === '-' || isPath(word)) files.push(word)
    else if (/^[^/]+\/[^/]+$/.test(word) || isUid(word)) objects.push(word)
    else
      return E.left(
        `expected ${objectUsage}, such as job/backup, or a file that ends in .json, got ${JSON.stringify(word)}; -f names any file`,
      )
  }
  return E.right({ objects, files })
}

/** The same where an object has to be named. */
export const wordsOfObjects = (given: Given): E.Either<string, Words> =>
  F.pipe(
    wordsIn(given),
    E.filterOrElse(
      ({ objects }) => objects.length > 0,
      () => `expected an object: ${objectUsage}`,
    ),
  )

const isPath = (word: string): boolean => /\.(json|jsonl|txt|ya?ml)$/.test(word) || /^[./~]|\/.*\//.test(word)

/** Uids of the API are such. */
export const isUid = (word: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word)
