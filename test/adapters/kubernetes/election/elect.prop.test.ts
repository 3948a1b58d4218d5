/** Laws of elections: any interleaving of any number of processes, with delays, losses, refusals, stops and wrong clocks. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { runs } from '../../../runs.js'
import { type Fate, type Machine, type Process, soundMachine, world } from './world.js'

const fate: fc.Arbitrary<Fate> = fc.record({
  before: fc.oneof({ weight: 4, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.nat(12_000) }),
  after: fc.oneof({ weight: 4, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.nat(12_000) }),
  how: fc.oneof(
    { weight: 6, arbitrary: fc.constant('answered' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Fate['how']>('lost', 'answer lost', 'never answered', 500, 429, 409),
    },
  ),
})

const stop = fc.tuple(fc.nat(120_000), fc.nat(40_000)).map(([from, span]) => [from, from + span] as const)

/** A stopwatch may be faster than another by less than 15 / 10. */
const machine: fc.Arbitrary<Machine> = fc.record({
  rate: fc.double({ min: 1, max: 1.45, noNaN: true }),
  wrongBy: fc
    .array(fc.tuple(fc.nat(120_000), fc.integer({ min: -1e7, max: 1e7 })), { maxLength: 3 })
    .map((steps) => (at: number) => steps.reduce((wrong, [from, by]) => (at >= from ? by : wrong), 0)),
  stops: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: stop.map((one) => [one]) }),
  fates: fc.array(fate, { minLength: 1, maxLength: 20 }),
})

const electors = fc.array(
  fc.record({ machine, startsAt: fc.nat(30_000), endsAt: fc.oneof(fc.constant(Infinity), fc.nat(120_000)) }),
  { minLength: 2, maxLength: 3 },
)

describe('laws of elections', () => {
  it('at no instant do two processes believe to lead, and who believes is in the record', async () => {
    let led = 0
    let changed = 0
    await fc.assert(
      fc.asyncProperty(electors, async (given) => {
        const processes: Process[] = []
        const seen = new Set<string>()
        const check = (): void => {
          const leading = processes.filter(({ leads }) => leads())
          const [leader] = leading
          if (leader === undefined) return
          seen.add(leader.identity)
          // Asked at each step of the clock: `expect` alone would take most of the time.
          if (leading.length > 1 || there.holder() !== leader.identity)
            faults.push(
              `${leading.map(({ identity }) => identity).join(' and ')} lead, ${there.holder()} is in the record`,
            )
        }
        const faults: string[] = []
        const there = world(check)
        const { clock } = there
        const changes = given
          .flatMap(({ machine: of, startsAt, endsAt }, place) => [
            { at: startsAt, act: () => void (processes[place] = there.start(`p${place}`, of)) },
            ...(endsAt > startsAt && endsAt < 120_000 ? [{ at: endsAt, act: () => processes[place]?.stop() }] : []),
          ])
          .sort((a, b) => a.at - b.at)
        for (const { at, act } of changes) {
          await clock.advance(Math.max(0, at - clock.now().getTime()) as never)
          act()
        }
        await clock.advance((120_000 - clock.now().getTime()) as never)
        for (const { stop: end } of processes) end()
        await clock.advance({ seconds: 60 })
        expect(faults).toStrictEqual([])
        for (const each of processes) expect(each.leads()).toBe(false)
        if (seen.size > 0) led += 1
        if (seen.size > 1) changed += 1
      }),
      { numRuns: runs(1000) },
    )
    // Or it would say nothing.
    expect(led).toBeGreaterThan(0)
    expect(changed).toBeGreaterThan(0)
  })

  it('one that is cut off has ended within renewDeadline, and another leads soon after leaseDuration', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(60_000),
        fc.nat(300),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        async (at, delay, random) => {
          const { clock, start } = world()
          const sound = { ...soundMachine, fates: [{ before: delay, after: delay, how: 'answered' as const }] }
          const a = start('a', sound)
          await clock.advance({ seconds: 2 })
          const b = start('b', sound, { random: () => random })
          await clock.advance(at as never)
          expect([a.leads(), b.leads()]).toStrictEqual([true, false])
          a.cutOff()
          await clock.advance({ seconds: 10 })
          expect([a.leads(), a.isEnded()]).toStrictEqual([false, true])
          // The last change is seen a retry after it was made, and the expiry a retry after it is there; and the requests.
          await clock.advance((5000 + 2 * 2000 * 2.2 + 6 * delay) as never)
          expect([a.leads(), b.leads()]).toStrictEqual([false, true])
        },
      ),
      { numRuns: runs(100) },
    )
  })
})
