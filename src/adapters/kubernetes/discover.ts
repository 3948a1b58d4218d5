/** Asks an API server what it serves. */
import { function as F, taskEither as TE } from 'fp-ts'

import { type Asking, ask, eachOf } from './ask.js'
import {
  type Discovered,
  type GroupVersions,
  aggregated,
  discoveryAccept,
  groupsIn,
  isAggregated,
  kindsIn,
} from './discovery.js'
import { within } from './ending.js'
import type { CallError, Send } from './request.js'

/**
 * Asks which kinds are served: in two requests since Kubernetes 1.26, before that in one for each version of a group.
 *
 * Shape: a group that can't be asked, as the server behind it is away, is in `undiscoveredGroups`: unknown, never "not
 * served". Order: of the server, the core group first.
 * Fails: if the server itself can't be asked for its groups.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/discovery/discovery_client.go ServerGroupsAndResources
 */
export const discover = (send: Send, asking: Asking = {}): TE.TaskEither<CallError, Discovered> =>
  within(asking.signal, (signal) => discovered(send, { ...asking, signal }))

const discovered = (send: Send, asking: Asking): TE.TaskEither<CallError, Discovered> => {
  const groupsAt = (path: string): TE.TaskEither<CallError, unknown> =>
    ask(send, asking)({ method: 'GET', path, accept: discoveryAccept })
  return F.pipe(
    TE.Do,
    TE.bind('core', () => groupsAt('/api')),
    TE.bind('groups', () => groupsAt('/apis')),
    TE.chain(({ core, groups }) =>
      isAggregated(core) && isAggregated(groups)
        ? TE.right([core, groups].map(aggregated))
        : eachOf([coreGroup, ...groupsIn(groups)], 8, groupOn(send, asking)),
    ),
    TE.map(joined),
  )
}

const coreGroup: GroupVersions = { group: '', versions: ['v1'] }

const groupOn =
  (send: Send, asking: Asking) =>
  ({ group, versions }: GroupVersions): TE.TaskEither<CallError, Discovered> =>
    versions.reduce<TE.TaskEither<CallError, Discovered>>(
      (before, apiVersion) =>
        F.pipe(
          before,
          TE.chain((found) =>
            found.undiscoveredGroups.length > 0
              ? TE.right(found)
              : F.pipe(
                  versionOn(send, asking, group, apiVersion),
                  TE.map((more) => joined([found, more])),
                ),
          ),
        ),
      TE.right(joined([])),
    )

const versionOn = (
  send: Send,
  asking: Asking,
  group: string,
  apiVersion: string,
): TE.TaskEither<CallError, Discovered> => {
  const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return F.pipe(
    ask(send, { ...asking, attempts: 2 })({ method: 'GET', path }),
    TE.map((body): Discovered => ({ kinds: kindsIn(apiVersion, body), undiscoveredGroups: [] })),
    // Credentials that are refused here are refused everywhere.
    TE.orElse((error) =>
      error._tag === 'Aborted' || (error._tag === 'Refused' && error.code === 401)
        ? TE.left(error)
        : TE.right({ kinds: [], undiscoveredGroups: [group] }),
    ),
  )
}

const joined = (parts: ReadonlyArray<Discovered>): Discovered => ({
  kinds: parts.flatMap(({ kinds }) => kinds),
  undiscoveredGroups: parts.flatMap(({ undiscoveredGroups }) => undiscoveredGroups),
})
