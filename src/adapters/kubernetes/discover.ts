/** Asks an API server what it serves. */
import { either as E, type taskEither as TE } from 'fp-ts'

import { type Asking, ask, eachOf } from './ask.js'
import {
  type Discovered,
  type GroupVersions,
  type ServedKind,
  aggregated,
  discoveryAccept,
  groupsIn,
  isAggregated,
  kindsIn,
} from './discovery.js'
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
export const discover =
  (send: Send, asking: Asking = {}): TE.TaskEither<CallError, Discovered> =>
  async () => {
    const read = ask(send, asking)
    const core = await read({ method: 'GET', path: '/api', accept: discoveryAccept })()
    if (E.isLeft(core)) return core
    const groups = await read({ method: 'GET', path: '/apis', accept: discoveryAccept })()
    if (E.isLeft(groups)) return groups
    if (isAggregated(core.right) && isAggregated(groups.right))
      return E.right(joined([core.right, groups.right].map(aggregated)))
    const found = await eachOf([coreGroup, ...groupsIn(groups.right)], 8, groupOn(send, asking))
    return E.isLeft(found) ? found : E.right(joined(found.right))
  }

const coreGroup: GroupVersions = { group: '', versions: ['v1'] }

const groupOn =
  (send: Send, asking: Asking) =>
  async ({ group, versions }: GroupVersions): Promise<E.Either<CallError, Discovered>> => {
    const kinds: ServedKind[] = []
    for (const apiVersion of versions) {
      const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
      const body = await ask(send, { ...asking, attempts: 2 })({ method: 'GET', path })()
      // Credentials that are refused here are refused everywhere.
      if (E.isLeft(body) && (body.left._tag === 'Aborted' || (body.left._tag === 'Refused' && body.left.code === 401)))
        return body
      if (E.isLeft(body)) return E.right({ kinds, undiscoveredGroups: [group] })
      kinds.push(...kindsIn(apiVersion, body.right))
    }
    return E.right({ kinds, undiscoveredGroups: [] })
  }

const joined = (parts: ReadonlyArray<Discovered>): Discovered => ({
  kinds: parts.flatMap(({ kinds }) => kinds),
  undiscoveredGroups: parts.flatMap(({ undiscoveredGroups }) => undiscoveredGroups),
})
