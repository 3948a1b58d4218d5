import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type Pass, type Plan, amendmentsOf } from '../../src/core/plan.js'
import type { Report } from '../../src/core/report.js'
import type { Options } from '../../src/execute/index.js'
import { execute, executeWith } from '../../src/execute/index.js'
import { runs } from '../runs.js'
import type { Letters } from './build.js'
import { changes, goes, hangs, pass, planOf, seconds, signalOf, simulatedTime } from './build.js'

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** What a call does when it is made. */
type Behaviour = 'works' | 'fails' | 'hangs' | 'throws' | 'rejects' | 'gone' | 'conflict' | 'busy'

const behaviour = fc.constantFrom<Behaviour>(
  'works',
  'works',
  'fails',
  'hangs',
  'throws',
  'rejects',
  'gone',
  'conflict',
  'busy',
)

const passArbitrary = (name: string, own: ReadonlyArray<string>): fc.Arbitrary<Pass<Letters>> =>
  fc
    .record({
      requires: fc.array(fc.array(fc.constantFrom(...ids), { maxLength: 2 }), { minLength: 4, maxLength: 4 }),
      twoCalls: fc.boolean(),
      amends: fc.subarray(ids),
      inReserve: fc.nat(2),
      onFailure: fc.constantFrom<Pass<Letters>['onFailure']>('continue', 'finish-pass', 'stop'),
      bytes: fc.option(fc.nat(4)),
    })
    .map(({ requires, twoCalls, amends, inReserve, onFailure, bytes }) => {
      const removals = own.map((id, index) =>
        goes(id, {
          frees: 1,
          requires: (requires[index] ?? []).filter((other) => other < id),
          calls: twoCalls ? [`stop ${id}`, `remove ${id}`] : [`remove ${id}`],
        }),
      )
      const goal = bytes === null ? ({ _tag: 'RemoveAll' } as const) : ({ _tag: 'FreeBytes', bytes } as const)
      return pass(removals.slice(0, removals.length - inReserve), {
        name,
        goal,
        onFailure,
        reserve: removals.slice(removals.length - inReserve),
        amendments: amends.map((id) => changes(`x${id}`)),
      })
    })

const planArbitrary: fc.Arbitrary<Plan<Letters>> = fc
  .tuple(passArbitrary('first', ids.slice(0, 4)), passArbitrary('second', ids.slice(4)))
  .map(([first, second]) => planOf(first, second))

const chaosArbitrary = fc.record({
  plan: planArbitrary,
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 12 }),
  refused: fc.subarray(ids, { maxLength: 2 }),
  concurrency: fc.constantFrom(1, 2, 5),
  abortAt: fc.option(fc.nat(10)),
  attempts: fc.constantFrom(1, 3),
})

const idIn = (text: string): string => text.slice(text.indexOf(' ') + 1)

/** Carries a plan out on a port that does as it is told, call by call. */
const chaos = async (given: typeof chaosArbitrary extends fc.Arbitrary<infer A> ? A : never) => {
  const { plan, behaviours, refused, concurrency, abortAt, attempts } = given
  const time = simulatedTime()
  const off = signalOf()
  const log: string[] = []
  let calls = 0
  let afterAbort = 0
  const perform: Options<Letters, string>['perform'] = ({ text }) => {
    const how = behaviours[calls % behaviours.length]
    if (off.signal.aborted) afterAbort++
    log.push(text)
    if (calls++ === abortAt) off.abort()
    if (how === 'throws') throw new Error('boom')
    return () => {
      if (how === 'hangs') return hangs()
      if (how === 'rejects') return Promise.reject(new Error('boom'))
      return Promise.resolve(how === 'works' || how === undefined ? E.right(undefined) : E.left(how))
    }
  }
  const report = await time.settled(
    executeWith<Letters, string>({
      perform,
      clock: time.clock,
      deadline: seconds(1),
      signal: off.signal,
      concurrency,
      retry: { attempts, wait: () => seconds(1) },
      classify: (error) =>
        error === 'gone' ? 'gone' : error === 'conflict' ? 'conflict' : error === 'busy' ? 'retryable' : 'fatal',
      admit: (proposal) =>
        proposal._tag === 'Remove' && refused.includes(proposal.removal.target.id)
          ? E.left({ _tag: 'NotApproved' })
          : E.right(undefined),
      onProgress: (progress) => {
        if (progress._tag === 'RemovalEnded' && progress.outcome._tag === 'Removed')
          log.push(`! ${progress.outcome.removal.target.id}`)
        if (progress._tag === 'AmendmentEnded' && progress.outcome._tag === 'Amended')
          log.push(`! ${progress.outcome.amendment.target.id}`)
      },
    })(plan)(),
  )
  return { report, log, afterAbort, listeners: off.listeners() }
}

const outcomesIn = ({ passes }: Report<Letters, unknown>) => passes.flatMap(({ outcomes }) => outcomes)

describe('an execution in a world where every call may fail, hang, throw, or find what it did not expect', () => {
  const holds = (
    title: string,
    check: (given: Parameters<typeof chaos>[0], ran: Awaited<ReturnType<typeof chaos>>) => void,
  ) => {
    it(title, async () => {
      await fc.assert(
        fc.asyncProperty(chaosArbitrary, async (given) => {
          check(given, await chaos(given))
        }),
        { numRuns: runs(250) },
      )
    })
  }

  holds('reports every removal and amendment once, in the order of the plan', ({ plan }, { report }) => {
    expect(report.passes.map(({ name }) => name)).toEqual(plan.passes.map(({ name }) => name))
    report.passes.forEach(({ outcomes, amended = [], state }, index) => {
      const planned = plan.passes[index]
      if (planned === undefined) throw new Error('no such pass')
      const line = [...planned.removals, ...planned.reserve].map(({ target }) => target.id)
      const reported = outcomes.map(({ removal }) => removal.target.id)
      expect(reported).toEqual(line.slice(0, reported.length))
      const { goal, removals } = planned
      const isMet = goal._tag === 'FreeBytes' && outcomes.some(({ _tag }) => _tag === 'Removed')
      if (!isMet) expect(reported.length).toBeGreaterThanOrEqual(removals.length)
      if (state._tag !== 'Unobserved') expect(amended).toHaveLength(amendmentsOf(planned).length)
    })
  })

  holds('makes no call for what is not admitted, or lacks what it requires', ({ refused }, { report, log }) => {
    const called = new Set(log.filter((text) => !text.startsWith('!')).map(idIn))
    for (const id of refused) expect(called.has(id)).toBe(false)
    for (const outcome of outcomesIn(report)) {
      const { target, requires } = outcome.removal
      const first = log.findIndex((text) => !text.startsWith('!') && idIn(text) === target.id)
      if (first >= 0)
        for (const required of requires) {
          const done = log.indexOf(`! ${required.id}`)
          expect(done >= 0 && done < first).toBe(true)
        }
      if (outcome._tag === 'Refused' || outcome._tag === 'Skipped') expect(first).toBe(-1)
    }
  })

  holds('counts the bytes of what was removed, and makes no call once it is called off', (_given, ran) => {
    for (const { outcomes, freed } of ran.report.passes)
      expect(freed).toBe(outcomes.filter(({ _tag }) => _tag === 'Removed').length)
    expect(ran.afterAbort).toBe(0)
    expect(ran.listeners).toBe(0)
  })
})

describe('a plain execution', () => {
  /** The same, written down as a loop. */
  const byHand = (plan: Plan<Letters>, fails: ReadonlySet<string>): ReadonlyArray<string> => {
    const calls: string[] = []
    const done = new Set<string>()
    for (const { removals, reserve, goal, onFailure, ...rest } of plan.passes) {
      let failed = false
      const attempt = ({ target, actions, requires }: Pass<Letters>['removals'][number]): boolean => {
        if (!requires.every(({ id }) => done.has(id))) return false
        for (const { text } of actions) {
          calls.push(text)
          if (fails.has(text)) {
            failed = true
            return false
          }
        }
        done.add(target.id)
        return true
      }
      for (const amendment of amendmentsOf({ removals, reserve, goal, onFailure, ...rest }))
        if (!(failed && onFailure === 'stop')) attempt({ ...amendment, reasons: [{ _tag: 'Unused' }], frees: 0 })
      let freed = 0
      for (const removal of goal._tag === 'RemoveAll' ? removals : [...removals, ...reserve]) {
        if (failed && onFailure === 'stop') break
        if (attempt(removal)) freed++
        else continue
        if (goal._tag === 'FreeBytes' && freed >= Number(goal.bytes)) break
      }
      if (failed && onFailure !== 'continue') break
    }
    return calls
  }

  it('makes the calls of a loop that does the same', async () => {
    const texts = ids.flatMap((id) => [`stop ${id}`, `remove ${id}`, `amend x${id}`])
    await fc.assert(
      fc.asyncProperty(planArbitrary, fc.subarray(texts), async (plan, failing) => {
        const calls: string[] = []
        const fails = new Set(failing)
        await execute<Letters['Action'], string>(({ text }) => () => {
          calls.push(text)
          return Promise.resolve(fails.has(text) ? E.left('no') : E.right(undefined))
        })<Letters>(plan)()
        expect(calls).toEqual(byHand(plan, fails))
      }),
      { numRuns: runs(500) },
    )
  })
})
