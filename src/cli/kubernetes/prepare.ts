/** What commands about the control plane share: the lists, and for owners also cluster and policy. */
import { either as E, function as F, option as O } from 'fp-ts'

import type * as Owner from '../../controllers/owner/index.js'
import { scopes_1_36 } from '../../apiserver/index.js'
import { kubernetesOwnerSnapshot } from '../../decode/index.js'
import type { FlagGroup, Given, Text } from '../command.js'
import { type Moment, momentOfFiles, readAt } from '../plan/time.js'
import { type Sources, reading } from '../sources.js'
import { wordsIn } from './arguments.js'
import { type Found, fileFlags, notesOn, readFiles } from './files.js'
import { inferredScopes, sayInferred } from './inferred-scopes.js'
import { type NamedKind, kindsOf } from './kinds.js'
import { policyFlags, policyOf } from './policy.js'
import { shortNamesOf } from './short-names.js'
import { type Parts, assembled } from './snapshot.js'
import { statedIn, statementFlags } from './statements.js'

/** The flags of every command that reads a cluster. */
export const commonFlags: ReadonlyArray<FlagGroup> = [fileFlags, statementFlags, policyFlags]

/** What lists of a command line hold, and what is stated of them. */
export interface Lists extends Parts {
  /** What kinds are called. */
  readonly kinds: ReadonlyArray<NamedKind>
  readonly notes: ReadonlyArray<string>
  /** Notes that the time of the lists is unknown, for commands that depend on it. */
  readonly timeNotes: ReadonlyArray<string>
}

/** Reads the lists that `-f` and the arguments name, unless it is said which; other files are read beside them. */
export const listsIn = (
  given: Given,
  files: ReadonlyArray<string> = [...given.values('file'), ...given.files],
  beside: ReadonlyArray<string> = [],
): E.Either<string, Sources<Lists>> =>
  F.pipe(
    readAt(given),
    E.map((at) => {
      const tables = given.values('api-resources')
      // Beside files that are no lists, the lists may still come through the pipe.
      const lists = files.length === 0 && tables.length + beside.length > 0 ? ['-'] : files
      return {
        paths: [...lists, ...tables, ...beside],
        stdin: lists.length === 0 ? 'required' : 'optional',
        read: (environment, stdin) =>
          F.pipe(
            readFiles(
              O.match(
                () => lists.map(environment.read),
                (piped: Text) => [piped],
              )(stdin),
              tables.map(environment.read),
            ),
            E.flatMap(listsOf(given, momentOfFiles(at, environment))),
          ),
      }
    }),
  )

const listsOf =
  (given: Given, { at, notes: timeNotes }: Moment) =>
  ({ listed, scopes, tables }: Found): E.Either<string, Lists> => {
    const listings = listed.map(({ listing }) => listing)
    const objects = listings.flatMap((listing) => listing.objects)
    const defined = [...scopes_1_36.scopes, ...scopes, ...listings.flatMap((listing) => listing.scopes)]
    const inferred = inferredScopes(defined, objects)
    const served = [...scopes_1_36.scopes, ...scopes, ...inferred]
    const kinds = kindsOf([...defined, ...inferred], objects, shortNamesOf(listings, tables))
    return F.pipe(
      statedIn(given)(kinds),
      E.map((stated) => ({
        at,
        listed,
        scopes: served,
        stated,
        kinds,
        notes: [...notesOn(listed), ...inferred.map(sayInferred)],
        timeNotes,
      })),
    )
  }

/** A cluster as it was read, with the rules that hold. */
export interface Cluster {
  readonly snapshot: Owner.Snapshot
  readonly policy: Owner.Policy
  /** What kinds are called. */
  readonly kinds: ReadonlyArray<NamedKind>
  readonly notes: ReadonlyArray<string>
}

/** Reads a cluster and the rules for owners. */
export const clusterIn = (given: Given, files?: ReadonlyArray<string>): E.Either<string, Sources<Cluster>> =>
  F.pipe(
    policyOf(given),
    E.flatMap((policy) =>
      F.pipe(
        listsIn(given, files),
        reading((_, { kinds, notes, ...parts }) =>
          F.pipe(
            assembled(kubernetesOwnerSnapshot)(parts),
            E.map((snapshot) => ({ snapshot, policy, kinds, notes })),
          ),
        ),
      ),
    ),
  )

/** The same where arguments are objects as well as files. */
export const clusterOfWords = (given: Given): E.Either<string, Sources<Cluster>> =>
  F.pipe(
    wordsIn(given),
    E.flatMap(({ files }) => clusterIn(given, files)),
  )
