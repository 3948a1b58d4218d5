/** Decodes one object as a snapshot of the whole cluster holds it. */
import { either as E, function as F } from 'fp-ts'

import type { WholeObject } from '../../apiserver/object.js'
import { decodeKubectlObjects, decodeKubectlObjectsOf, kubernetesClusterSnapshot, linesOf } from '../../decode/index.js'
import { instant } from '../../core/time.js'
import type { Unreadable } from './request.js'

/** The kind of an object whose body does not name it. */
export interface OfKind {
  readonly apiVersion: string
  readonly kind: string
}

/**
 * Decodes one object of an API server or of a client library: its metadata, and what collectors read of spec and status, with
 * instants as `Date`.
 *
 * Fails: `Unreadable` for anything that is no object with a name and a uid.
 *
 * @example
 * ```ts
 * import { decodeObject } from 'gcplan/adapters/kubernetes'
 *
 * const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-0', namespace: 'shop', uid: 'u-1' } }
 * const decoded = decodeObject(body)
 * if (decoded._tag === 'Right') console.log(decoded.right.metadata.name) // web-0
 * ```
 */
export const decodeObject = (body: unknown, of?: OfKind): E.Either<Unreadable, WholeObject> =>
  F.pipe(
    of === undefined ? decodeKubectlObjects([body]) : decodeKubectlObjectsOf(of)([body]),
    E.flatMap((listing) => kubernetesClusterSnapshot({ at: instant(0), listings: [listing], scopes: [], covers: [] })),
    E.mapLeft((error) => unreadable(linesOf(error).slice(0, 3).join('; '))),
    E.flatMap(({ objects: [object] }) => (object === undefined ? E.left(unreadable('no object')) : E.right(object))),
  )

const unreadable = (message: string): Unreadable => ({ _tag: 'Unreadable', path: 'object', message })
