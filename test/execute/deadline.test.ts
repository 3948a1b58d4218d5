import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import type { Millis } from '../../src/core/time.js'
import type { CallFault, Clock, Options } from '../../src/execute/index.js'
import { execute, executeLooking, executeWith, explainFault, isCallFault } from '../../src/execute/index.js'
import type { Letters } from './build.js'
import { goes, hangs, noon, pass, planOf, scripted, seconds, simulatedTime, told } from './build.js'

const plan = planOf(pass([goes('a'), goes('b')]))

const done = () => Promise.resolve(E.right(undefined))

describe('a call that hangs', () => {
  const hangingOn = async (text: string, deadline: Millis) => {
    const time = simulatedTime()
    const perform: Options<Letters, string>['perform'] = (action) => (action.text === text ? hangs : done)
    const report = await time.settled(executeWith<Letters, string>({ perform, clock: time.clock, deadline })(plan)())
    return { report, time }
  }

  it('fails with its deadline, and the next one is made', async () => {
    const { report, time } = await hangingOn('remove a', seconds(30))
    expect(told(report)).toEqual(['Failed a remove a: DeadlineExceeded', 'Removed b'])
    expect(report.passes[0]?.outcomes[0]).toMatchObject({ error: { _tag: 'DeadlineExceeded', deadline: 30_000 } })
    expect(time.clock.now().toISOString()).toBe('2026-01-01T12:00:30.000Z')
  })

  it('fails at once where the deadline is no length of time', async () => {
    const { report, time } = await hangingOn('remove a', millis(NaN))
    expect(told(report)[0]).toBe('Failed a remove a: DeadlineExceeded')
    expect(time.slept[0]).toBe(0)
  })

  it('is slept for no longer than timers can', async () => {
    const { time } = await hangingOn('remove a', millis(1e12))
    expect(time.slept[0]).toBe(2_147_483_647)
  })

  it('that is answered too late stays failed', async () => {
    const time = simulatedTime()
    let answer: (late: E.Either<string, unknown>) => void = () => undefined
    const perform: Options<Letters, string>['perform'] = ({ text }) =>
      text === 'remove a' ? () => new Promise((resolve) => (answer = resolve)) : done
    const running = executeWith<Letters, string>({
      perform,
      clock: time.clock,
      deadline: seconds(1),
      onProgress: ({ _tag }) => {
        if (_tag === 'RemovalEnded') answer(E.right(undefined))
      },
    })(plan)()
    expect(told(await time.settled(running))).toEqual(['Failed a remove a: DeadlineExceeded', 'Removed b'])
  })
})

describe('a call that is answered in time', () => {
  it('lets go of the timer', async () => {
    const time = simulatedTime()
    const { perform } = scripted()
    const cancelled: boolean[] = []
    const clock: Clock = {
      ...time.clock,
      sleep: (span, signal) => () => {
        signal.addEventListener('abort', () => cancelled.push(signal.aborted))
        return time.clock.sleep(span, signal)()
      },
    }
    const report = await executeWith<Letters, string>({ perform, clock, deadline: seconds(30) })(plan)()
    expect(told(report)).toEqual(['Removed a', 'Removed b'])
    expect(cancelled).toEqual([true, true])
    expect(await time.passes()).toBe(false)
  })

  it('is no failure because its timer is one', async () => {
    const { perform } = scripted()
    const clock: Clock = {
      now: () => new Date(0),
      sleep: (_span, cancelled) => () =>
        new Promise((_, reject) => {
          cancelled.addEventListener('abort', () => {
            reject(new Error('the timer was cancelled'))
          })
        }),
    }
    const report = await executeWith<Letters, string>({ perform, clock, deadline: seconds(30) })(plan)()
    expect(told(report)).toEqual(['Removed a', 'Removed b'])
  })

  it('needs no timer where the deadline never comes', async () => {
    const time = simulatedTime()
    const { perform } = scripted()
    await executeWith<Letters, string>({ perform, clock: time.clock, deadline: millis(Infinity) })(plan)()
    expect(time.slept).toEqual([])
  })
})

describe('a port that breaks its type', () => {
  const broken: Readonly<Record<string, Options<Letters, string>['perform']>> = {
    'throws before there is a task': () => {
      throw new Error('boom')
    },
    'throws instead of a promise': () => () => {
      throw new Error('boom')
    },
    'is rejected': () => () => Promise.reject(new Error('boom')),
  }

  for (const [how, perform] of Object.entries(broken)) {
    it(`leaves failures behind when it ${how}`, async () => {
      const { clock } = simulatedTime()
      const report = await executeWith<Letters, string>({ perform, clock })(plan)()
      expect(told(report)).toEqual(['Failed a remove a: PortThrew', 'Failed b remove b: PortThrew'])
      expect(report.passes[0]?.outcomes[0]).toMatchObject({ error: { thrown: { message: 'boom' } } })
    })

    it(`leaves failures behind when it ${how}, with a deadline`, async () => {
      const { clock } = simulatedTime()
      const report = await executeWith<Letters, string>({ perform, clock, deadline: seconds(1) })(plan)()
      expect(told(report)).toEqual(['Failed a remove a: PortThrew', 'Failed b remove b: PortThrew'])
    })

    it(`leaves what it throws in the place of its error when it ${how}, in a plain execution`, async () => {
      const report = await execute(perform)<Letters>(plan)()
      expect(told(report)).toEqual(['Failed a remove a: Error: boom', 'Failed b remove b: Error: boom'])
    })
  }

  it.each([undefined, null, {}, 'done'])('has failed when it answers %o', async (answer) => {
    const report = await execute<Letters['Action'], string>(() => () => Promise.resolve(answer as never))<Letters>(
      plan,
    )()
    expect(report.passes[0]?.outcomes).toMatchObject([
      { _tag: 'Failed', error: answer },
      { _tag: 'Failed', error: answer },
    ])
  })

  it('is not called again', async () => {
    const { clock, slept } = simulatedTime()
    const report = await executeWith<Letters, string>({
      perform: () => () => Promise.reject(new Error('boom')),
      clock,
      classify: () => 'retryable',
      retry: { attempts: 5, wait: () => seconds(1) },
    })(plan)()
    expect(told(report)[0]).toBe('Failed a remove a: PortThrew')
    expect(slept).toEqual([])
  })

  it('has failed where the clock throws that is to bound it', async () => {
    const clock: Clock = {
      now: () => new Date(0),
      sleep: () => {
        throw new Error('no clock')
      },
    }
    const report = await executeWith<Letters, string>({ perform: () => hangs, clock, deadline: seconds(1) })(plan)()
    expect(told(report)).toEqual(['Failed a remove a: PortThrew', 'Failed b remove b: PortThrew'])
  })
})

describe('a look', () => {
  const twoPasses = planOf(pass([goes('a')]), pass([goes('b')], { name: 'second', observesAgain: true }))
  const { perform } = scripted()

  it('that hangs leaves its pass unobserved at its deadline', async () => {
    const time = simulatedTime()
    const look = () => hangs
    const report = await time.settled(
      executeWith<Letters, string>({ perform, clock: time.clock, look, deadline: seconds(3) })(twoPasses)(),
    )
    expect(report.passes[1]).toEqual({
      name: 'second',
      state: { _tag: 'Unobserved', error: { _tag: 'DeadlineExceeded', deadline: 3000 } },
      outcomes: [],
      freed: 0,
    })
  })

  it('made again after its deadline counts, and not the late answer of the one before', async () => {
    const time = simulatedTime()
    let looks = 0
    let answerLate = (): void => undefined
    const late = planOf(pass([goes('a')]), pass([goes('late')], { name: 'second' }))
    const again = async (): Promise<E.Either<string, typeof late>> => {
      answerLate()
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      return E.right(twoPasses)
    }
    const report = await time.settled(
      executeWith<Letters, string>({
        perform,
        clock: time.clock,
        deadline: seconds(3),
        retry: { attempts: 2, wait: () => seconds(1), afterDeadline: true },
        look: () => () =>
          ++looks === 1
            ? new Promise((answer) => {
                answerLate = () => {
                  answer(E.right(late))
                }
              })
            : again(),
      })(twoPasses)(),
    )
    expect(told(report)).toEqual(['Removed a', 'Removed b'])
    expect(looks).toBe(2)
  })

  it('that throws leaves its pass unobserved', async () => {
    const report = await executeLooking<Letters['Action'], string, Letters>(perform, () => () => {
      throw new Error('blind')
    })(twoPasses)()
    expect(report.passes[1]?.state).toMatchObject({ _tag: 'Unobserved', error: { message: 'blind' } })
  })

  it.each([
    ['continue', 'Ran'],
    ['finish-pass', 'NotReached'],
    ['stop', 'NotReached'],
  ] as const)('that fails before a pass of %s leaves the next one %s', async (onFailure, state) => {
    const plan = planOf(pass([], { onFailure, observesAgain: true }), pass([goes('b')], { name: 'second' }))
    const report = await executeLooking<Letters['Action'], string, Letters>(
      perform,
      () => () => Promise.resolve(E.left('blind')),
    )(plan)()
    expect(report.passes.map((done) => done.state._tag)).toEqual(['Unobserved', state])
  })

  it('that gives nonsense leaves its pass unobserved', async () => {
    const report = await executeLooking<Letters['Action'], string, Letters>(
      perform,
      () => () => Promise.resolve(E.right(null as never)),
    )(twoPasses)()
    expect(report.passes[1]?.state).toMatchObject({ _tag: 'Unobserved' })
  })

  it('is made again while its error is retryable', async () => {
    const time = simulatedTime()
    let looks = 0
    const report = await time.settled(
      executeWith<Letters, string>({
        perform,
        clock: time.clock,
        look: () => () => Promise.resolve(++looks < 3 ? E.left('busy') : E.right(twoPasses)),
        classify: () => 'retryable',
        retry: { attempts: 3, wait: () => seconds(1) },
      })(twoPasses)(),
    )
    expect(told(report)).toEqual(['Removed a', 'Removed b'])
    expect(looks).toBe(3)
  })

  it.each(['gone', 'conflict', 'fatal'] as const)('whose error is %s has failed', async (meaning) => {
    const { clock } = simulatedTime()
    const report = await executeWith<Letters, string>({
      perform,
      clock,
      look: () => () => Promise.resolve(E.left('no')),
      classify: () => meaning,
      retry: { attempts: 3, wait: () => seconds(1) },
    })(twoPasses)()
    expect(report.passes[1]?.state).toEqual({ _tag: 'Unobserved', error: 'no' })
  })

  it('is not made for a pass that is taken as planned', async () => {
    const looked: string[] = []
    const report = await executeLooking<Letters['Action'], string, Letters>(perform, (name) => () => {
      looked.push(name)
      return Promise.resolve(E.right(planOf(pass([goes('z')], { name: 'second' }))))
    })(twoPasses)()
    expect(looked).toEqual(['second'])
    expect(told(report)).toEqual(['Removed a', 'Removed z'])
  })

  it('that sees no such pass leaves it out', async () => {
    const report = await executeLooking<Letters['Action'], string, Letters>(
      perform,
      () => () => Promise.resolve(E.right(planOf(pass([])))),
    )(twoPasses)()
    expect(report.passes.map(({ name }) => name)).toEqual(['first'])
  })
})

describe('a clock', () => {
  it('is told that nobody waits for a sleep any more, unless it does not want to hear of it', async () => {
    const heard: string[] = []
    let calls = 0
    const report = await executeWith<Letters, string>({
      perform: () => () => Promise.resolve(calls++ === 0 ? E.right(undefined) : E.left('no')),
      deadline: seconds(2),
      clock: {
        now: () => new Date(noon),
        sleep: (_span, cancelled) => () => {
          const { length } = heard
          const hear = (): void => void heard.push(`sleep ${length}`)
          cancelled.addEventListener('abort', hear)
          if (calls > 1) cancelled.removeEventListener('abort', hear)
          return new Promise<never>(() => undefined)
        },
      },
    })(planOf(pass([goes('a'), goes('b')])))()
    expect(report.passes[0]?.outcomes.map(({ _tag }) => _tag)).toEqual(['Removed', 'Failed'])
    expect(heard).toEqual(['sleep 0'])
  })
})

describe('a fault', () => {
  const faults: ReadonlyArray<readonly [CallFault, string]> = [
    [{ _tag: 'DeadlineExceeded', deadline: seconds(2) }, 'no answer within 2000 ms'],
    [{ _tag: 'Aborted' }, 'the run was called off before the answer came'],
    [{ _tag: 'PortThrew', thrown: new Error('boom') }, 'the port threw: boom'],
    [{ _tag: 'PortThrew', thrown: 'a text' }, 'the port threw: a text'],
    [{ _tag: 'PortThrew', thrown: Object.create(null) }, 'the port threw: something that is no text'],
    [{ _tag: 'NotAdmitted', refusal: { _tag: 'Moved' } }, 'no longer admitted: Moved'],
  ]

  it.each(faults)('%o has a sentence', (fault, sentence) => {
    expect(explainFault(fault)).toBe(sentence)
    expect(isCallFault(fault)).toBe(true)
  })

  it.each([null, undefined, 'Aborted', {}, { _tag: 'NotFound' }])('is not %o', (error) => {
    expect(isCallFault(error)).toBe(false)
  })
})
