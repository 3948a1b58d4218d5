/**
 * Answers what the owner collector and the controller of namespaces do in a fake cluster: the real collector's memory,
 * kept from event to event.
 */
import { sweepNamespaces } from '../../controllers/namespace/sweep.js'
import type { Server } from '../../apiserver/server.js'
import type { Ground, Step } from '../../simulate/cascade/settle.js'
import { attemptLimit, drainQueues } from '../../simulate/cascade/settle.js'
import { conflict } from '../../apiserver/answer.js'
import type { Address } from '../../apiserver/address.js'
import type { Request } from '../../controllers/owner/memory/index.js'
import type { Running } from '../../controllers/owner/memory/running.js'
import { giveBack, runningOn, takeWarnings } from '../../controllers/owner/memory/running.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { Event } from '../../controllers/owner/reason.js'
import { misuse } from '../misuse.js'
import type { ApiError } from '../../apiserver/api-error.js'
import type { Party } from './log.js'
import { nameOf } from './name.js'
import type { State } from './state.js'

/** The owner collector of one cluster. */
export interface OwnerCollector {
  /** Acts until it is quiet, namespaces that are being deleted with it. */
  readonly settle: () => void
  /** Tries again what came to nothing, until it is quiet. */
  readonly retry: () => void
  /** Forgets everything and lists the cluster anew. */
  readonly restart: () => void
  /** Changes of objects that it heard of, by whomever. */
  readonly changes: () => number
  /** True when it tries something again and again. */
  readonly isHeldUp: () => boolean
  /** Events that it recorded. */
  readonly warnings: () => ReadonlyArray<Event>
}

/** The collector of a cluster whose objects it has observed. */
export const ownerCollectorOf = (state: State, policy: Policy): OwnerCollector => {
  let running: Running = runningOn(policy)(state.server.list())
  let unsettled: Step[] = []
  let changes = 0
  const warnings: Event[] = [...takeWarnings(running)]
  const server: Server = {
    ...loggedServer(state, 'owner-collector'),
    drain: () => {
      const drained = state.server.drain()
      changes += drained.length
      return drained
    },
  }
  const ground = (): Ground => ({
    policy,
    scopes: state.scopes,
    covers: () => true,
    server,
    limit: attemptLimit(state.server.list().length),
    obstacle: obstacleIn(state, 'owner-collector', state.server),
  })
  const settle = (): void => {
    for (;;) {
      const settled = drainQueues(ground())(running)
      if (!settled.isQuiet) misuse('the owner collector goes round in circles')
      unsettled.push(...settled.unsettled)
      warnings.push(...takeWarnings(running))
      const ending = endingNamespaces(state)
      if (ending.size === 0 || sweepNamespaces(sweepingServer(state), ending, () => true).length === 0) return
    }
  }
  return {
    settle,
    retry: () => {
      if (unsettled.length === 0) return
      for (const { work } of unsettled.splice(0)) giveBack(running, work)
      settle()
    },
    restart: () => {
      changes += state.server.drain().length
      unsettled = []
      running = runningOn(policy)(state.server.list())
      warnings.push(...takeWarnings(running))
    },
    changes: () => changes,
    isHeldUp: () => unsettled.some(({ attempt }) => attempt.result._tag === 'CallFailed'),
    warnings: () => warnings,
  }
}

/** The server as one party meets it: what it asks for is written down. */
const loggedServer = (state: State, by: Party): Server => {
  const { server } = state
  return {
    ...server,
    delete: (address, options) => logged(state, by, 'delete', address, server.delete(address, options)),
    patch: (address, patch) => logged(state, by, 'patch', address, server.patch(address, patch)),
  }
}

const logged = <A extends { readonly code: number }>(
  { now, log }: State,
  by: Party,
  verb: 'delete' | 'patch',
  address: Address,
  answer: A,
): A => {
  log.push({ at: now, by, verb, name: nameAt(address), code: answer.code })
  return answer
}

const nameAt = ({ kind, namespace, name }: Address): string => nameOf({ kind, metadata: { namespace, name, uid: '' } })

/** The error of a request that a script lets fail; one whose answer is lost is carried out all the same. */
const obstacleIn =
  (state: State, by: Party, server: Server) =>
  (request: Request): ApiError | undefined => {
    const { object: address } = request
    const verb = request._tag === 'Delete' ? 'delete' : 'patch'
    const uid = server.get(address)?.metadata.uid
    const trouble = state.troubles(verb, [nameAt(address), ...(uid === undefined ? [] : [uid])])
    if (trouble === undefined) return undefined
    if (trouble.how === 'lost' && request._tag === 'Delete') server.delete(address, request.options)
    if (trouble.how === 'lost' && request._tag === 'Patch') server.patch(address, request.patch)
    return logged(state, by, verb, address, trouble.error)
  }

/** The controller of namespaces; a delete that fails is one that comes to nothing. */
const sweepingServer = (state: State): Server => {
  const server = loggedServer(state, 'namespace-controller')
  const obstacle = obstacleIn(state, 'namespace-controller', state.server)
  return {
    ...server,
    delete: (object, options) => {
      const request = { _tag: 'Delete', object, options } as unknown as Request
      return obstacle(request) === undefined ? server.delete(object, options) : conflict('the request failed')
    },
  }
}

const endingNamespaces = ({ namespaces, server }: State): ReadonlySet<string> =>
  new Set(
    [...namespaces].filter((name) => {
      const namespace = server.get({ apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name })
      return namespace?.metadata.deletionTimestamp !== undefined
    }),
  )
