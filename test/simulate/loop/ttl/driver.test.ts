import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Job } from '../../../../src/controllers/ttl/index.js'
import { defaultPolicy, plan, processJob, runProgram } from '../../../../src/controllers/ttl/index.js'
import { instant } from '../../../../src/core/time.js'
import { defaultBackoff, TtlLoop } from '../../../../src/simulate/loop/index.js'
import { noon, signalOf, simulatedTime } from '../../../execute/build.js'

const job = (ttl: number, finishedAfter = 0, uid = 'u-1'): Job => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { namespace: 'batch', name: 'report', uid },
  spec: { ttlSecondsAfterFinished: ttl },
  status: {
    conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: instant(noon + finishedAfter * 1000) }],
  },
})

const begin = (live: { job: Job | undefined }, fails: (call: string, times: number) => boolean = () => false) => {
  const time = simulatedTime()
  const off = signalOf()
  const calls: string[] = []
  const made = (call: string): boolean => {
    calls.push(`${call} ${(time.clock.now().getTime() - noon) / 1000}`)
    return fails(call, calls.filter((other) => other.startsWith(call)).length)
  }
  const loop = TtlLoop.drive(defaultBackoff)({ clock: time.clock, signal: off.signal })<string>({
    get: () => () => Promise.resolve(made('get') ? E.left('busy') : E.right(live.job)),
    delete: () => () => {
      const failed = made('delete')
      if (!failed) live.job = undefined
      return Promise.resolve(failed ? E.left('busy') : E.right(undefined))
    },
  })
  const rest = async (): Promise<void> => {
    while (await time.passes()) continue
  }
  return { time, off, calls, loop, rest }
}

describe('the clean-up of finished Jobs that is driven', () => {
  it('deletes a Job when its time is over', async () => {
    const { calls, loop, rest } = begin({ job: job(60) })
    loop.seen(job(60))
    await rest()
    expect(calls).toEqual(['get 60', 'delete 60'])
  })

  it('waits longer when the Job got more time meanwhile', async () => {
    const { calls, loop, rest } = begin({ job: job(90) })
    loop.seen(job(60))
    await rest()
    expect(calls[0]).toBe('get 60')
    expect(calls.slice(-1)).toEqual(['delete 90'])
  })

  it('tries again after waits that double', async () => {
    const { calls, loop, rest } = begin({ job: job(60) }, (call, times) => call === 'delete' && times <= 2)
    loop.seen(job(60))
    await rest()
    expect(calls.filter((call) => call.startsWith('delete'))).toEqual(['delete 60', 'delete 60.005', 'delete 60.015'])
  })

  it('leaves alone what is not finished, has no time of its own, or is being deleted', async () => {
    const { calls, loop, rest } = begin({ job: job(0) })
    const { metadata, ...others } = job(0)
    loop.seen({ ...job(0), status: {} })
    loop.seen({ ...job(0), spec: {} })
    loop.seen({ ...others, metadata: { ...metadata, deletionTimestamp: instant(noon) } })
    await rest()
    expect(calls).toEqual([])
  })

  it('forgets a Job that is gone', async () => {
    const live = { job: job(60) as Job | undefined }
    const { calls, loop, rest } = begin(live)
    loop.seen(job(60))
    expect(loop.states().size).toBe(1)
    loop.vanished(job(60))
    await rest()
    expect(calls).toEqual([])
    expect(loop.states().size).toBe(0)
  })

  it('keeps Jobs of other names apart', async () => {
    const { calls, loop, rest } = begin({ job: job(0) })
    loop.seen(job(60))
    loop.seen({ ...job(60), metadata: { namespace: 'batch', name: 'other', uid: 'u-2' } })
    expect([...loop.states().keys()]).toEqual(['batch/report', 'batch/other'])
    loop.stop()
    await rest()
    expect(calls).toEqual([])
  })

  it('ends with the signal', async () => {
    const { off, calls, loop, rest } = begin({ job: job(60) })
    loop.seen(job(60))
    off.abort()
    loop.seen(job(0))
    await rest()
    expect(calls).toEqual([])
    expect(off.listeners()).toBe(0)
  })
})

describe('an end while a request is under way', () => {
  it('has nothing follow it', async () => {
    const time = simulatedTime()
    const calls: string[] = []
    let answer = (): void => undefined
    const loop = TtlLoop.drive(defaultBackoff)({ clock: time.clock })<string>({
      get: () => () => {
        calls.push('get')
        return new Promise((resolve) => {
          answer = () => resolve(E.right(job(0)))
        })
      },
      delete: () => () => {
        calls.push('delete')
        return Promise.resolve(E.right(undefined))
      },
    })
    loop.seen(job(0))
    loop.stop()
    answer()
    while (await time.passes()) continue
    expect(calls).toEqual(['get'])
  })
})

describe('the step of one Job', () => {
  const step = TtlLoop.step(defaultBackoff)

  it('works again on a Job that is seen while it is worked on', () => {
    const [first] = step(TtlLoop.unseen, { _tag: 'Seen', job: job(0), at: instant(noon) })
    const [second, none] = step(first, { _tag: 'Seen', job: job(5), at: instant(noon) })
    expect(none).toEqual([])
    const [, commands] = step(second, { _tag: 'WorkEnded', result: { _tag: 'Gone' }, at: instant(noon) })
    expect(commands.map(({ _tag }) => _tag)).toEqual(['Work'])
  })

  it('ignores the end of work that nobody began', () => {
    expect(step(TtlLoop.unseen, { _tag: 'WorkEnded', result: { _tag: 'Gone' }, at: instant(noon) })).toEqual([
      TtlLoop.unseen,
      [],
    ])
  })

  it('comes back when a plan of the Job would wake', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(2000), (ttl, finishedAfter, later) => {
        const at = instant(noon + later * 1000)
        const seen = job(ttl, finishedAfter)
        const planned = plan(defaultPolicy)({ at, jobs: [seen] })
        if (E.isLeft(planned)) return false
        const [working] = step<string>(TtlLoop.unseen, { _tag: 'Seen', job: seen, at })
        const result = runProgram<string>({
          get: () => ({ _tag: 'Found', job: seen, at }),
          delete: () => ({ _tag: 'Accepted' }),
        })(processJob(at)<string>(seen))
        const [, [timer]] = step<string>(working, { _tag: 'WorkEnded', result, at })
        const wakes = O.toUndefined(planned.right.wakeAt)?.getTime()
        return wakes === (timer?._tag === 'SetTimer' ? timer.at.getTime() : undefined)
      }),
    )
  })
})
