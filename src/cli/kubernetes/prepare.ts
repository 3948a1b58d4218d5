/**
 * Answers how every command about a control plane gets its lists, and one about owners its cluster and its rules.
 */
import { either as E, option as O } from 'fp-ts'

import type * as Owner from '../../controllers/owner/index.js'
import { scopes_1_36 } from '../../apiserver/index.js'
import { kubernetesOwnerSnapshot } from '../../decode/index.js'
import type { FlagGroup, Given, Prepared, Result, Environment } from '../command.js'
import type { Format } from '../plan/flags.js'
import { failed } from '../plan/print.js'
import { momentOfFiles, readAt } from '../plan/time.js'
import type { PictureFormat } from '../graph/flags.js'
import { fileFlags, notesOn, readFiles } from './files.js'
import type { NamedKind } from './kinds.js'
import { kindsOf } from './kinds.js'
import { policyFlags, policyOf } from './policy.js'
import { shortNamesOf } from './short-names.js'
import type { Parts } from './snapshot.js'
import { assembled } from './snapshot.js'
import { statedIn, statementFlags } from './statements.js'

/** The flags of every command that reads a cluster. */
export const commonFlags: ReadonlyArray<FlagGroup> = [fileFlags, statementFlags, policyFlags]

/** How a command reads and prints. */
export interface Reading {
  readonly format: Format | PictureFormat
  /** Arguments that name lists. */
  readonly files: ReadonlyArray<string>
  /** Other files that the command reads. */
  readonly beside?: ReadonlyArray<string>
}

/** What lists of a command line hold, and what is stated of them. */
export interface Lists extends Parts {
  /** What kinds are called. */
  readonly kinds: ReadonlyArray<NamedKind>
  readonly notes: ReadonlyArray<string>
  /** That nobody said when the lists were taken, for those to whom it matters. */
  readonly timeNotes: ReadonlyArray<string>
}

/** Prepares a command about lists. */
export const onLists = (
  given: Given,
  { format, files, beside = [] }: Reading,
  answer: (environment: Environment, lists: Lists) => Result,
): E.Either<string, Prepared> => {
  const at = readAt(given)
  if (E.isLeft(at)) return at
  const tables = given.values('api-resources')
  // Beside files that are no lists, the lists may still come through the pipe.
  const lists = files.length === 0 && tables.length + beside.length > 0 ? ['-'] : files
  return E.right({
    paths: [...lists, ...tables, ...beside],
    stdin: lists.length === 0 ? 'required' : 'optional',
    printsYaml: format === 'yaml',
    run: (environment, stdin) => {
      const texts = O.isSome(stdin) ? [stdin.value] : lists.map(environment.read)
      const found = readFiles(texts, tables.map(environment.read))
      if (E.isLeft(found)) return failed(found.left)
      const { listed, scopes } = found.right
      const listings = listed.map(({ listing }) => listing)
      const served = [...scopes_1_36.scopes, ...scopes]
      const kinds = kindsOf(
        [...served, ...listings.flatMap((listing) => listing.scopes)],
        listings.flatMap(({ objects }) => objects),
        shortNamesOf(listings, found.right.tables),
      )
      const stated = statedIn(given)(kinds)
      if (E.isLeft(stated)) return failed(stated.left)
      const moment = momentOfFiles(at.right, environment)
      return answer(environment, {
        at: moment.at,
        listed,
        scopes: served,
        stated: stated.right,
        kinds,
        notes: notesOn(listed),
        timeNotes: moment.notes,
      })
    },
  })
}

/** A cluster as it was read, with the rules that hold. */
export interface Cluster {
  readonly snapshot: Owner.Snapshot
  readonly policy: Owner.Policy
  /** What kinds are called. */
  readonly kinds: ReadonlyArray<NamedKind>
  readonly notes: ReadonlyArray<string>
}

/** Prepares a command about owners. */
export const onCluster = (
  given: Given,
  reading: Reading,
  answer: (environment: Environment, cluster: Cluster) => Result,
): E.Either<string, Prepared> => {
  const policy = policyOf(given)
  if (E.isLeft(policy)) return policy
  return onLists(given, reading, (environment, lists) => {
    const { kinds, notes } = lists
    const snapshot = assembled(kubernetesOwnerSnapshot)(lists)
    return E.isLeft(snapshot)
      ? failed(snapshot.left)
      : answer(environment, { snapshot: snapshot.right, policy: policy.right, kinds, notes })
  })
}
