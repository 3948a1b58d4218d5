/** Plans of letters for the tests of executions, ports that fail as told, and time that passes when nothing else happens. */
import { either as E, option as O } from 'fp-ts'
import type { taskEither as TE } from 'fp-ts'

import type { AmendingPass, Amendment, Pass, Plan, Removal } from '../../src/core/plan.js'
import type { Outcome, PassReport, Report } from '../../src/core/report.js'
import { instant, millis } from '../../src/core/time.js'
import type { Clock, Perform, Signal } from '../../src/execute/index.js'

/** What these plans talk about; an action is one text such as `remove a`. */
export interface Letters {
  readonly Pass: string
  readonly Target: { readonly _tag: 'Letter'; readonly id: string }
  readonly Action: { readonly _tag: 'Call'; readonly text: string }
  readonly Reason: { readonly _tag: 'Unused' }
  readonly AmendReason: { readonly _tag: 'Dangling' }
  readonly KeepReason: { readonly _tag: 'InUse' }
  readonly Event: { readonly _tag: 'Begun' }
  readonly Refusal: { readonly _tag: 'NoDisk' }
  readonly Measurement: { readonly _tag: 'Disk' }
}

export const noon = Date.UTC(2026, 0, 1, 12)

export const letter = (id: string): Letters['Target'] => ({ _tag: 'Letter', id })

export const call = (text: string): Letters['Action'] => ({ _tag: 'Call', text })

/** A removal of one letter, by one call of its name unless others are given. */
export const goes = (
  id: string,
  { requires = [], frees = 0, calls = [`remove ${id}`] }: Partial<Spec> = {},
): Removal<Letters> => ({
  target: letter(id),
  actions: calls.map(call) as unknown as Removal<Letters>['actions'],
  reasons: [{ _tag: 'Unused' }],
  requires: requires.map(letter),
  frees,
})

interface Spec {
  readonly requires: ReadonlyArray<string>
  readonly frees: number
  readonly calls: ReadonlyArray<string>
}

/** A change to a letter that stays. */
export const changes = (
  id: string,
  requires: ReadonlyArray<string> = [],
  text = `amend ${id}`,
): Amendment<Letters> => ({
  target: letter(id),
  actions: [call(text)],
  reasons: [{ _tag: 'Dangling' }],
  requires: requires.map(letter),
})

export const pass = (
  removals: ReadonlyArray<Removal<Letters>>,
  more: Partial<AmendingPass<Letters>> = {},
): Pass<Letters> => ({
  name: 'first',
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  removals,
  reserve: [],
  kept: [],
  events: [{ _tag: 'Begun' }],
  refusal: O.none,
  ...more,
})

export const planOf = (...passes: readonly [Pass<Letters>, ...Pass<Letters>[]]): Plan<Letters> => ({
  at: instant(noon),
  passes,
  wakeAt: O.none,
  assumptions: [],
})

/** A port that fails as the script says: by the text of a call, one answer after the other, then success. */
export const scripted = (
  script: Readonly<Record<string, ReadonlyArray<string | null>>> = {},
): { readonly perform: Perform<Letters['Action'], string>; readonly calls: string[] } => {
  const calls: string[] = []
  return {
    calls,
    perform:
      ({ text }): TE.TaskEither<string, unknown> =>
      () => {
        const error = script[text]?.[calls.filter((made) => made === text).length] ?? null
        calls.push(text)
        return Promise.resolve(error === null ? E.right(undefined) : E.left(error))
      },
  }
}

/** A call that never ends. */
export const hangs = <A>(): Promise<A> => new Promise(() => undefined)

/** Time that jumps to the next moment for which somebody waits, as soon as all have come to rest. */
export const simulatedTime = (): {
  readonly clock: Clock
  readonly slept: number[]
  readonly settled: <A>(begun: Promise<A>) => Promise<A>
  readonly passes: () => Promise<boolean>
} => {
  let now = noon
  const slept: number[] = []
  const sleepers = new Set<{ readonly until: number; readonly cancelled: Signal; readonly wake: () => void }>()
  const rest = (): Promise<void> => new Promise((rested) => setImmediate(rested))
  const passes = async (): Promise<boolean> => {
    await rest()
    for (const sleeper of sleepers) if (sleeper.cancelled.aborted) sleepers.delete(sleeper)
    const [next] = [...sleepers].sort((a, b) => a.until - b.until)
    if (next === undefined) return false
    sleepers.delete(next)
    now = Math.max(now, next.until)
    next.wake()
    return true
  }
  return {
    slept,
    passes,
    clock: {
      now: () => instant(now),
      sleep: (span, cancelled) => () =>
        new Promise((wake) => {
          slept.push(span)
          sleepers.add({ until: now + span, cancelled, wake })
        }),
    },
    settled: async (begun) => {
      let isSettled = false
      const noted = begun.finally(() => (isSettled = true))
      noted.catch(() => undefined)
      while (!isSettled) if (!(await passes()) && !isSettled) throw new Error('nobody waits, and nothing ends')
      return await noted
    },
  }
}

/** A signal that is given when told. */
export const signalOf = (): {
  readonly signal: Signal
  readonly abort: () => void
  readonly listeners: () => number
} => {
  const controller = new AbortController()
  const listeners = new Set<() => void>()
  return {
    signal: {
      get aborted() {
        return controller.signal.aborted
      },
      addEventListener: (type, listener) => {
        listeners.add(listener)
        controller.signal.addEventListener(type, listener)
      },
      removeEventListener: (type, listener) => {
        listeners.delete(listener)
        controller.signal.removeEventListener(type, listener)
      },
    },
    abort: () => {
      controller.abort()
    },
    listeners: () => listeners.size,
  }
}

/** Outcomes as short texts: `Removed a`, `Failed b remove b: error`. */
export const told = <E>({ passes }: Report<Letters, E>): ReadonlyArray<string> => passes.flatMap(toldOf)

const toldOf = <E>({ outcomes, amended = [] }: PassReport<Letters, E>): ReadonlyArray<string> => [
  ...amended.map((outcome) => text({ ...outcome, removal: outcome.amendment } as unknown as Outcome<Letters, E>)),
  ...outcomes.map(text),
]

const text = <E>(outcome: Outcome<Letters, E>): string => {
  const head = `${outcome._tag} ${outcome.removal.target.id}`
  switch (outcome._tag) {
    case 'Failed': {
      const as = outcome.as === undefined ? '' : ` as ${outcome.as}`
      return `${head} ${outcome.action.text}: ${wordsOf(outcome.error)}${as}`
    }
    case 'Skipped':
      return `${head} ${outcome.because}`
    case 'Refused':
      return `${head} ${outcome.refusal._tag}`
    default:
      return outcome.found === undefined ? head : `${head} found gone`
  }
}

const wordsOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && '_tag' in error ? String(error._tag) : String(error)

export const seconds = (count: number) => millis(count * 1000)
