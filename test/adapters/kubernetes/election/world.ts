/** Electors on machines with clocks of their own, behind a network that loses and delays, over one server in memory. */
import { either as E } from 'fp-ts'

import { type ElectionOptions, type Leadership, type Send, elect } from '../../../../src/adapters/kubernetes/index.js'
import type { Transport } from '../../../../src/adapters/kubernetes/request.js'
import { instant, millis } from '../../../../src/core/time.js'
import type { Clock } from '../../../../src/execute/index.js'
import { type VirtualClock, virtualClock } from '../../../../src/testing/virtual-clock.js'
import { type Spec, leaseServer } from './lease-server.js'

/** What becomes of one request; times in milliseconds. */
export interface Fate {
  readonly before: number
  readonly after: number
  readonly how: 'answered' | 'lost' | 'answer lost' | 'never answered' | 500 | 429 | 409
}

/** A machine: how fast its stopwatch is, how wrong its time of day, when it stands still. */
export interface Machine {
  readonly rate: number
  /** The time of day is wrong by so much from these instants on. */
  readonly wrongBy: (at: number) => number
  /** It stands still in these spans, and hears what happened meanwhile at their ends. */
  readonly stops: ReadonlyArray<readonly [from: number, to: number]>
  readonly fates: ReadonlyArray<Fate>
}

/** A process that takes part. */
export interface Process {
  readonly identity: string
  readonly leads: () => boolean
  /** Whether its work has been told to end. */
  readonly isEnded: () => boolean
  /** How its elections ended. */
  readonly ends: () => ReadonlyArray<string>
  /** Cuts it off for good: nothing that it sends arrives. */
  readonly cutOff: () => void
  readonly stop: () => void
}

/** The world. */
export interface World {
  readonly clock: VirtualClock
  /** The record. */
  readonly spec: () => Spec
  /** Changes the record, as another client would. */
  readonly edit: (change: Spec) => void
  /** Its work goes on for as long as `windingUp` after it was told to end. */
  readonly start: (
    identity: string,
    machine: Machine,
    options?: Partial<ElectionOptions>,
    windingUp?: () => Promise<void>,
  ) => Process
  readonly holder: () => string
}

/** A machine without faults. */
export const soundMachine: Machine = {
  ...{ rate: 1, wrongBy: () => 0, stops: [] },
  fates: [{ before: 5, after: 5, how: 'answered' }],
}

export const leaseName = { namespace: 'tools', name: 'cleaner' }

/** A world; it asks `check` each time before time passes. */
export const world = (check: () => void = () => undefined): World => {
  let now = 0
  const clock = virtualClock(
    () => instant(now),
    (to) => {
      check()
      now = to.getTime()
      check()
    },
    120,
  )
  const server = leaseServer()
  const wait = (span: number, stops: Machine['stops']): Promise<void> => {
    const end = now + span
    const stopped = stops.find(([from, to]) => from <= end && end < to)
    return clock.sleep(millis(Math.ceil((stopped === undefined ? end : stopped[1]) - now)))()
  }
  const holder = (): string => String(server.spec().holderIdentity ?? '')
  const start: World['start'] = (identity, { rate, wrongBy, stops, fates }, options = {}, windingUp) => {
    let sent = 0
    let isCut = false
    const cut: Transport = { _tag: 'Cut', message: 'cut' }
    const send: Send = (call) => async () => {
      const { before, after, how } = fates[sent++ % fates.length] ?? { before: 0, after: 0, how: 'answered' }
      await wait(before, stops)
      if (how === 'lost' || isCut) return E.left(cut)
      if (typeof how === 'number') return E.right({ status: how, body: {} })
      const answer = server.answer(call)
      check()
      if (how === 'never answered') await new Promise(() => undefined)
      await wait(after, stops)
      return how === 'answer lost' || isCut ? E.left(cut) : E.right(answer)
    }
    const local: Clock = {
      now: () => instant(now + wrongBy(now)),
      sleep: (span, cancelled) => () => {
        const due = now + span / rate
        const stopped = stops.find(([from, to]) => from <= due && due < to)
        const until = Math.max(0, Math.ceil((stopped === undefined ? due : stopped[1]) - now))
        return new Promise((resolve) => {
          const end = (): void => {
            cancelled.removeEventListener('abort', end)
            resolve()
          }
          cancelled.addEventListener('abort', end)
          void clock.sleep(millis(until), cancelled)().then(end)
        })
      },
    }
    const ending = new AbortController()
    const ends: string[] = []
    let leadership: Leadership | undefined
    const untilEnd =
      (given: Leadership): (() => Promise<void>) =>
      async () => {
        leadership = given
        check()
        await new Promise<void>((resolve) => {
          if (given.signal.aborted) resolve()
          else given.signal.addEventListener('abort', () => resolve())
        })
        await windingUp?.()
      }
    const settings = {
      ...{ ...leaseName, identity, clock: local, elapsed: () => now * rate, random: () => 0.5 },
      ...{ signal: ending.signal, ...options },
    }
    void (async () => {
      while (!ending.signal.aborted) {
        const ended = await elect(send, settings)(untilEnd)()
        ends.push(E.isLeft(ended) ? 'refused' : ended.right._tag)
        if (E.isLeft(ended)) return
      }
    })()
    return {
      identity,
      leads: () => leadership?.leads() === true,
      isEnded: () => leadership === undefined || leadership.signal.aborted,
      ends: () => ends,
      cutOff: () => {
        isCut = true
      },
      stop: () => ending.abort(),
    }
  }
  return { clock, spec: server.spec, edit: server.edit, start, holder }
}
