import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { ContainerdScheduler } from '../../../../src/simulate/loop/index.js'
import { noon, simulatedTime } from '../../../execute/build.js'

const { defaultConfig, drive, releases } = ContainerdScheduler

const driven = (fails: (run: number) => boolean, config: ContainerdScheduler.Config = defaultConfig) => {
  const time = simulatedTime()
  const runs: string[] = []
  const scheduler = drive(config)({ clock: time.clock })(({ _tag }) => () => {
    runs.push(`${_tag} ${time.clock.now().getTime() - noon}`)
    if (fails(runs.length)) throw new Error('boom')
    return Promise.resolve(E.right({ pause: 10_000_000 }))
  })
  return { time, runs, scheduler }
}

describe('the scheduler of containerd', () => {
  it('collects soon after its start, and then only for a reason', async () => {
    const { time, runs, scheduler } = driven(() => false)
    while (time.clock.now().getTime() < noon + 5000) await time.passes()
    expect(runs).toEqual(['NeverCollected 100'])
    scheduler.written(true)
    while (runs.length < 2) await time.passes()
    expect(runs[1]).toMatch(/^Deletions /)
    scheduler.stop()
  })

  it('tells whoever waits how the collection ended', async () => {
    for (const fails of [false, true]) {
      const { time, scheduler } = driven(() => fails)
      const waiting = [scheduler.trigger(), scheduler.awaitNext()]
      expect(await time.settled(Promise.all(waiting))).toEqual([!fails, !fails])
      scheduler.stop()
    }
  })

  it('collects again after a failure when there is a reason', async () => {
    const { time, runs, scheduler } = driven((run) => run === 1)
    scheduler.written(true)
    while (runs.length < 2) await time.passes()
    expect(runs.map((run) => run.split(' ')[0])).toEqual(['NeverCollected', 'Deletions'])
    scheduler.stop()
  })

  it('tells whoever waits when it ends', async () => {
    const { scheduler } = driven(() => false)
    const waiting = scheduler.trigger()
    scheduler.stop()
    expect(await waiting).toBe(false)
    expect(await scheduler.trigger()).toBe(false)
  })

  it('dies of a first failure in the releases that do', async () => {
    const { time, scheduler } = driven(() => true, { ...defaultConfig, ...releases.containerd_1_7 })
    expect((await time.settled(scheduler.ended())).mode).toBe('crashed')
    expect(scheduler.isOver()).toBe(true)
  })
})
