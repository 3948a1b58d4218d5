import { afterEach, describe, expect, it } from 'vitest'

import { clusterOf, going, job, marked, object, planOf, reasonsFor, secret } from './build.js'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu']

/** Instants at which clocks of some of these zones go one hour forward or back. */
const changes = [
  ['Berlin forward', '2026-03-29T01:00:00Z'],
  ['Berlin back', '2026-10-25T01:00:00Z'],
  ['New York forward', '2026-03-08T07:00:00Z'],
  ['New York back', '2026-11-01T06:00:00Z'],
  ['Lord Howe back', '2026-04-04T15:00:00Z'],
] as const

const day = 86_400

describe('a change of clocks', () => {
  it('is one of these hosts: their clocks do differ on both sides of it', () => {
    const shifts = changes.flatMap(([, change]) =>
      zones.map((name) => {
        process.env['TZ'] = name
        const [before, after] = [-1, 1].map((offset) =>
          new Date(new Date(change).getTime() + offset * 60_000).getTimezoneOffset(),
        )
        return (before ?? 0) - (after ?? 0)
      }),
    )
    expect([...new Set(shifts)].sort((a, b) => a - b)).toEqual([-60, -30, 0, 60])
  })

  it.each(changes.flatMap(([what, change]) => zones.map((name) => [what, name, change] as const)))(
    '(%s) seen from %s moves no end of a time to live',
    (_what, name, change) => {
      process.env['TZ'] = name
      const at = new Date(change).getTime()
      const rules = { enabled: true, afterFinished: true, ttlSeconds: day } as const
      const cluster = clusterOf(
        [job('j', new Date(at - 3_600_000), rules), secret('x', { enabled: true, afterUnused: true, ttlSeconds: day })],
        {
          memory: marked(['x', new Date(at - 3_600_000)]),
        },
      )
      const goingAt = (offset: number) => going(planOf({ ...cluster, at: new Date(at + 82_800_000 + offset) }))
      expect(goingAt(-1)).toEqual([])
      expect(goingAt(0)).toEqual(['j', 'x'])
      expect(planOf({ ...cluster, at: new Date(at) }).wakeAt).toEqual({
        _tag: 'Some',
        value: new Date(at + 82_800_000),
      })
    },
  )

  it('does not matter to times that are written with an offset', () => {
    const rules = { enabled: true, afterFinished: true, ttlSeconds: 3600 } as const
    const at = (text: string) =>
      object('batch/v1', 'Job', 'j', rules, {
        status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: text }] },
      })
    const wakes = ['2026-10-25T02:30:00+02:00', '2026-10-25T01:30:00+01:00', '2026-10-25T00:30:00Z'].map(
      (text) => planOf(clusterOf([at(text)], { at: new Date('2026-10-25T00:30:00Z') })).wakeAt,
    )
    expect(wakes).toEqual(new Array(3).fill({ _tag: 'Some', value: new Date('2026-10-25T01:30:00Z') }))
  })
})

describe('a time that is written without an offset', () => {
  it('names no instant: nobody can tell when the job finished', () => {
    const conditions = [{ type: 'Complete', status: 'True', lastTransitionTime: '2026-01-01T10:00:00' }]
    const local = object(
      'batch/v1',
      'Job',
      'j',
      { enabled: true, afterFinished: true, ttlSeconds: 0 },
      { status: { conditions } },
    )
    expect(reasonsFor(planOf(clusterOf([local])), 'j')).toEqual(['FinishTimeUnknown'])
  })
})

describe('a clock that jumps', () => {
  it('back delays, and loses nothing', () => {
    const start = new Date('2026-01-01T12:00:00Z')
    const cluster = clusterOf([secret('x', { enabled: true, afterUnused: true, ttlSeconds: 60 })], {
      memory: marked(['x', start]),
    })
    expect(going(planOf({ ...cluster, at: new Date('2026-01-01T11:00:30Z') }))).toEqual([])
    expect(going(planOf({ ...cluster, at: new Date('2026-01-01T12:01:00Z') }))).toEqual(['x'])
  })
})
