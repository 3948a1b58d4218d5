import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Options } from '../../src/execute/index.js'
import { executeWith } from '../../src/execute/index.js'
import type { Letters } from './build.js'
import { changes, goes, hangs, pass, planOf, scripted, seconds, signalOf, simulatedTime, told } from './build.js'

const done = () => Promise.resolve(E.right(undefined))

/** Calls the run off while a call is made. */
const abortedIn = async (
  text: string,
  plan: Parameters<typeof executing>[0],
  options: Partial<Options<Letters, string>> = {},
) => {
  const off = signalOf()
  const calls: string[] = []
  const perform: Options<Letters, string>['perform'] = (action) => () => {
    calls.push(action.text)
    if (action.text === text) off.abort()
    return options.perform === undefined ? done() : options.perform(action)()
  }
  const report = await executing(plan, { ...options, perform, signal: off.signal })
  return { told: told(report), calls, report, listeners: off.listeners() }
}

const executing = (
  plan: Parameters<ReturnType<typeof executeWith<Letters, string>>>[0],
  options: Partial<Options<Letters, string>>,
) => executeWith<Letters, string>({ ...scripted(), clock: simulatedTime().clock, ...options })(plan)()

const threePasses = planOf(
  pass([goes('a'), goes('b', { calls: ['stop b', 'remove b'] }), goes('c')], { reserve: [goes('r')] }),
  pass([goes('d')], { name: 'second', observesAgain: true, amendments: [changes('x')] }),
  pass([goes('e')], { name: 'third' }),
)

describe('a run that is called off', () => {
  it('before it begins makes no call', async () => {
    const off = signalOf()
    off.abort()
    const { perform, calls } = scripted()
    const looks: string[] = []
    const report = await executing(threePasses, {
      perform,
      signal: off.signal,
      look: (name) => () => {
        looks.push(name)
        return hangs()
      },
    })
    expect(calls).toEqual([])
    expect(looks).toEqual([])
    expect(told(report)).toEqual([
      'Skipped a aborted',
      'Skipped b aborted',
      'Skipped c aborted',
      'Skipped x aborted',
      'Skipped d aborted',
      'Skipped e aborted',
    ])
    expect(report.passes.map(({ state }) => state._tag)).toEqual(['NotReached', 'NotReached', 'NotReached'])
  })

  it('during a call that hangs counts it as failed and makes no other', async () => {
    const { told, calls, report } = await abortedIn('remove a', threePasses, { perform: () => hangs })
    expect(calls).toEqual(['remove a'])
    expect(told).toEqual([
      'Failed a remove a: Aborted',
      'Skipped b aborted',
      'Skipped c aborted',
      'Skipped x aborted',
      'Skipped d aborted',
      'Skipped e aborted',
    ])
    expect(report.passes.map(({ state }) => state._tag)).toEqual(['Ran', 'NotReached', 'NotReached'])
  })

  it('between two calls of a removal counts the second one as failed', async () => {
    const { told, calls } = await abortedIn('stop b', threePasses)
    expect(calls).toEqual(['remove a', 'stop b'])
    expect(told.slice(0, 3)).toEqual(['Removed a', 'Failed b remove b: Aborted', 'Skipped c aborted'])
  })

  it('leaves no listener behind', async () => {
    expect((await abortedIn('stop b', threePasses)).listeners).toBe(0)
    const off = signalOf()
    await executing(threePasses, { signal: off.signal, deadline: seconds(1) })
    expect(off.listeners()).toBe(0)
  })

  it('while it waits to call again leaves the last error', async () => {
    const time = simulatedTime()
    const off = signalOf()
    const { perform, calls } = scripted({ 'remove a': ['busy', 'busy'] })
    const running = executeWith<Letters, string>({
      perform,
      clock: time.clock,
      signal: off.signal,
      classify: () => 'retryable',
      retry: { attempts: 3, wait: () => seconds(60) },
      onProgress: ({ _tag }) => {
        if (_tag === 'Retrying') setImmediate(off.abort)
      },
    })(planOf(pass([goes('a'), goes('b')])))()
    expect(told(await running)).toEqual(['Failed a remove a: busy', 'Skipped b aborted'])
    expect(calls).toEqual(['remove a'])
    expect(await time.passes()).toBe(false)
  })

  it('during a look leaves its pass unobserved', async () => {
    const off = signalOf()
    const report = await executing(threePasses, {
      signal: off.signal,
      look: () => () => {
        off.abort()
        return hangs()
      },
    })
    expect(report.passes[1]?.state).toEqual({ _tag: 'Unobserved', error: { _tag: 'Aborted' } })
    expect(report.passes[2]?.state).toEqual({ _tag: 'NotReached' })
  })

  it('after a failure that ended the run is why later passes are not reached', async () => {
    const plan = planOf(pass([goes('a')], { onFailure: 'finish-pass' }), pass([goes('b')], { name: 'second' }))
    const { told } = await abortedIn('remove a', plan, {
      perform: scripted({ 'remove a': ['no'] }).perform,
    })
    expect(told).toEqual(['Failed a remove a: no', 'Skipped b aborted'])
  })

  it('during an amendment gives every removal an outcome', async () => {
    const plan = planOf(pass([goes('a', { requires: ['x'] })], { amendments: [changes('x'), changes('y')] }))
    const { told } = await abortedIn('amend x', plan)
    expect(told).toEqual(['Amended x', 'Skipped y aborted', 'Skipped a aborted'])
  })

  it('gives no outcome to a reserve that nobody needed yet', async () => {
    const goal = { _tag: 'FreeBytes', bytes: 10 } as const
    const plan = planOf(pass([goes('a', { frees: 5 }), goes('b', { frees: 5 })], { goal, reserve: [goes('r')] }))
    const { told } = await abortedIn('remove a', plan)
    expect(told).toEqual(['Removed a', 'Skipped b aborted'])
  })

  it('while several calls are under way counts them all as failed', async () => {
    const off = signalOf()
    const plan = planOf(pass(['a', 'b', 'c', 'd'].map((id) => goes(id))))
    let calls = 0
    const report = await executing(plan, {
      perform: () => () => {
        if (++calls === 2) off.abort()
        return hangs()
      },
      signal: off.signal,
      concurrency: 2,
    })
    expect(told(report)).toEqual([
      'Failed a remove a: Aborted',
      'Failed b remove b: Aborted',
      'Skipped c aborted',
      'Skipped d aborted',
    ])
  })

  it('does not undo what was answered before', async () => {
    const off = signalOf()
    const plan = planOf(pass([goes('a')]))
    const report = await executing(plan, {
      signal: off.signal,
      onProgress: ({ _tag }) => {
        if (_tag === 'RemovalEnded') off.abort()
      },
    })
    expect(told(report)).toEqual(['Removed a'])
  })
})

describe('a run that may be called off', () => {
  it('waits for a call as long as it takes, where there is no deadline', async () => {
    const { signal } = signalOf()
    const time = simulatedTime()
    const perform: Options<Letters, string>['perform'] = () => async () => {
      await time.clock.sleep(seconds(3600), signal)()
      return E.right(undefined)
    }
    const report = await time.settled(
      executeWith<Letters, string>({ perform, signal, clock: time.clock })(planOf(pass([goes('a')])))(),
    )
    expect(told(report)).toEqual(['Removed a'])
  })

  it('tells of no other call once it is', async () => {
    const off = signalOf()
    const told: string[] = []
    const perform: Options<Letters, string>['perform'] = () => () => {
      off.abort()
      return Promise.resolve(E.left('busy'))
    }
    await executing(planOf(pass([goes('a')])), {
      perform,
      signal: off.signal,
      classify: () => 'retryable',
      retry: { attempts: 3, wait: () => seconds(1) },
      onProgress: ({ _tag }) => told.push(_tag),
    })
    expect(told).toEqual(['PassBegun', 'RemovalEnded', 'PassEnded'])
  })
})
