/** What commands about the control plane share: the lists, and for owners also cluster and policy. */
import { either as E, function as F, option as O } from 'fp-ts'

import type * as Owner from '../../controllers/owner/index.js'
import type { Collector } from '../../adapters/kubernetes/index.js'
import { type StatedVersion, kubernetesOwnerSnapshot } from '../../decode/index.js'
import type { FlagGroup, Given, Text } from '../command.js'
import type * as ControlPlane from '../../simulate/control-plane/index.js'
import { all } from '../fp.js'
import { type Moment, momentOfFiles, readAt } from '../plan/time.js'
import type { Chosen } from '../release/chosen.js'
import { type Choice, choiceForServer, statedByObjects } from '../release/stated.js'
import { type Sources, reading } from '../sources.js'
import { wordsIn } from './arguments.js'
import { type Found, fileFlags, foundIn, notesOn, readFiles } from './files.js'
import { inferredScopes, sayInferred } from './inferred-scopes.js'
import { type NamedKind, kindsOf } from './kinds.js'
import { askedRelease, policyFlags, policyOf, releaseRules } from './policy.js'
import { clusterAsked, clusterFlags } from './cluster-flags.js'
import { shortNamesOf } from './short-names.js'
import { type Parts, assembled } from './snapshot.js'
import { statedIn, statementFlags } from './statements.js'

/** The flags of every command that reads a cluster. */
export const commonFlags: ReadonlyArray<FlagGroup> = [fileFlags, clusterFlags, statementFlags, policyFlags]

/** What lists of a command line hold, and what is stated of them. */
export interface Lists extends Parts, Choice {
  /** What kinds are called. */
  readonly kinds: ReadonlyArray<NamedKind>
  /** How the release was chosen; they stand in `notes` as well. */
  readonly choiceNotes: ReadonlyArray<string>
  /** The namespace of the context, where a cluster was read. */
  readonly namespace?: string | undefined
  /** Of the release that is chosen. */
  readonly rules: ControlPlane.ReleaseRules
  /** Notes that the time of the lists is unknown, for commands that depend on it. */
  readonly timeNotes: ReadonlyArray<string>
}

/** Reads the lists that `-f` and the arguments name, unless it is said which; other files are read beside them. */
export const listsIn = (
  given: Given,
  files: ReadonlyArray<string> = [...given.values('file'), ...given.files],
  beside: ReadonlyArray<string> = [],
  collector?: Collector,
): E.Either<string, Sources<Lists>> =>
  F.pipe(
    all({ at: readAt(given), asked: askedRelease(given) }),
    E.map(({ at, asked }) => {
      const tables = given.values('api-resources')
      // Beside files that are no lists, the lists may still come through the pipe.
      const lists = files.length === 0 && tables.length + beside.length > 0 ? ['-'] : files
      return {
        paths: [...lists, ...tables, ...beside],
        lists: lists.length === 0 ? ['-'] : lists,
        stdin: lists.length === 0 ? 'required' : 'optional',
        cluster: files.length === 0 ? clusterAsked(given, collector) : undefined,
        read: (environment, stdin) => {
          const { cluster } = environment
          if (cluster !== undefined) return listsOf(given, asked, { at: cluster.at, notes: [] })(foundIn(cluster))
          return F.pipe(
            readFiles(
              O.match(
                () => lists.map(environment.read),
                (piped: Text) => [piped],
              )(stdin),
              tables.map(environment.read),
            ),
            E.flatMap(listsOf(given, asked, momentOfFiles(at, environment))),
          )
        },
      }
    }),
  )

const listsOf =
  (given: Given, asked: Chosen, { at, notes: timeNotes }: Moment) =>
  ({ listed, scopes, tables, versions, live }: Found): E.Either<string, Lists> => {
    const listings = listed.map(({ listing }) => listing)
    const objects = listings.flatMap((listing) => listing.objects)
    const stated: ReadonlyArray<StatedVersion> = [...versions, ...statedByObjects(objects)]
    const { chosen, notes } = choiceForServer(asked, stated)
    return F.pipe(
      releaseRules(chosen),
      E.bindTo('rules'),
      // A server tells what it serves; files are read as if it served what its release does.
      E.let('base', ({ rules }) => (live === undefined ? [...rules.scopes.scopes, ...scopes] : scopes)),
      E.let('defined', ({ base }) => [...base, ...listings.flatMap((listing) => listing.scopes)]),
      E.let('inferred', ({ defined }) => inferredScopes(defined, objects)),
      E.let('kinds', ({ defined, inferred }) =>
        kindsOf([...defined, ...inferred], objects, shortNamesOf(listings, tables)),
      ),
      E.bind('coverage', ({ kinds }) => statedIn(given)(kinds)),
      E.map(({ rules, base, inferred, kinds, coverage }) => ({
        ...{ at, listed, scopes: [...base, ...inferred], stated: [...coverage, ...(live?.stated ?? [])], kinds },
        ...{
          rules,
          namespace: live?.namespace,
          chosen,
          choiceNotes: notes,
          notes: [...(live?.notes ?? []), ...notes, ...notesOn(listed), ...inferred.map(sayInferred)],
          timeNotes,
        },
      })),
    )
  }

/** A cluster as it was read, with the rules that hold. */
export interface Cluster extends Choice, Pick<Lists, 'kinds' | 'rules' | 'namespace'> {
  readonly snapshot: Owner.Snapshot
  readonly policy: Owner.Policy
}

/** Reads a cluster and the rules for owners. */
export const clusterIn = (given: Given, files?: ReadonlyArray<string>): E.Either<string, Sources<Cluster>> =>
  F.pipe(
    policyOf(given),
    E.flatMap((policyUnder) =>
      F.pipe(
        listsIn(given, files),
        reading((_, { kinds, chosen, rules, notes, namespace, ...parts }) =>
          F.pipe(
            assembled(kubernetesOwnerSnapshot)(parts),
            E.map((snapshot) => ({ snapshot, policy: policyUnder(rules), kinds, chosen, rules, notes, namespace })),
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
