import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type CallError, type ElectionOptions, elect } from '../../../../src/adapters/kubernetes/index.js'
import { millis } from '../../../../src/core/time.js'
import { type Machine, leaseName, soundMachine, world } from './world.js'

const seconds = (count: number) => ({ seconds: count })

describe('an election', () => {
  it('has the first process lead, and writes what client-go writes', async () => {
    const { clock, spec, start } = world()
    const a = start('a', soundMachine)
    await clock.advance(seconds(1))
    expect(a.leads()).toBe(true)
    expect(spec()).toStrictEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '1970-01-01T00:00:00.010000Z',
      renewTime: '1970-01-01T00:00:00.010000Z',
      leaseTransitions: 0,
    })
    await clock.advance(seconds(2))
    expect(spec()).toMatchObject({
      acquireTime: '1970-01-01T00:00:00.010000Z',
      renewTime: '1970-01-01T00:00:02.020000Z',
    })
  })

  it('tells of every attempt that failed, and goes on', async () => {
    const { clock, start } = world()
    const failures: CallError[] = []
    const answered = { before: 5, after: 5, how: 'answered' } as const
    const fates: Machine['fates'] = [
      { ...answered, how: 'lost' },
      { ...answered, how: 500 },
      ...Array.from({ length: 50 }, () => answered),
    ]
    const a = start('a', { ...soundMachine, fates }, { onFailure: (error) => failures.push(error) })
    await clock.advance(seconds(30))
    expect(failures.slice(0, 2).map(({ _tag }) => _tag)).toStrictEqual(['Cut', 'Refused'])
    expect(a.leads()).toBe(true)
  })

  it('lets nobody else lead as long as the holder renews', async () => {
    const { clock, start } = world()
    const a = start('a', soundMachine)
    await clock.advance(seconds(1))
    const b = start('b', soundMachine)
    await clock.advance(seconds(300))
    expect([a.leads(), b.leads()]).toStrictEqual([true, false])
  })

  it('passes on at once what is given back, and counts the transition', async () => {
    const { clock, spec, start, holder } = world()
    const a = start('a', soundMachine)
    await clock.advance(seconds(1))
    const b = start('b', soundMachine)
    await clock.advance(seconds(3))
    a.stop()
    await clock.advance({ seconds: 5 })
    expect([a.leads(), b.leads(), holder()]).toStrictEqual([false, true, 'b'])
    expect(a.ends()).toStrictEqual(['Done'])
    expect(spec()).toMatchObject({ leaseTransitions: 1, leaseDurationSeconds: 15 })
    b.stop()
    await clock.advance({ seconds: 1 })
    expect(spec()).toMatchObject({ holderIdentity: '', leaseTransitions: 1 })
  })

  it('says that nobody holds a lease only once that is given back', async () => {
    const { clock, start } = world()
    const told = { holders: [] as string[], failures: [] as string[] }
    const options: Partial<ElectionOptions> = {
      onHolder: (holder) => told.holders.push(holder),
      onFailure: ({ _tag }) => told.failures.push(_tag),
    }
    const a = start('a', soundMachine, options)
    await clock.advance(seconds(1))
    a.stop()
    await clock.advance(seconds(1))
    expect(told).toStrictEqual({ holders: ['a', ''], failures: [] })
    const b = start('b', soundMachine, options)
    await clock.advance(seconds(1))
    b.cutOff()
    b.stop()
    await clock.advance(seconds(30))
    expect(told).toStrictEqual({ holders: ['a', '', 'b'], failures: ['Cut'] })
  })

  it('ends the work of one that is cut off, before another takes the lease', async () => {
    const { clock, start } = world()
    const a = start('a', soundMachine)
    await clock.advance(seconds(1))
    const b = start('b', soundMachine)
    await clock.advance(seconds(60))
    a.cutOff()
    await clock.advance(seconds(11))
    expect([a.leads(), a.isEnded(), b.leads()]).toStrictEqual([false, true, false])
    await clock.advance(seconds(9))
    expect([a.leads(), b.leads()]).toStrictEqual([false, true])
    expect(a.ends()).toStrictEqual(['Lost'])
  })

  it('ends the work ten seconds after the last renewal was sent, however late its answer came', async () => {
    const { clock, start } = world()
    const answeredAfter = (after: number) => ({ before: 5, after, how: 'answered' }) as const
    const a = start('a', { ...soundMachine, fates: [5, 5, 4000, 4000].map(answeredAfter) })
    // It leads after 20 ms; a renewal is sent two seconds later, and answered after six.
    await clock.advance(millis(6100))
    a.cutOff()
    await clock.advance(millis(5700))
    expect(a.leads()).toBe(true)
    await clock.advance(millis(300))
    expect(a.leads()).toBe(false)
  })

  it('reads no time that another clock wrote: a holder an hour behind keeps its lease', async () => {
    const { clock, start } = world()
    const a = start('a', { ...soundMachine, wrongBy: () => -3_600_000 })
    await clock.advance(seconds(1))
    const b = start('b', { ...soundMachine, wrongBy: (at) => (at > 30_000 ? 7_200_000 : 0) })
    await clock.advance(seconds(120))
    expect([a.leads(), b.leads()]).toStrictEqual([true, false])
  })

  it('waits as long as the record says, whatever the reader would ask for itself', async () => {
    const { clock, start } = world()
    const a = start('a', soundMachine, { leaseDuration: 60_000 })
    await clock.advance(seconds(1))
    const b = start('b', soundMachine, { leaseDuration: 15_000 })
    await clock.advance(seconds(3))
    a.cutOff()
    await clock.advance(seconds(50))
    expect(b.leads()).toBe(false)
    await clock.advance(seconds(20))
    expect(b.leads()).toBe(true)
  })

  it('ends at once when somebody has put another holder into the record', async () => {
    const { clock, edit, start } = world()
    const a = start('a', soundMachine)
    await clock.advance(seconds(3))
    edit({ holderIdentity: 'by hand' })
    await clock.advance({ seconds: 3 })
    expect([a.leads(), a.ends()]).toStrictEqual([false, ['Lost']])
  })

  it('has nobody lead who is called off while the answer is on its way, and gives the lease back', async () => {
    const { clock, spec, holder, start } = world()
    const a = start('a', soundMachine)
    // The lease is created after 15 ms, and the answer comes after 20.
    await clock.advance(millis(17))
    expect(holder()).toBe('a')
    a.stop()
    await clock.advance(seconds(1))
    expect(a.ends()).toStrictEqual(['NeverLed'])
    expect(spec()).toMatchObject({ holderIdentity: '', leaseTransitions: 0 })
  })

  it('renews while work that was told to end goes on, and gives the lease back after it', async () => {
    const { clock, start, holder } = world()
    const a = start('a', soundMachine, {}, () => clock.sleep(millis(60_000))())
    await clock.advance(seconds(1))
    a.stop()
    const b = start('b', soundMachine)
    await clock.advance(seconds(40))
    expect([a.isEnded(), a.leads(), holder(), b.leads()]).toStrictEqual([true, true, 'a', false])
    await clock.advance(seconds(30))
    expect([a.leads(), a.ends(), b.leads()]).toStrictEqual([false, ['Done'], true])
  })

  it('refuses settings that client-go refuses, with path, expected and actual', async () => {
    const send = () => TE.left({ _tag: 'Cut' as const, message: '' })
    const options = { ...leaseName, identity: '', leaseDuration: 900, renewDeadline: 1000, retryPeriod: 900 }
    const ended = await elect(send, options)(() => () => Promise.resolve(0))()
    expect(ended).toStrictEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'election',
        problems: [
          { path: 'identity', expected: 'text that is not empty', actual: '""' },
          { path: 'leaseDuration', expected: 'whole seconds in milliseconds, 1000 or more', actual: '900' },
          { path: 'renewDeadline', expected: 'less than leaseDuration', actual: '1000' },
          { path: 'retryPeriod', expected: 'less than renewDeadline / 1.2', actual: '900' },
        ],
      }),
    )
  })
})
