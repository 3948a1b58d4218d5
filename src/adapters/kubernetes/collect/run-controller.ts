/** Runs a controller on a cluster under watch: one key at a time, with back-off. */
import { either as E } from 'fp-ts'

import type { WatchEvent } from '../../../apiserver/answer.js'
import { type WholeObject, isPod } from '../../../apiserver/object.js'
import type { ApiRequest } from '../../../apiserver/request.js'
import type { Again, Controller, Reconciled, Requests } from '../../../controllers/controller.js'
import type { CallAnswer, GetAnswer, Program } from '../../../controllers/program.js'
import { type Millis, millis } from '../../../core/index.js'
import type { Clock, Signal } from '../../../execute/index.js'
import { isNotFound, isUnsupportedMediaType } from '../classify.js'
import { sleepUnless } from '../clock.js'
import { decodeObject } from '../decode-object.js'
import { fieldOf } from '../json.js'
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
  readonly admits?: ((request: ApiRequest) => Promise<E.Either<CallError, boolean>>) | undefined
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
  const again = (key: string, { again: how, failed }: Reconciled<Why>): void => {
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

/** What a reconcile comes to that could not go on. */
const comesBack = { again: { _tag: 'Retry' }, failed: true } as const

const run = async <Why>(
  place: Place,
  overlay: Overlay,
  program: Program<Reconciled<Why>>,
): Promise<Reconciled<Why>> => {
  let at = program
  while (at._tag !== 'Done') {
    if (place.signal.aborted) break
    if (at._tag === 'Get') at = at.next(await lookedUp(place, at.object))
    else {
      const admitted = place.admits === undefined ? E.right(true) : await place.admits(at.request)
      if (E.isLeft(admitted) || !admitted.right) return { ...comesBack, why: () => [] as never }
      at = at.next(await send(place, overlay, at.request))
    }
  }
  return at._tag === 'Done' ? at.result : { ...comesBack, why: () => [] as never }
}

const lookedUp = async ({ objects }: Place, object: Parameters<ObjectPort['get']>[0]): Promise<GetAnswer> => {
  const found = await objects.get(object)()
  if (E.isLeft(found)) return { _tag: 'Failed', error: found.left }
  return found.right === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', object: found.right }
}

const send = async ({ cluster, objects }: Place, overlay: Overlay, request: ApiRequest): Promise<CallAnswer> => {
  const { scopes } = cluster
  switch (request._tag) {
    case 'Delete': {
      const answer = await objects.delete(request.object, request.options)()
      if (E.isRight(answer)) overlay.set(objectPath(request.object), leftBy(answer.right))
      else if (isNotFound(answer.left)) overlay.set(objectPath(request.object), undefined)
      return answered(answer)
    }
    case 'Patch':
      return answered(await objects.patch(request.object, request.patch)())
    case 'FinalizeNamespace': {
      const live = await objects.get(request.object)()
      if (E.isLeft(live)) return answered(live)
      if (live.right === undefined) return { _tag: 'NotFound' }
      const body = { ...live.right, spec: { ...(live.right.spec as object), finalizers: request.finalizers } }
      return answered(await objects.replace(request.object, body, 'finalize')())
    }
    case 'Create':
    case 'Update': {
      const { object } = request
      const scope = scopes.find(object.apiVersion, object.kind)
      if (scope === undefined) return { _tag: 'NotFound' }
      const { namespace, name } = object.metadata
      const address = { ...scope, name, ...(scope.namespaced && namespace !== undefined ? { namespace } : {}) }
      return answered(
        await (
          request._tag === 'Create'
            ? objects.create(address, object)
            : objects.replace(address, object, request.subresource)
        )(),
      )
    }
  }
}

/** What a deletion leaves: the object while finalizers or a grace period hold it. */
const leftBy = (body: unknown): WholeObject | undefined => {
  if (fieldOf(body, 'kind') === 'Status') return undefined
  const object = decodeObject(body)
  if (E.isLeft(object)) return undefined
  const { finalizers = [], deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.right.metadata
  const waits = finalizers.length > 0 || (isPod(object.right) && deletionGracePeriodSeconds > 0)
  return deletionTimestamp !== undefined && waits ? object.right : undefined
}

const answered = (answer: E.Either<CallError, unknown>): CallAnswer => {
  if (E.isRight(answer)) return { _tag: 'Accepted' }
  const error = answer.left
  if (isNotFound(error)) return { _tag: 'NotFound' }
  if (isUnsupportedMediaType(error)) return { _tag: 'UnsupportedMediaType' }
  const isRefusal =
    error._tag === 'Refused' && error.code >= 400 && error.code < 500 && error.code !== 429 && error.code !== 401
  return isRefusal
    ? { _tag: 'Conflict', message: error.message }
    : { _tag: 'Failed', error: { message: sayCallError(error) } }
}
