/** The program: it watches, plans, carries out what guards allow, and tells, until its signal ends it. */
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import { millis } from 'gcplan'
import {
  type Client,
  type EventRecorder,
  type Leadership,
  type Tell,
  changesOf,
  isNoise,
  sayCallError,
  watchCluster,
} from 'gcplan/adapters/kubernetes'
import {
  type LifecycleTurn,
  explainLifecycleProblem,
  lifecycleEvents,
  lifecycleStatus,
  takeLifecycleTurn,
} from 'gcplan/adapters/kubernetes/lifecycle'
import { emptyMemory } from 'gcplan/controllers/lifecycle'
import { type Clock, pause } from 'gcplan/execute'

import type { Config } from './config.js'
import type { Metrics } from './metrics.js'
import { type Found, readPolicy, writeStatus } from './policy.js'

/** What the program needs of the world. */
export interface Parts {
  readonly client: Client
  readonly clock: Clock
  readonly config: Config
  readonly events: EventRecorder
  readonly metrics: Metrics
  readonly log: (line: Readonly<Record<string, unknown>>) => void
}

type Turned = E.Either<string, LifecycleTurn>

/** Swarms of changes, its own among them, are decided on once. */
const settling = millis(10_000)

/** Works as long as it leads, one turn after the other. What is to be known later is in annotations: it may be killed at any time. */
export const lifecycleController = (parts: Parts) => (leadership: Leadership) => async (): Promise<void> => {
  const { clock, config, client, metrics, log } = parts
  const { signal } = leadership
  const isOver = (): boolean => signal.aborted
  let rehearsed = emptyMemory
  let known: Omit<Found, 'spec'> = { generation: undefined, conditions: undefined }
  /** Tells of a turn; gives the wait before the next. */
  const told = async (at: Date, turned: Turned): Promise<ReturnType<typeof millis>> => {
    // An interrupted turn is no failure, and who leads no more writes no status.
    if (E.isLeft(turned) && isOver()) return millis(0)
    if (E.isRight(turned)) {
      rehearsed = turned.right.decision.rehearsed
      tell(parts, turned.right)
    } else {
      log({ level: 'error', message: turned.left })
      metrics.failedTurn()
    }
    const wait = millis(waitAfter(parts, turned))
    const wakeAt = new Date(clock.now().getTime() + wait)
    const status = lifecycleStatus({ ...known, before: known.conditions, at, wakeAt, turned })
    known = { ...known, conditions: status.conditions }
    const written = await writeStatus(client.send, config.policy, status)()
    if (E.isLeft(written)) {
      log({ level: 'warn', message: `the status was not written: ${written.left}` })
      metrics.failedStatus()
    }
    return wait
  }
  const find = F.pipe(
    readPolicy(client.send, config.policy),
    TE.tap((found) => TE.fromIO(() => (known = found))),
    TE.flatMapEither(({ spec }) => spec),
  )
  while (!isOver()) {
    const watched = await watchCluster(client, { clock, signal, rediscovery: config.interval })()
    if (E.isLeft(watched)) {
      const turned = E.left(`the cluster cannot be watched: ${sayCallError(watched.left)}`)
      await pause(clock, await told(clock.now(), turned), signal)
      continue
    }
    const place = { client, cluster: watched.right, clock, leadership }
    const changes = changesOf(watched.right, { clock, signal, ignores: (event) => isNoise(event) || isOwn(event) })
    while (!isOver()) {
      const at = clock.now()
      const turned = await F.pipe(
        find,
        TE.flatMap((spec) =>
          TE.mapLeft(explainLifecycleProblem)(
            takeLifecycleTurn(place)({ ...spec, own: [config.namespace], rehearsed }),
          ),
        ),
      )()
      await changes.next(settling, await told(at, turned))()
    }
    changes.stop()
    watched.right.stop()
  }
}

/** Its status changes with each turn, and wakes nobody. */
const isOwn = (event: Parameters<Tell>[0]): boolean =>
  event._tag === 'Updated' &&
  event.object.kind === 'LifecyclePolicy' &&
  event.object.metadata['generation'] === event.old?.metadata['generation']

const tell = ({ events, log, metrics }: Parts, { decision, report }: LifecycleTurn): void => {
  metrics.turned(decision, report)
  for (const event of lifecycleEvents(report)) {
    events.record(event)
    const { regarding, type, action, reason, note } = event
    log({ level: type === 'Normal' ? 'info' : 'warn', message: action, ...regarding, reason, note })
  }
}

/** Until the plan changes by itself, but no longer than the interval. */
const waitAfter = ({ clock, config }: Parts, turned: Turned): number => {
  const due = E.isRight(turned) ? turned.right.decision.planned.wakeAt : O.none
  const span = O.isSome(due) ? Math.max(1000, due.value.getTime() - clock.now().getTime()) : config.interval
  return Math.min(config.interval, span)
}
