/** Leases of coordination.k8s.io/v1 as records of who leads. */
import { type either as E, function as F, taskEither as TE } from 'fp-ts'

import { epochOfRfc3339, instant } from '../../../core/time.js'
import { isRecord, ownField } from '../../../internal/lists.js'
import { sent } from '../ask.js'
import { isNotFound } from '../classify.js'
import { textOf } from '../json.js'
import { collectionPath, objectPath } from '../paths.js'
import type { ApiCall, CallError, Send } from '../request.js'

/** Where a lease is. */
export interface LeaseName {
  readonly namespace: string
  readonly name: string
}

/** A lease as the server has it. */
export interface Lease {
  readonly resourceVersion: string
  /** Empty: released, or never held. */
  readonly holder: string
  /** For how many milliseconds without a change it stays with its holder, if it says so. */
  readonly lasts: number | undefined
  /** When its holder renewed it, by the holder's clock. */
  readonly renewedAt: Date | undefined
  readonly acquireTime: string | undefined
  readonly transitions: number
  /** The whole object, which an update keeps but for its spec. */
  readonly body: object
}

/** What an elector writes. */
export interface LeaseSpec {
  readonly holderIdentity: string
  readonly leaseDurationSeconds: number
  readonly acquireTime: string
  readonly renewTime: string
  readonly leaseTransitions: number
}

const kind = { apiVersion: 'coordination.k8s.io/v1', resource: 'leases' }

/** The lease; nothing if there is none. `read` sends a request once, or patiently. */
export const readLease = (
  read: (call: ApiCall) => TE.TaskEither<CallError, unknown>,
  lease: LeaseName,
): TE.TaskEither<CallError, Lease | undefined> => {
  const path = objectPath({ ...kind, ...lease })
  return F.pipe(
    read({ method: 'GET', path }),
    TE.flatMapEither((body): E.Either<CallError, Lease | undefined> => leaseIn(path, body)),
    TE.orElse((error) => (isNotFound(error) ? TE.right(undefined) : TE.left(error))),
  )
}

/** Creates the lease; a conflict if somebody was faster. */
export const createLease = (send: Send, lease: LeaseName, spec: LeaseSpec): TE.TaskEither<CallError, Lease> => {
  const { namespace, name } = lease
  const path = collectionPath({ ...kind, namespace })
  const body = { apiVersion: kind.apiVersion, kind: 'Lease', metadata: { namespace, name }, spec }
  return F.pipe(
    sent(send, { method: 'POST', path, body }),
    TE.flatMapEither((made) => leaseIn(path, made)),
  )
}

/** Replaces the lease in the version that was seen; a conflict if it was changed meanwhile. */
export const updateLease = (
  send: Send,
  lease: LeaseName,
  seen: Lease,
  spec: LeaseSpec,
): TE.TaskEither<CallError, Lease> => {
  const path = objectPath({ ...kind, ...lease })
  return F.pipe(
    sent(send, { method: 'PUT', path, body: { ...seen.body, spec } }),
    TE.flatMapEither((made) => leaseIn(path, made)),
  )
}

const leaseIn = (path: string, body: unknown): E.Either<CallError, Lease> => {
  const resourceVersion = textOf(ownField(ownField(body, 'metadata'), 'resourceVersion'))
  if (!isRecord(body) || resourceVersion === undefined)
    return { _tag: 'Left', left: { _tag: 'Unreadable', path, message: 'expected a Lease with a resourceVersion' } }
  const spec = ownField(body, 'spec')
  const transitions = ownField(spec, 'leaseTransitions')
  const seconds = ownField(spec, 'leaseDurationSeconds')
  const renewed = epochOfRfc3339(textOf(ownField(spec, 'renewTime')) ?? '')
  return {
    _tag: 'Right',
    right: {
      resourceVersion,
      holder: textOf(ownField(spec, 'holderIdentity')) ?? '',
      lasts: typeof seconds === 'number' ? seconds * 1000 : undefined,
      renewedAt: renewed === null ? undefined : instant(renewed),
      acquireTime: textOf(ownField(spec, 'acquireTime')),
      transitions: typeof transitions === 'number' ? transitions : 0,
      body,
    },
  }
}
