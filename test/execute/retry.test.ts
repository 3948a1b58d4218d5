import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { ErrorClass } from '../../src/core/report.js'
import { millis } from '../../src/core/time.js'
import type { Options, Retry } from '../../src/execute/index.js'
import { backoff, executeWith } from '../../src/execute/index.js'
import type { Letters } from './build.js'
import { goes, pass, planOf, scripted, seconds, simulatedTime, told } from './build.js'

const classes: Readonly<Record<string, ErrorClass>> = {
  busy: 'retryable',
  'not found': 'gone',
  changed: 'conflict',
  denied: 'fatal',
}

const classify = (error: string): ErrorClass => classes[error] ?? 'fatal'

const twice: Retry = { attempts: 3, wait: () => seconds(1) }

const carriedOut = async (
  script: Parameters<typeof scripted>[0],
  options: Partial<Options<Letters, string>> = {},
  plan = planOf(pass([goes('a'), goes('b')])),
) => {
  const { perform, calls } = scripted(script)
  const time = simulatedTime()
  const report = await time.settled(
    executeWith<Letters, string>({ perform, clock: time.clock, classify, ...options })(plan)(),
  )
  return { told: told(report), calls, slept: time.slept, report }
}

describe('an error that is retryable', () => {
  it('leads to another call after a wait', async () => {
    const { told, calls, slept } = await carriedOut({ 'remove a': ['busy', 'busy'] }, { retry: twice })
    expect(told).toEqual(['Removed a', 'Removed b'])
    expect(calls).toEqual(['remove a', 'remove a', 'remove a', 'remove b'])
    expect(slept).toEqual([1000, 1000])
  })

  it('is no port that throws, even where a missed deadline is one', async () => {
    const calls: string[] = []
    const perform = ({ text }: Letters['Action']) => {
      calls.push(text)
      throw new Error('boom')
    }
    const retry: Retry = { ...twice, afterDeadline: true }
    expect((await carriedOut({}, { perform, retry }, planOf(pass([goes('a')])))).told[0]).toMatch(
      /^Failed a .*PortThrew/,
    )
    expect(calls).toEqual(['remove a'])
  })

  it('is a failure once there were as many calls as may be', async () => {
    const { told, calls } = await carriedOut({ 'remove a': ['busy', 'busy', 'busy', 'busy'] }, { retry: twice })
    expect(told).toEqual(['Failed a remove a: busy', 'Removed b'])
    expect(calls).toEqual(['remove a', 'remove a', 'remove a', 'remove b'])
  })

  it('is a failure where nothing is said of other calls', async () => {
    const { told, slept } = await carriedOut({ 'remove a': ['busy'] })
    expect(told).toEqual(['Failed a remove a: busy', 'Removed b'])
    expect(slept).toEqual([])
  })

  it.each([1, 0, -1, NaN, Infinity])('is a failure where %d calls may be made', async (attempts) => {
    const { calls } = await carriedOut({ 'remove a': ['busy', 'busy'] }, { retry: { ...twice, attempts } })
    expect(calls).toEqual(['remove a', 'remove b'])
  })

  it('leads to another call at once where the clock can not wait', async () => {
    const clock = { now: () => new Date(0), sleep: () => () => Promise.reject(new Error('no clock')) }
    const { told, calls } = await carriedOut({ 'remove a': ['busy', 'busy'] }, { retry: twice, clock })
    expect(told).toEqual(['Removed a', 'Removed b'])
    expect(calls).toEqual(['remove a', 'remove a', 'remove a', 'remove b'])
  })

  it('is waited after for longer and longer', async () => {
    const wait = backoff({ first: millis(5), factor: 3, limit: millis(40) })
    const { slept } = await carriedOut(
      { 'remove a': ['busy', 'busy', 'busy', 'busy'] },
      { retry: { attempts: 5, wait } },
    )
    expect(slept).toEqual([5, 15, 40, 40])
  })

  it('is followed at once where the wait is no length of time', async () => {
    const { told, slept } = await carriedOut(
      { 'remove a': ['busy', 'busy'] },
      { retry: { attempts: 3, wait: (failures) => millis(failures === 1 ? -5 : NaN) } },
    )
    expect(told).toEqual(['Removed a', 'Removed b'])
    expect(slept).toEqual([0, 0])
  })

  it('is the last one where nobody can say how long to wait', async () => {
    const wait = (): never => {
      throw new Error('no idea')
    }
    const { told } = await carriedOut({ 'remove a': ['busy'] }, { retry: { attempts: 3, wait } })
    expect(told).toEqual(['Failed a remove a: busy', 'Removed b'])
  })

  it('counts by call, not by removal', async () => {
    const plan = planOf(pass([goes('a', { calls: ['stop', 'remove'] })]))
    const { told, calls } = await carriedOut(
      { stop: ['busy', 'busy'], remove: ['busy', 'busy'] },
      { retry: twice },
      plan,
    )
    expect(told).toEqual(['Removed a'])
    expect(calls).toEqual(['stop', 'stop', 'stop', 'remove', 'remove', 'remove'])
  })
})

describe('an error that is not', () => {
  it.each(['denied', 'never heard of'])('is a failure at once: %s', async (error) => {
    const { told, calls } = await carriedOut({ 'remove a': [error] }, { retry: twice })
    expect(told).toEqual([`Failed a remove a: ${error}`, 'Removed b'])
    expect(calls).toEqual(['remove a', 'remove b'])
  })

  it('is a failure where nobody says what errors mean', async () => {
    const { told } = await carriedOut({ 'remove a': ['not found'] }, { retry: twice, classify: undefined })
    expect(told[0]).toBe('Failed a remove a: not found')
  })

  it('is a failure where whoever says what errors mean throws', async () => {
    const { told } = await carriedOut(
      { 'remove a': ['busy'] },
      {
        retry: twice,
        classify: () => {
          throw new Error('no idea')
        },
      },
    )
    expect(told[0]).toBe('Failed a remove a: busy')
  })

  it('is a failure that says so when the target is not as it was seen', async () => {
    const { told, calls } = await carriedOut({ 'remove a': ['changed'] }, { retry: twice })
    expect(told).toEqual(['Failed a remove a: changed as conflict', 'Removed b'])
    expect(calls).toEqual(['remove a', 'remove b'])
  })
})

describe('a target that is gone already', () => {
  it('counts as removed, with its bytes and for what requires it', async () => {
    const plan = planOf(pass([goes('a', { frees: 5 }), goes('b', { requires: ['a'], frees: 2 })]))
    const { told, report } = await carriedOut({ 'remove a': ['not found'] }, {}, plan)
    expect(told).toEqual(['Removed a found gone', 'Removed b'])
    expect(report.passes[0]?.freed).toBe(7)
  })

  it('is not called for again', async () => {
    const plan = planOf(pass([goes('a', { calls: ['mark', 'remove'] })]))
    const { told, calls } = await carriedOut({ mark: ['not found'] }, {}, plan)
    expect(told).toEqual(['Removed a found gone'])
    expect(calls).toEqual(['mark'])
  })

  it('is found so after a retry as well', async () => {
    const { told } = await carriedOut({ 'remove a': ['busy', 'not found'] }, { retry: twice })
    expect(told[0]).toBe('Removed a found gone')
  })
})

describe('a retry', () => {
  it('is told of with its error, its number and the wait', async () => {
    const retries: unknown[] = []
    await carriedOut(
      { 'remove a': ['busy', 'busy'] },
      {
        retry: { attempts: 3, wait: (failures) => seconds(failures) },
        onProgress: (progress) => {
          if (progress._tag === 'Retrying')
            retries.push([progress.error, progress.attempt, progress.wait, progress.pass])
        },
      },
    )
    expect(retries).toEqual([
      ['busy', 1, 1000, 'first'],
      ['busy', 2, 2000, 'first'],
    ])
  })

  it('is made after an exceeded deadline only where that is wanted', async () => {
    for (const afterDeadline of [true, false]) {
      const time = simulatedTime()
      let calls = 0
      const report = await time.settled(
        executeWith<Letters, string>({
          perform: () => () => (++calls === 1 ? new Promise(() => undefined) : Promise.resolve(E.right(undefined))),
          clock: time.clock,
          deadline: seconds(5),
          retry: { ...twice, afterDeadline },
        })(planOf(pass([goes('a')])))(),
      )
      expect(told(report)).toEqual([afterDeadline ? 'Removed a' : 'Failed a remove a: DeadlineExceeded'])
    }
  })
})
