/** Runs a controller on a cluster under watch: one key at a time, with back-off. */
import { either as E, function as F, task as T, taskEither as TE } from 'fp-ts'

import type { WatchEvent } from '../../../apiserver/answer.js'
import { type WholeObject, isPod } from '../../../apiserver/object.js'
import type { ApiRequest } from '../../../apiserver/request.js'
import type { Again, Controller, Reconciled, Requests } from '../../../controllers/controller.js'
import type { CallAnswer, GetAnswer, Program } from '../../../controllers/program.js'
import { type Millis, millis } from '../../../core/index.js'
import type { Clock, Signal } from '../../../execute/index.js'
import { isRecord, ownField } from '../../../internal/lists.js'
import { isNotFound, isUnsupportedMediaType } from '../classify.js'
import { sleepUnless } from '../../clock.js'
import { decodeObject } from '../decode-object.js'
import { objectPath } from '../paths.js'
import type { ObjectPort } from '../ports.js'
import { type CallError, sayCallError } from '../request.js'
import type { WatchedCluster } from '../watch-cluster.js'
import { type Overlay, liveView } from './live-view.js'

/** Where a controller runs. */
export interface Place {
  readonly cluster: WatchedCluster
  readonly objects: ObjectPort
  readonly clock: Clock
  readonly signal: Signal
  /** Says whether a request may be sent now; the others come again. */
  readonly admits?: ((request: ApiRequest) => TE.TaskEither<CallError, boolean>) | undefined
}

/** Changes come in swarms: a key that waits for the next one waits for those with it. */
const swarm = millis(50)

const backoffAfter = (failures: number): Millis => millis(Math.min(30_000, 100 * 2 ** (failures - 1)))

/** Runs a controller until the signal ends it. */
export const runController = <Why>(controller: Controller<Why>, place: Place): void => {
  const { cluster, clock, signal } = place
  const queued = new Set<string>()
  const afterChange = new Set<string>()
  const failures = new Map<string, number>()
  let isBusy = false
  const put = (key: string): void => {
    queued.add(key)
    void work()
  }
  const later = (key: string, span: Millis): void => {
    void sleepUnless(clock, span, signal).then(() => {
      if (!signal.aborted) put(key)
    })
  }
  const heard = (event: WatchEvent<WholeObject>): void => {
    for (const key of controller.keysOf(event)) put(key)
    for (const key of afterChange) later(key, swarm)
    afterChange.clear()
  }
  const again = (key: string, { again: how, failed }: Turn): void => {
    if (failed !== true) failures.delete(key)
    if (how === undefined) return
    const count = (failures.get(key) ?? 0) + 1
    switch (how._tag) {
      case 'Retry':
        failures.set(key, count)
        later(key, backoffAfter(count))
        return
      case 'At':
        later(key, spanTo(clock, how.at))
        return
      case 'AfterChange':
        afterChange.add(key)
        if (how.orAt !== undefined) later(key, spanTo(clock, how.orAt))
    }
  }
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (const key of queued) {
      queued.delete(key)
      const overlay: Overlay = new Map()
      const made = controller.reconcile(liveView(cluster, clock.now(), overlay))(key)
      again(key, await run(place, overlay, '_tag' in made ? made : asProgram(made)))
      if (signal.aborted) return
    }
    isBusy = false
  }
  const unsubscribe = cluster.subscribe(heard)
  signal.addEventListener('abort', unsubscribe)
  for (const object of cluster.objects()) heard({ _tag: 'Added', object })
}

const spanTo = (clock: Clock, at: Date): Millis => millis(Math.max(0, at.getTime() - clock.now().getTime()))

const asProgram = <Why>({ requests, why, again }: Requests<Why>): Program<Reconciled<Why>> => {
  const from = (place: number): Program<Reconciled<Why>> => {
    const request = requests[place]
    const end: { readonly why: () => readonly [Why]; readonly again?: Again | undefined } = { why: () => [why], again }
    return request === undefined
      ? { _tag: 'Done', result: end }
      : { _tag: 'Call', request, next: () => from(place + 1) }
  }
  return from(0)
}

/** What the queue asks of a reconcile that ended: nothing reads its reasons. */
type Turn = Pick<Reconciled<unknown>, 'again' | 'failed'>

/** What a reconcile comes to that could not go on. */
const comesBack: Turn = { again: { _tag: 'Retry' }, failed: true }

const run = async <Why>(place: Place, overlay: Overlay, program: Program<Reconciled<Why>>): Promise<Turn> => {
  let at = program
  while (at._tag !== 'Done') {
    if (place.signal.aborted) break
    if (at._tag === 'Get') at = at.next(await lookedUp(place, at.object)())
    else if (await isAdmitted(place, at.request)()) at = at.next(await send(place, overlay, at.request)())
    else break
  }
  return at._tag === 'Done' ? at.result : comesBack
}

const isAdmitted = ({ admits = () => TE.right(true) }: Place, request: ApiRequest): T.Task<boolean> =>
  F.pipe(
    admits(request),
    TE.getOrElse(() => T.of(false)),
  )

const lookedUp = ({ objects }: Place, object: Parameters<ObjectPort['get']>[0]): T.Task<GetAnswer> =>
  F.pipe(
    objects.get(object),
    TE.match(
      (error): GetAnswer => ({ _tag: 'Failed', error }),
      (found) => (found === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', object: found }),
    ),
  )

const send = ({ cluster, objects }: Place, overlay: Overlay, request: ApiRequest): T.Task<CallAnswer> => {
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
            if (live === undefined) return T.of<CallAnswer>({ _tag: 'NotFound' })
            const spec = { ...(isRecord(live.spec) ? live.spec : {}), finalizers: request.finalizers }
            return answered(objects.replace(request.object, { ...live, spec }, 'finalize'))
          },
        ),
      )
    case 'Create':
    case 'Update': {
      const { object } = request
      const scope = cluster.scopes.find(object.apiVersion, object.kind)
      if (scope === undefined) return T.of({ _tag: 'NotFound' })
      const { namespace, name } = object.metadata
      const address = { ...scope, name, ...(scope.namespaced && namespace !== undefined ? { namespace } : {}) }
      return answered(
        request._tag === 'Create'
          ? objects.create(address, object)
          : objects.replace(address, object, request.subresource),
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

const answered: (answer: TE.TaskEither<CallError, unknown>) => T.Task<CallAnswer> = TE.match(
  (error) => refused(error),
  () => ({ _tag: 'Accepted' }),
)

const refused = (error: CallError): CallAnswer => {
  if (isNotFound(error)) return { _tag: 'NotFound' }
  if (isUnsupportedMediaType(error)) return { _tag: 'UnsupportedMediaType' }
  const isRefusal =
    error._tag === 'Refused' && error.code >= 400 && error.code < 500 && error.code !== 429 && error.code !== 401
  return isRefusal
    ? { _tag: 'Conflict', message: error.message }
    : { _tag: 'Failed', error: { message: sayCallError(error) } }
}
