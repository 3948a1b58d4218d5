import { either as E, option as O, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { PassReport } from '../../../../src/core/report.js'
import { instant, millis } from '../../../../src/core/time.js'
import { run } from '../../../../src/execute/index.js'
import { ReconcileLoop } from '../../../../src/simulate/loop/index.js'
import type { Letters } from '../../../execute/build.js'
import { call, changes, goes, noon, pass, planOf, simulatedTime } from '../../../execute/build.js'

const begin = (runs: ReadonlyArray<Partial<ReconcileLoop.Ran> | 'throws'>, settle = 0) => {
  const time = simulatedTime()
  const starts: number[] = []
  const config = { ...ReconcileLoop.defaultConfig, settle: millis(settle) }
  const loop = ReconcileLoop.drive(config)({ clock: time.clock })(() => {
    starts.push(time.clock.now().getTime() - noon)
    const ran = runs[starts.length - 1] ?? {}
    if (ran === 'throws') throw new Error('boom')
    return Promise.resolve({ wakeAt: O.none, failed: false, ...ran })
  })
  const rest = async (): Promise<void> => {
    while (await time.passes()) continue
  }
  return { loop, starts, rest }
}

const at = (later: number): O.Option<Date> => O.some(instant(noon + later))

describe('a collector that is driven', () => {
  it('runs at once, and again when its plan wakes', async () => {
    const { starts, rest } = begin([{ wakeAt: at(500) }, { wakeAt: at(900) }])
    await rest()
    expect(starts).toEqual([0, 500, 900])
  })

  it('runs again after a change, which other changes share', async () => {
    const { loop, starts, rest } = begin([], 50)
    await rest()
    loop.changed()
    loop.changed()
    await rest()
    expect(starts).toEqual([0, 50])
  })

  it('runs once more after changes during a run', async () => {
    const { loop, starts, rest } = begin([{ wakeAt: at(500) }], 50)
    loop.changed()
    await rest()
    expect(starts).toEqual([0, 50])
  })

  it('is not put off by a change', async () => {
    const { loop, starts, rest } = begin([{ wakeAt: at(10) }], 50)
    await new Promise((rested) => setImmediate(rested))
    loop.changed()
    await rest()
    expect(starts).toEqual([0, 10])
  })

  it('runs again after failures, after waits that double', async () => {
    const { starts, rest } = begin(['throws', { failed: true }, { failed: true, wakeAt: at(20) }, {}])
    await rest()
    expect(starts).toEqual([0, 5, 15, 20])
  })
})

describe('waits after failures', () => {
  it('begin anew after a run that succeeded', async () => {
    const { loop, starts, rest } = begin(['throws', 'throws', {}, 'throws', {}])
    await rest()
    loop.changed()
    await rest()
    expect(starts).toEqual([0, 5, 15, 15, 20])
  })
})

describe('the step', () => {
  const step = ReconcileLoop.step(ReconcileLoop.defaultConfig)
  const [running] = ReconcileLoop.start
  const ended = { _tag: 'RunEnded', wakeAt: at(100), failed: false, at: instant(noon) } as const

  it('sets a timer again that comes early', () => {
    const [waiting] = step(running, ended)
    expect(step(waiting, { _tag: 'TimerDue', at: instant(noon + 99) })).toEqual([
      waiting,
      [{ _tag: 'SetTimer', at: instant(noon + 100) }],
    ])
  })

  it('ignores what does not fit', () => {
    const [waiting] = step(running, ended)
    expect(step(waiting, ended)).toEqual([waiting, []])
    expect(step(running, { _tag: 'TimerDue', at: instant(noon) })).toEqual([running, []])
    expect(step(running, { ...ended, at: instant(NaN) })).toEqual([running, []])
    const [idle] = step(running, { ...ended, wakeAt: O.none })
    expect(step(idle, { _tag: 'TimerDue', at: instant(noon) })).toEqual([idle, []])
  })
})

describe('a run as the loop needs it', () => {
  const ranWith = (error: string | null, rounds = 3) =>
    ReconcileLoop.ranOf(
      run<Letters, null, undefined, null, never, string>({
        clock: simulatedTime().clock,
        observe: () => () => Promise.resolve(error === 'blind' ? E.left('blind') : E.right(null)),
        plan: () => () => E.right({ ...planOf(pass(error === null ? [] : [goes('a')])), wakeAt: at(7) }),
        perform: () => () => Promise.resolve(error === 'none' ? E.right(undefined) : E.left('no')),
        rounds,
      })(null),
    )()

  it('has failed when something in it did', async () => {
    expect(await ranWith(null)).toEqual({ wakeAt: at(7), failed: false })
    expect(await ranWith('no')).toEqual({ wakeAt: at(7), failed: true })
    expect(await ranWith('blind')).toEqual({ wakeAt: O.none, failed: true })
  })

  it.each<readonly [string, Partial<PassReport<Letters, string>>, boolean]>([
    ['a pass was not observed', { state: { _tag: 'Unobserved', error: 'no' } }, true],
    [
      'an amendment failed',
      { amended: [{ _tag: 'Failed', amendment: changes('a'), action: call('a'), error: 'no' }] },
      true,
    ],
    ['an amendment went well', { amended: [{ _tag: 'Amended', amendment: changes('a') }] }, false],
  ])('says whether it failed where %s', async (_what, more, failed) => {
    const passes = [{ name: 'first', state: { _tag: 'Ran' }, outcomes: [], freed: 0, ...more }] as const
    const ended = { rounds: [{ plan: planOf(pass([])), report: { passes } }], memory: null, ended: 'settled' } as const
    expect(await ReconcileLoop.ranOf<Letters, null, never, string>(TE.right({ ...ended, wakeAt: O.none }))()).toEqual({
      wakeAt: O.none,
      failed,
    })
  })

  it('has failed when it ended before it was done', async () => {
    expect(await ranWith('none', 1)).toEqual({ wakeAt: at(7), failed: true })
  })
})
