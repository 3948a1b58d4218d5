/** Reads a cluster through its API server. Loaded only by commands that need it. */
import { type either as E, function as F, taskEither as TE } from 'fp-ts'

import {
  type CallError,
  type Look,
  type LookError,
  type LookOptions,
  type ServedKind,
  type Unlisted,
  look,
  sayCallError,
} from '../../adapters/kubernetes/index.js'
import type { Acting, ClusterAsk, LiveCluster, OpenCluster } from '../world.js'
import { versionsOf } from './versions.js'

/** Reads all of a cluster; where most of it is forbidden, what is in one namespace. */
export const readCluster =
  (ask: ClusterAsk, { signal, say }: Pick<Acting, 'signal' | 'say'>) =>
  (cluster: OpenCluster): Promise<E.Either<string, LiveCluster>> => {
    const namespace = ask.namespace ?? cluster.namespace
    const lookAt = (where: Pick<LookOptions, 'namespaces' | 'discovered'>): TE.TaskEither<LookError, Look<unknown>> => {
      let listed = 0
      const onListed = (_: ServedKind, of: number): void => {
        listed += 1
        say(`listed ${listed} of ${of} kinds`)
      }
      return look(ask.collector ?? 'cluster')(cluster.send, { signal, onListed, ...where })
    }
    return F.pipe(
      lookAt({}),
      TE.bindTo('everywhere'),
      TE.bind('seen', ({ everywhere }) =>
        isMostlyForbidden(everywhere)
          ? lookAt({ namespaces: [namespace], discovered: everywhere.discovered })
          : TE.of(everywhere),
      ),
      TE.mapLeft((error) => `${cluster.context}: ${sayLookError(error)}`),
      TE.bind('versions', () => TE.fromTask(versionsOf(cluster, signal))),
      TE.map(({ everywhere, seen, versions }) => ({
        name: cluster.context,
        namespace,
        at: seen.parts.at,
        listings: seen.parts.listings,
        scopes: seen.parts.scopes,
        covers: seen.parts.covers,
        undiscoveredGroups: seen.parts.undiscoveredGroups,
        versions,
        table: tableOf(seen.discovered.kinds),
        notes: [
          ...(seen === everywhere ? [] : [`most of the cluster is forbidden; read namespace ${namespace} only`]),
          ...unlistedNotes(seen.unlisted),
          ...undiscoveredNotes(seen.parts.undiscoveredGroups),
        ],
      })),
    )()
  }

/** Credentials of a namespace may list what is in it, and little else. */
const isMostlyForbidden = ({ unlisted, parts }: Look<unknown>): boolean =>
  unlisted.filter(({ error }) => error._tag === 'Refused' && error.code === 403).length > parts.listings.length

/** Kinds that could not be listed, those of one reason in one note. */
export const unlistedNotes = (unlisted: ReadonlyArray<Unlisted>): ReadonlyArray<string> => {
  const byWhy = new Map<string, string[]>()
  for (const { kind, error } of unlisted) {
    const why = error._tag === 'Refused' ? `${error.code} ${error.reason}` : sayCallError(error)
    byWhy.set(why, [...(byWhy.get(why) ?? []), kind.resource])
  }
  return [...byWhy].map(([why, names]) => `not listed, so unknown (${why}): ${names.join(', ')}`)
}

/** Groups whose kinds are not known. */
export const undiscoveredNotes = (groups: ReadonlyArray<string>): ReadonlyArray<string> =>
  groups.map((group) => `group ${group} cannot be discovered because its API server is down; its objects are unknown`)

/** An error of a look as one line. */
const sayLookError = (error: LookError): string =>
  error._tag === 'InvalidInput'
    ? error.problems.map(({ path, expected, actual }) => `${path}: expected ${expected}, got ${actual}`).join('; ')
    : sayCall(error)

const sayCall = (error: CallError): string =>
  error._tag === 'Refused' && error.code === 401
    ? `the credentials are refused (${sayCallError(error)})`
    : sayCallError(error)

const tableOf = (kinds: ReadonlyArray<ServedKind>): string =>
  [
    'NAME SHORTNAMES APIVERSION NAMESPACED KIND VERBS CATEGORIES',
    ...kinds.map(({ resource, shortNames, apiVersion, namespaced, kind, verbs }) =>
      [
        resource,
        ...(shortNames.length === 0 ? [] : [shortNames.join(',')]),
        apiVersion,
        namespaced,
        kind,
        verbs.join(','),
      ].join('   '),
    ),
  ].join('\n')
