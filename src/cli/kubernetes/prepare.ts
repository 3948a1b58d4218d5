/**
 * Answers how every command about owners gets its cluster and its rules.
 */
import { either as E, option as O } from 'fp-ts'

import type { Owner } from '../../collectors/kubernetes/index.js'
import { scopes_1_36 } from '../../collectors/kubernetes/index.js'
import type { FlagGroup, Given, Prepared, Result, World } from '../command.js'
import type { Format } from '../plan/flags.js'
import { failed } from '../plan/print.js'
import { momentOfFiles, readAt } from '../plan/time.js'
import type { PictureFormat } from '../graph/flags.js'
import { fileFlags, notesOn, readFiles } from './files.js'
import type { NamedKind } from './kinds.js'
import { kindsOf } from './kinds.js'
import { policyFlags, policyOf } from './policy.js'
import { shortNamesOf } from './short-names.js'
import { assembled } from './snapshot.js'
import { statementFlags } from './statements.js'

/** The flags of every command that reads a cluster. */
export const commonFlags: ReadonlyArray<FlagGroup> = [fileFlags, statementFlags, policyFlags]

/** A cluster as it was read, with the rules that hold. */
export interface Cluster {
  readonly snapshot: Owner.Snapshot
  readonly policy: Owner.Policy
  /** What kinds are called. */
  readonly kinds: ReadonlyArray<NamedKind>
  readonly notes: ReadonlyArray<string>
}

/** Prepares a command about a cluster; `files` are its arguments that name files. */
export const onCluster = (
  given: Given,
  { format, files }: { readonly format: Format | PictureFormat; readonly files: ReadonlyArray<string> },
  answer: (world: World, cluster: Cluster) => Result,
): E.Either<string, Prepared> => {
  const policy = policyOf(given)
  if (E.isLeft(policy)) return policy
  const at = readAt(given)
  if (E.isLeft(at)) return at
  const tables = given.values('api-resources')
  // Beside a table of kinds the lists may still come through the pipe.
  const lists = files.length === 0 && tables.length > 0 ? ['-'] : files
  return E.right({
    paths: [...lists, ...tables],
    stdin: lists.length === 0 ? 'required' : 'optional',
    printsYaml: format === 'yaml',
    run: (world, stdin) => {
      const texts = O.isSome(stdin) ? [stdin.value] : lists.map(world.read)
      const found = readFiles(texts, tables.map(world.read))
      if (E.isLeft(found)) return failed(found.left)
      const { listed, scopes } = found.right
      const listings = listed.map(({ listing }) => listing)
      const served = [...scopes_1_36.scopes, ...scopes]
      const kinds = kindsOf(
        [...served, ...listings.flatMap((listing) => listing.scopes)],
        listings.flatMap(({ objects }) => objects),
        shortNamesOf(listings, found.right.tables),
      )
      const snapshot = assembled(given, kinds)({ at: momentOfFiles(at.right, world).at, listed, scopes: served })
      return E.isLeft(snapshot)
        ? failed(snapshot.left)
        : answer(world, { snapshot: snapshot.right, policy: policy.right, kinds, notes: notesOn(listed) })
    },
  })
}
