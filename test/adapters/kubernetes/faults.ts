/** A client on which faults fall: outages, watches that are cut or held up, answers that refuse, come late or never. */
import { setMaxListeners } from 'node:events'

import { either as E } from 'fp-ts'
import fc from 'fast-check'

import type { ApiCall, CallError, Client, Reply, Transport } from '../../../src/adapters/kubernetes/index.js'
import { sleepUnless } from '../../../src/adapters/clock.js'
import { millis } from '../../../src/core/index.js'
import type { Clock } from '../../../src/execute/index.js'
import { clientOf, type ServedCluster } from '../../../src/testing/http/index.js'

/** What becomes of one request; a number of seconds is for how long it is under way. */
type Fate = 'answered' | 'lost' | 'answer lost' | 409 | 410 | 429 | 500 | { readonly slow: number }

/** What becomes of one watch. */
type WatchFate = 'open' | 410 | 429 | { readonly heldUp: number } | { readonly cutAfter: number }

/** A span of time in seconds from the start. */
interface Spell {
  readonly from: number
  readonly lasts: number
}

/** Everything that goes wrong between a program and its server. Fates come by turns. */
export interface Faults {
  /** The server can't be reached. */
  readonly outages: ReadonlyArray<Spell>
  /** Watches are cut every second. */
  readonly cuts: ReadonlyArray<Spell>
  readonly fates: ReadonlyArray<Fate>
  readonly watches: ReadonlyArray<WatchFate>
  /** How far the clock of the program is off, in seconds, from some time on. */
  readonly skews: ReadonlyArray<{ readonly from: number; readonly by: number }>
}

const spells = (count: number, until: number, longest: number): fc.Arbitrary<ReadonlyArray<Spell>> =>
  fc.array(fc.record({ from: fc.integer({ min: 0, max: until }), lasts: fc.integer({ min: 1, max: longest }) }), {
    maxLength: count,
  })

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 10, arbitrary: fc.constant('answered' as const) },
  { weight: 2, arbitrary: fc.constantFrom<Fate>('lost', 'answer lost', 409, 410, 429, 500) },
  { weight: 1, arbitrary: fc.record({ slow: fc.integer({ min: 1, max: 40 }) }) },
)

const watchFate: fc.Arbitrary<WatchFate> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('open' as const) },
  { weight: 1, arbitrary: fc.constantFrom<WatchFate>(410, 429) },
  { weight: 2, arbitrary: fc.record({ heldUp: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 1, arbitrary: fc.record({ cutAfter: fc.integer({ min: 1, max: 30 }) }) },
)

/** Faults that are over after so many seconds. */
export const faultsUntil = (until: number): fc.Arbitrary<Faults> =>
  fc.record({
    outages: spells(2, until, 100),
    cuts: spells(1, until, 30),
    fates: fc.array(fate, { minLength: 1, maxLength: 20 }),
    watches: fc.array(watchFate, { minLength: 1, maxLength: 20 }),
    skews: fc.array(
      fc.record({ from: fc.integer({ min: 0, max: until }), by: fc.integer({ min: -4000, max: 4000 }) }),
      { maxLength: 2 },
    ),
  })

/** The client of a program, and its clock. */
export interface Wire {
  readonly client: Client
  readonly clock: Clock
  /** Nothing comes through from now on: the process at this end is dead. */
  readonly kill: () => void
}

/** Puts faults between a program and a cluster until some time, in seconds from the start of the test. */
export const wireTo = (cluster: ServedCluster, faults: Faults, since: Date, until: number): Wire => {
  const { clock } = cluster
  const start = since.getTime()
  const inner = clientOf(cluster)
  const death = new AbortController()
  setMaxListeners(0, death.signal)
  const seconds = (): number => (cluster.now().getTime() - start) / 1000
  const isIn = (spells: ReadonlyArray<Spell>): boolean =>
    seconds() < until && spells.some(({ from, lasts }) => seconds() >= from && seconds() < from + lasts)
  /** Lets time pass, but not beyond the end of all faults. */
  const pass = (span: number, cancelled?: AbortSignal): Promise<void> =>
    sleepUnless(clock, millis(Math.max(0, Math.min(span, until - seconds())) * 1000), cancelled)
  let [turn, watchTurn] = [0, 0]
  const next = (): Fate =>
    seconds() >= until ? 'answered' : (faults.fates[turn++ % faults.fates.length] ?? 'answered')
  const nextWatch = (): WatchFate =>
    seconds() >= until ? 'open' : (faults.watches[watchTurn++ % faults.watches.length] ?? 'open')

  const send = async (call: ApiCall): Promise<E.Either<Transport, Reply>> => {
    if (death.signal.aborted) return new Promise(() => undefined)
    if (isIn(faults.outages)) return E.left({ _tag: 'Unreachable', message: 'refused' })
    const how = next()
    if (how === 'lost') return E.left({ _tag: 'Cut', message: 'lost' })
    // A conflict is about a change.
    if (typeof how === 'number' && (how !== 409 || call.method !== 'GET')) return E.right(refusal(how))
    const answer = await inner.send(call)()
    // What is said was true when it was asked.
    if (typeof how === 'object') await pass(how.slow)
    return how === 'answer lost' || death.signal.aborted ? E.left({ _tag: 'Cut', message: 'lost' }) : answer
  }

  const open = async function* (call: ApiCall): AsyncIterable<Uint8Array> {
    if (isIn(faults.outages)) throw thrown({ _tag: 'Unreachable', message: 'refused' })
    const how = nextWatch()
    if (typeof how === 'number') throw thrown({ _tag: 'Refused', code: how, reason: `HTTP ${how}`, message: 'refused' })
    const end = new AbortController()
    const stop = (): void => {
      end.abort()
    }
    call.signal?.addEventListener('abort', stop)
    death.signal.addEventListener('abort', stop)
    const cutAfter = (span: number): void => void pass(span, end.signal).then(stop)
    if (typeof how === 'object' && 'cutAfter' in how) cutAfter(how.cutAfter)
    if (isIn(faults.cuts)) cutAfter(1)
    for (const { from } of [...faults.outages, ...faults.cuts])
      if (from > seconds() && from < until) cutAfter(from - seconds())
    try {
      for await (const chunk of inner.open({ ...call, signal: end.signal })) {
        if (typeof how === 'object' && 'heldUp' in how) await pass(how.heldUp, end.signal)
        if (end.signal.aborted) break
        yield chunk
      }
      if (end.signal.aborted) throw thrown({ _tag: 'Cut', message: 'reset' })
    } catch (error) {
      throw end.signal.aborted ? thrown({ _tag: 'Cut', message: 'reset' }) : error
    } finally {
      call.signal?.removeEventListener('abort', stop)
      death.signal.removeEventListener('abort', stop)
      end.abort()
    }
  }

  const skew = (): number =>
    seconds() >= until ? 0 : (faults.skews.filter(({ from }) => from <= seconds()).at(-1)?.by ?? 0)
  return {
    client: { send: (call) => () => send(call), open },
    clock: {
      now: () => new Date(cluster.now().getTime() + skew() * 1000),
      sleep: (span, cancelled) => clock.sleep(span, cancelled),
    },
    kill: () => {
      death.abort()
    },
  }
}

/** A client of a server that serves these resources alone: what it does not serve, nobody watches. */
export const serving =
  (...resources: ReadonlyArray<string>) =>
  (client: Client): Client => ({
    ...client,
    send: (call) => async () => {
      const answer = await client.send(call)()
      return (call.path === '/api' || call.path === '/apis') && E.isRight(answer)
        ? E.right({ ...answer.right, body: only(new Set(resources), answer.right.body) })
        : answer
    },
  })

interface Groups {
  readonly items?: ReadonlyArray<{
    readonly versions: ReadonlyArray<{ readonly resources: ReadonlyArray<{ readonly resource: string }> }>
  }>
}

const only = (kept: ReadonlySet<string>, body: unknown): unknown => {
  const { items = [] } = body as Groups
  return {
    ...(body as Groups),
    items: items
      .map((group) => ({
        ...group,
        versions: group.versions.map((version) => ({
          ...version,
          resources: version.resources.filter(({ resource }) => kept.has(resource)),
        })),
      }))
      .filter(({ versions }) => versions.some(({ resources }) => resources.length > 0)),
  }
}

const refusal = (status: number): Reply => ({
  status,
  body: { kind: 'Status', status: 'Failure', code: status, reason: `HTTP ${status}`, message: 'refused' },
})

const thrown = (error: CallError): Error => Object.assign(new Error('fault'), error)
