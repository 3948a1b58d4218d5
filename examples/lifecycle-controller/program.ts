/** The program: it looks, plans, carries out what guards allow, and tells, until its signal ends it. */
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import { type Millis, type Report, millis, removalsOf } from 'gcplan'
import {
  type CallError,
  type Client,
  type EventRecorder,
  type Leadership,
  classify,
  look,
  ports,
} from 'gcplan/adapters/kubernetes'
import * as Lifecycle from 'gcplan/controllers/lifecycle'
import { type CallFault, type Clock, backoff, executeWith, pause } from 'gcplan/execute'

import type { Config } from './config.js'
import { type Before, type Decision, type Family, decide } from './decide.js'
import type { Metrics } from './metrics.js'
import { type Found, readPolicy, writeStatus } from './policy.js'
import { countsOf, tell } from './tell.js'

/** What the program needs of the world. */
export interface Parts {
  readonly client: Pick<Client, 'send'>
  readonly clock: Clock
  readonly config: Config
  readonly events: EventRecorder
  readonly metrics: Metrics
  readonly log: (line: Readonly<Record<string, unknown>>) => void
}

/** What was carried out. */
export type Done = Report<Family, CallError | CallFault>

/** A decision, and how the kinds that it is about are served. */
interface Looked extends Decision {
  readonly scopes: Parameters<typeof ports>[1]
}

/** Works as long as it leads, one turn after the other. What is to be known later is in annotations: it may be killed at any time. */
export const lifecycleController = (parts: Parts) => (leadership: Leadership) => async (): Promise<void> => {
  const { clock, config, client, log, metrics } = parts
  let rehearsed = Lifecycle.emptyMemory
  while (!leadership.signal.aborted) {
    const at = clock.now()
    const turned = await turn(parts, leadership, rehearsed)()
    const wait = waitAfter(parts, turned)
    if (E.isRight(turned)) rehearsed = turned.right.decision.rehearsed
    else {
      log({ level: 'error', message: turned.left })
      metrics.failed()
    }
    await writeStatus(client.send, config.policy, {
      ...{ at, wakeAt: new Date(clock.now().getTime() + wait) },
      ...(E.isRight(turned)
        ? {
            generation: turned.right.found.generation,
            counts: countsOf(turned.right.decision, turned.right.done),
            problem: undefined,
            refusals: turned.right.decision.refusals,
          }
        : { generation: undefined, counts: {}, problem: turned.left, refusals: [] }),
    })()
    await pause(clock, wait, leadership.signal)
  }
}

/** One turn that came to a plan. */
interface Turned {
  readonly found: Found
  readonly decision: Decision
  readonly done: Done
}

/** Looks, decides, looks again before anything is removed, and carries out what both looks agree on. */
const turn = (parts: Parts, leadership: Leadership, rehearsed: Lifecycle.Memory): TE.TaskEither<string, Turned> => {
  const { client, config, metrics } = parts
  return F.pipe(
    readPolicy(client.send, config.policy),
    TE.bindTo('found'),
    TE.bind('first', ({ found }) => lookAndDecide(parts, leadership, { ...found, own: config.namespace, rehearsed })),
    TE.bind('decision', ({ found, first }) => {
      const before = { ...found, own: config.namespace, rehearsed: first.rehearsed, agreed: first.planned }
      return removalsOf(first.allowed).length === 0 ? TE.right(first) : lookAndDecide(parts, leadership, before)
    }),
    TE.tap(({ decision }) => TE.fromIO(() => metrics.planned(decision))),
    TE.bind('done', ({ decision }) => TE.fromTask(carryOut(parts, leadership, decision))),
    TE.tap(({ done }) => TE.fromIO(() => tell(parts, done))),
  )
}

const lookAndDecide = (
  { client, clock }: Parts,
  { signal }: Leadership,
  before: Before,
): TE.TaskEither<string, Looked> =>
  F.pipe(
    look('cluster')(client.send, { clock, signal }),
    TE.mapLeft((error) => `the cluster could not be read: ${JSON.stringify(error)}`),
    TE.flatMapEither(({ snapshot }) =>
      F.pipe(
        decide(before)(snapshot),
        E.map((decision) => ({ ...decision, scopes: { scopes: snapshot.scopes } })),
      ),
    ),
  )

/** Every call is asked for again whether it may be made: this process may have been stopped meanwhile. */
const carryOut = ({ client, clock }: Parts, { signal, leads }: Leadership, { allowed, refusals, scopes }: Looked) =>
  executeWith<Family, CallError>({
    ...{ clock, classify, signal, deadline: millis(30_000) },
    perform: Lifecycle.perform(ports(client.send, { ...scopes, clock, signal }).lifecycle),
    retry: { attempts: 3, wait: backoff({ first: millis(500), factor: 4, limit: millis(10_000) }) },
    admit: ({ _tag }) =>
      !leads()
        ? E.left({ _tag: 'NotLeading' })
        : _tag === 'Remove' && refusals.length > 0
          ? E.left({ _tag: 'OverLimits' })
          : E.right(undefined),
  })(allowed)

/** Until the plan changes by itself, but no longer than the interval. */
const waitAfter = ({ clock, config }: Parts, turned: E.Either<string, Turned>): Millis =>
  F.pipe(
    O.fromEither(turned),
    O.flatMap(({ decision }) => decision.planned.wakeAt),
    O.map((due) => Math.max(1000, due.getTime() - clock.now().getTime())),
    O.match(
      () => millis(config.interval),
      (span) => millis(Math.min(config.interval, span)),
    ),
  )
