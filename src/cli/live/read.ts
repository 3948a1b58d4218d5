/** Reads a cluster through its API server. Loaded only by commands that need it. */
import { either as E } from 'fp-ts'

import {
  type CallError,
  type Look,
  type LookError,
  type ServedKind,
  type Unlisted,
  look,
  sayCallError,
} from '../../adapters/kubernetes/index.js'
import { statedVersions } from '../../decode/index.js'
import type { Acting, ClusterAsk, LiveCluster, OpenCluster } from '../world.js'

/** Reads all of a cluster; where most of it is forbidden, what is in one namespace. */
export const readCluster =
  (ask: ClusterAsk, { signal, say }: Pick<Acting, 'signal' | 'say'>) =>
  async (cluster: OpenCluster): Promise<E.Either<string, LiveCluster>> => {
    let listed = 0
    const onListed = (_: ServedKind, of: number): void => {
      listed += 1
      say(`listed ${listed} of ${of} kinds`)
    }
    const everywhere = await look(ask.collector ?? 'cluster')(cluster.send, { signal, onListed })()
    if (E.isLeft(everywhere)) return E.left(`${cluster.context}: ${sayLookError(everywhere.left)}`)
    const namespace = ask.namespace ?? cluster.namespace
    listed = 0
    const seen = isMostlyForbidden(everywhere.right)
      ? await look(ask.collector ?? 'cluster')(cluster.send, {
          signal,
          onListed,
          namespaces: [namespace],
          discovered: everywhere.right.discovered,
        })()
      : everywhere
    if (E.isLeft(seen)) return E.left(`${cluster.context}: ${sayLookError(seen.left)}`)
    const version = await cluster.send({ method: 'GET', path: '/version', signal })()
    const { parts, unlisted, discovered } = seen.right
    return E.right({
      name: cluster.context,
      namespace,
      at: parts.at,
      listings: parts.listings,
      scopes: parts.scopes,
      covers: parts.covers,
      undiscoveredGroups: parts.undiscoveredGroups,
      versions: E.isRight(version) ? statedVersions(version.right.body) : [],
      table: tableOf(discovered.kinds),
      notes: [
        ...(seen === everywhere ? [] : [`most of the cluster is forbidden; read namespace ${namespace} only`]),
        ...unlistedNotes(unlisted),
        ...parts.undiscoveredGroups.map(
          (group) => `group ${group} can't be asked what it serves, as its API server is away; its objects are unknown`,
        ),
      ],
    })
  }

/** Credentials of a namespace may list what is in it, and little else. */
const isMostlyForbidden = ({ unlisted, parts }: Look<unknown>): boolean =>
  unlisted.filter(({ error }) => error._tag === 'Refused' && error.code === 403).length > parts.listings.length

const unlistedNotes = (unlisted: ReadonlyArray<Unlisted>): ReadonlyArray<string> => {
  const byWhy = new Map<string, string[]>()
  for (const { kind, error } of unlisted) {
    const why = error._tag === 'Refused' ? `${error.code} ${error.reason}` : sayCallError(error)
    byWhy.set(why, [...(byWhy.get(why) ?? []), kind.resource])
  }
  return [...byWhy].map(([why, names]) => `not listed, so unknown (${why}): ${names.join(', ')}`)
}

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
