/** Runs a controller on a cluster under watch: one key at a time, with back-off. */
import { function as F, task as T, taskEither as TE } from 'fp-ts'

import type { WatchEvent } from '../../../apiserver/answer.js'
import type { WholeObject } from '../../../apiserver/object.js'
import type { ApiRequest } from '../../../apiserver/request.js'
import type { Controller, Reconciled, Requests } from '../../../controllers/controller.js'
import type { CallAnswer, Program } from '../../../controllers/program.js'
import { isTriedAgain } from '../../../controllers/tried-again.js'
import { type Millis, millis } from '../../../core/index.js'
import type { Clock, Signal } from '../../../execute/index.js'
import type { CallError } from '../request.js'
import { delays } from './delays.js'
import { liveView } from './live-view.js'
import { type Overlay, forgetUnseen, noticed } from './overlay.js'
import { type Sent, type Target, lookedUp, send } from './send.js'

/** A controller that keeps no state of its own: what it knows is the cluster. */
export type Reconciler<Why = string> = Pick<Controller<Why>, 'name' | 'watches' | 'retries' | 'keysOf' | 'reconcile'>

/** One request of a controller, and what came of it. */
export interface RequestOutcome {
  /** The name of the controller. */
  readonly by: string
  readonly request: ApiRequest
  readonly answer: CallAnswer
  /** Why it was sent, where the reconcile said so beforehand. */
  readonly why?: unknown
}

/** Where a controller runs. */
export interface Place extends Target {
  readonly clock: Clock
  readonly signal: Signal
  /** Says whether a request may be sent now; the others come again. */
  readonly admits?: ((request: ApiRequest) => TE.TaskEither<CallError, boolean>) | undefined
  /** Nothing is carried out, so nothing will be noticed. */
  readonly dryRun?: boolean | undefined
  /** Called after each request. */
  readonly onAct?: ((act: RequestOutcome) => void) | undefined
  /** Called each time that a request may not be sent. */
  readonly onWithheld?: ((by: string, request: ApiRequest) => void) | undefined
  /** Called when a controller throws, with its name. */
  readonly onThrown?: ((by: string, thrown: unknown) => void) | undefined
}

/** Changes come in swarms: a key that waits for the next one waits for those with it. */
const swarm = millis(50)

const backoffAfter = (failures: number): Millis => millis(Math.min(30_000, 100 * 2 ** (failures - 1)))

/** Runs a controller until the signal ends it. */
export const runController = (controller: Reconciler<unknown>, place: Place): void => {
  const { cluster, clock, signal } = place
  const overlay: Overlay = new Map()
  const queued = new Set<string>()
  const afterChange = new Set<string>()
  const failures = new Map<string, number>()
  let isBusy = false
  const put = (key: string): void => {
    queued.add(key)
    void work()
  }
  const later = delays(clock, signal, put)
  const keysOf = (event: WatchEvent<WholeObject>): ReadonlyArray<string> => {
    try {
      return controller.keysOf(event)
    } catch (thrown) {
      place.onThrown?.(controller.name, thrown)
      return []
    }
  }
  const heard = (event: WatchEvent<WholeObject>): void => {
    noticed(cluster, overlay, event)
    if (controller.watches?.includes(event.object.kind) !== false) for (const key of keysOf(event)) put(key)
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
  const reconciled = async (key: string): Promise<Turn> => {
    try {
      const view = liveView(cluster, clock.now(), overlay)
      const made = controller.reconcile(view)(key)
      const failed: Sent[] = []
      const tell = (request: ApiRequest, sent: Sent): void => {
        const { answer, code } = sent
        const isRefusedForNow = answer._tag === 'Conflict' && isTriedAgain(controller.retries, code, request, view)
        if (answer._tag === 'Failed' || isRefusedForNow) failed.push(sent)
        place.onAct?.({ by: controller.name, request, answer, ...('why' in made ? { why: made.why } : {}) })
      }
      const withheld = (request: ApiRequest): void => place.onWithheld?.(controller.name, request)
      const turn = await run(place, overlay, { tell, withheld }, 'requests' in made ? asProgram(made) : made)
      // Requests that follow each other say when to come back if none fails. No change may follow a request that has come to nothing.
      const isForSuccess = 'requests' in made || turn.again === undefined || turn.again._tag === 'AfterChange'
      return failed.length > 0 && isForSuccess ? comesBack : turn
    } catch (thrown) {
      place.onThrown?.(controller.name, thrown)
      return comesBack
    }
  }
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (const key of queued) {
      queued.delete(key)
      again(key, await reconciled(key))
      if (place.dryRun === true) overlay.clear()
      else forgetUnseen(cluster, overlay)
      if (signal.aborted) return
    }
    isBusy = false
  }
  const unsubscribe = cluster.subscribe(heard)
  signal.addEventListener('abort', unsubscribe)
  for (const object of cluster.objects()) heard({ _tag: 'Added', object })
}

const spanTo = (clock: Clock, at: Date): Millis => millis(Math.max(0, at.getTime() - clock.now().getTime()))

/** Sends all requests, whatever comes of them. */
const asProgram = <Why>({ requests, why, again }: Requests<Why>): Program<Reconciled<Why>> => {
  const from = (place: number): Program<Reconciled<Why>> => {
    const request = requests[place]
    return request === undefined
      ? { _tag: 'Done', result: { why: () => [why], again } }
      : { _tag: 'Call', request, next: () => from(place + 1) }
  }
  return from(0)
}

/** What the queue asks of a reconcile that ended: nothing reads its reasons. */
type Turn = Pick<Reconciled<unknown>, 'again' | 'failed'>

/** What a reconcile comes to that could not go on. */
const comesBack: Turn = { again: { _tag: 'Retry' }, failed: true }

/** Told of each request: what came of it, or that it may not be sent. */
interface Listeners {
  readonly tell: (request: ApiRequest, sent: Sent) => void
  readonly withheld: (request: ApiRequest) => void
}

const run = async (
  place: Place,
  overlay: Overlay,
  { tell, withheld }: Listeners,
  program: Program<Reconciled<unknown>>,
): Promise<Turn> => {
  let at = program
  while (at._tag !== 'Done') {
    if (place.signal.aborted) break
    if (at._tag === 'Get') at = at.next(await lookedUp(place, at.object)())
    else if (await isAdmitted(place, at.request)()) {
      const sent = await send(place, overlay, at.request)()
      tell(at.request, sent)
      at = at.next(sent.answer)
    } else {
      withheld(at.request)
      break
    }
  }
  return at._tag === 'Done' ? at.result : comesBack
}

const isAdmitted = ({ admits = () => TE.right(true) }: Place, request: ApiRequest): T.Task<boolean> =>
  F.pipe(
    admits(request),
    TE.getOrElse(() => T.of(false)),
  )
