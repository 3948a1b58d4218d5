/** Two replicas of a program that elect a leader: between each and the one cluster that they act on lie faults of its own. */
import { either as E, type taskEither as TE } from 'fp-ts'
import fc from 'fast-check'

import { type CallError, type Client, elect } from '../../../src/adapters/kubernetes/index.js'
import { millis } from '../../../src/core/index.js'
import type { Clock, Signal } from '../../../src/execute/index.js'
import type { HttpRequest, HttpResponse, ServedCluster } from '../../../src/testing/http/index.js'
import { type Faults, serving, wireTo } from './faults.js'

/** A process dies (kill -9) at one of its next changes: before the server has carried it out, or before it hears of that. */
export interface Kill {
  readonly replica: 0 | 1
  /** So many more changes come through. */
  readonly after: number
  readonly isCarriedOut: boolean
}

export const kill: fc.Arbitrary<Kill> = fc.record({
  replica: fc.constantFrom(0 as const, 1 as const),
  after: fc.integer({ min: 0, max: 3 }),
  isCarriedOut: fc.boolean(),
})

/** A program that works until its signal comes. */
export type Work = (parts: {
  readonly client: Client
  readonly clock: Clock
  readonly signal: Signal
}) => TE.TaskEither<CallError, unknown>

/** What a test wants to know of two replicas. */
export interface ReplicaOptions {
  readonly faults: readonly [Faults, Faults]
  /** When the last fault is over, in seconds; nobody dies later. */
  readonly until: number
  /** The kinds that the server serves. */
  readonly resources: ReadonlyArray<string>
  readonly work: Work
  /** Stands between a change and the server that carries it out. */
  readonly onChange: (request: HttpRequest, carryOut: () => HttpResponse) => HttpResponse
}

/** Replicas that run. */
export interface Replicas {
  readonly kill: (kill: Kill) => void
  /** Changes that arrived from a replica after its leadership was over. */
  readonly trespasses: () => ReadonlyArray<string>
  readonly stop: () => void
}

/** Renewals every two seconds would take most of the time of a test. */
const spans = { leaseDuration: 40_000, renewDeadline: 30_000, retryPeriod: 10_000 }

/** For how long a process is away that has died, in milliseconds. */
const restart = millis(5000)

/** So long after the last fault, in seconds, work is done: a lease is over, the next process has begun, and so have its longest waits. */
export const resumption = 120

/** Starts both replicas. */
export const replicated = (cluster: ServedCluster, options: ReplicaOptions): Replicas => {
  const since = cluster.now()
  const elapsed = (): number => cluster.now().getTime() - since.getTime()
  const trespasses: string[] = []
  const kills: ((request: Kill) => void)[] = []
  const stops: (() => void)[] = []
  let processes = 0

  const start = (place: 0 | 1): void => {
    const life = new AbortController()
    let leads = (): boolean => false
    let dying: Kill | undefined
    let left = 0
    const die = (): void => {
      wire.kill()
      life.abort()
      void cluster.clock
        .sleep(restart)()
        .then(() => start(place))
    }
    const handle = (request: HttpRequest): HttpResponse => {
      if (request.method === 'GET' || request.path.includes('/leases')) return cluster.handle(request)
      const isLast = dying !== undefined && elapsed() < options.until * 1000 && left-- === 0
      if (isLast && dying?.isCarriedOut === false) {
        die()
        return lost
      }
      if (!leads()) trespasses.push(`${place} ${request.method} ${request.path}`)
      const response = options.onChange(request, () => cluster.handle(request))
      if (isLast) die()
      return response
    }
    const wire = wireTo({ ...cluster, handle }, options.faults[place], since, options.until)
    const client = serving(...options.resources)(wire.client)
    const { clock } = wire
    const lease = { namespace: 'kube-system', name: 'law', identity: `${place}-${processes++}`, ...spans }
    const election = elect(wire.client.send, { ...lease, clock, elapsed, random: () => 0.5, signal: life.signal })
    const run = async (): Promise<void> => {
      while (!life.signal.aborted) {
        await election((leadership) => async () => {
          const { signal } = leadership
          // At the instant of the deadline itself, requests and the timer that ends the leadership come in any order.
          leads = () => !signal.aborted
          // As a container that has ended is started again.
          if (E.isRight(await options.work({ client, clock, signal })())) await ended(signal)
        })()
        if (!life.signal.aborted) await cluster.clock.sleep(restart, life.signal)()
      }
    }
    kills[place] = (request) => {
      dying = request
      left = request.after
    }
    stops[place] = () => life.abort()
    void run()
  }
  start(0)
  start(1)
  return {
    kill: (request) => kills[request.replica]?.(request),
    trespasses: () => trespasses,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

const ended = (signal: Signal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })

/** Nobody hears it: the wire is dead by then. */
const lost: HttpResponse = {
  ...{ _tag: 'Reply', status: 500, headers: {}, body: {}, contentType: 'application/json' },
}
