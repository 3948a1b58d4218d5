/** Sends the requests of a controller, and tells it what came of them in its own words. */
import { either as E, function as F, task as T, taskEither as TE } from 'fp-ts'

import { type WholeObject, isPod } from '../../../apiserver/object.js'
import type { ApiRequest } from '../../../apiserver/request.js'
import type { CallAnswer, GetAnswer } from '../../../controllers/program.js'
import { isRecord, ownField } from '../../../internal/lists.js'
import { isNotFound, isUnsupportedMediaType } from '../classify.js'
import { decodeObject } from '../decode-object.js'
import { objectPath } from '../paths.js'
import type { ObjectPort } from '../ports.js'
import { type CallError, sayCallError } from '../request.js'
import type { WatchedCluster } from '../watch-cluster.js'
import type { Overlay } from './overlay.js'

/** Where requests go. */
export interface Target {
  readonly cluster: WatchedCluster
  readonly objects: ObjectPort
}

/** Looks an object up on the server. */
export const lookedUp = ({ objects }: Target, object: Parameters<ObjectPort['get']>[0]): T.Task<GetAnswer> =>
  F.pipe(
    objects.get(object),
    TE.match(
      (error): GetAnswer => ({ _tag: 'Failed', error }),
      (found) => (found === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', object: found }),
    ),
  )

/** An answer in the words of controllers, and the status of one that refuses. */
export interface Sent {
  readonly answer: CallAnswer
  readonly code: number
}

/** Sends a request, and notes in the overlay what a deletion leaves. */
export const send = ({ cluster, objects }: Target, overlay: Overlay, request: ApiRequest): T.Task<Sent> => {
  switch (request._tag) {
    case 'Delete': {
      const path = objectPath(request.object)
      return F.pipe(
        objects.delete(request.object, request.options),
        TE.map((body) => overlay.set(path, leftBy(body))),
        TE.mapLeft((error) => {
          if (isNotFound(error)) overlay.set(path, undefined)
          return error
        }),
        answered,
      )
    }
    case 'Patch':
      return answered(objects.patch(request.object, request.patch))
    case 'FinalizeNamespace':
      return F.pipe(
        objects.get(request.object),
        TE.matchE(
          (error) => T.of(refused(error)),
          (live) => {
            if (live === undefined) return T.of(notThere)
            const spec = { ...(isRecord(live.spec) ? live.spec : {}), finalizers: request.finalizers }
            return answered(objects.replace(request.object, { ...live, spec }, 'finalize'))
          },
        ),
      )
    case 'Create':
    case 'Update': {
      const { object } = request
      const scope = cluster.scopes.find(object.apiVersion, object.kind)
      if (scope === undefined) return T.of(notThere)
      const { namespace, name } = object.metadata
      const address = { ...scope, name, ...(scope.namespaced && namespace !== undefined ? { namespace } : {}) }
      return answered(
        request._tag === 'Create'
          ? objects.create(address, object)
          : objects.replace(address, object, request.subresource),
        request._tag === 'Update' ? objectIn : undefined,
      )
    }
  }
}

/** What a deletion leaves: the object while finalizers or a grace period hold it. */
const leftBy = (body: unknown): WholeObject | undefined =>
  ownField(body, 'kind') === 'Status'
    ? undefined
    : F.pipe(
        decodeObject(body),
        E.match(
          () => undefined,
          (object) => {
            const { finalizers = [], deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata
            const waits = finalizers.length > 0 || (isPod(object) && deletionGracePeriodSeconds > 0)
            return deletionTimestamp !== undefined && waits ? object : undefined
          },
        ),
      )

const objectIn = (body: unknown): WholeObject | undefined =>
  F.pipe(
    decodeObject(body),
    E.getOrElseW(() => undefined),
  )

const answered = (
  answer: TE.TaskEither<CallError, unknown>,
  tells: (body: unknown) => WholeObject | undefined = () => undefined,
): T.Task<Sent> =>
  F.pipe(
    answer,
    TE.match(refused, (body): Sent => ({ answer: { _tag: 'Accepted', object: tells(body) }, code: 200 })),
  )

const notThere: Sent = { answer: { _tag: 'NotFound' }, code: 404 }

const refused = (error: CallError): Sent => {
  if (isNotFound(error)) return notThere
  const code = error._tag === 'Refused' ? error.code : 0
  if (isUnsupportedMediaType(error)) return { answer: { _tag: 'UnsupportedMediaType' }, code }
  const isRefusal = code >= 400 && code < 500 && code !== 429 && code !== 401
  return isRefusal
    ? { answer: { _tag: 'Conflict', message: error.message }, code }
    : { answer: { _tag: 'Failed', error: { message: sayCallError(error) } }, code }
}
