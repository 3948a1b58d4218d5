import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/index.js'
import {
  defaultEventTtl,
  eventExpiry,
  eventFate,
  eventMargin,
  lastWriteOf,
} from '../../../src/controllers/ttl/index.js'
import { at, noon } from './build.js'

describe('an Event', () => {
  it('lives for an hour, and up to a minute more', () => {
    expect(eventExpiry(defaultEventTtl)(noon)).toEqual({ _tag: 'Between', earliest: at(3600), latest: at(3660) })
  })

  it.each([
    [19, 0],
    [20, 1],
    [90, 4],
    [1199, 59],
    [1200, 60],
    [86_400, 60],
  ])('of %i s lives up to %i s more', (ttl, margin) => {
    expect(eventMargin(millis(ttl * 1000))).toBe(margin * 1000)
  })

  it.each([0, 999])('never ends with a length of %i ms', (ttl) => {
    expect(eventExpiry(millis(ttl))(noon)).toEqual({ _tag: 'Never' })
    expect(eventFate(millis(ttl))(at(1e9))(noon)).toBe('Present')
  })

  it.each([
    [3599.999, 'Present'],
    [3600, 'MayBeGone'],
    [3659.999, 'MayBeGone'],
    [3660, 'Gone'],
  ])('is after %d s: %s', (seconds, fate) => {
    expect(eventFate(defaultEventTtl)(at(seconds))(noon)).toBe(fate)
  })

  it('is either there or gone where its length leaves no margin', () => {
    expect(eventFate(millis(10_000))(at(9.999))(noon)).toBe('Present')
    expect(eventFate(millis(10_000))(at(10))(noon)).toBe('Gone')
  })

  it('never lives shorter for a longer length', () => {
    const length = fc.integer({ min: 1000, max: 1e9 })
    fc.assert(
      fc.property(length, length, (a, b) => {
        const [shorter, longer] = [Math.min(a, b), Math.max(a, b)].map((ttl) => eventExpiry(millis(ttl))(noon))
        return (
          shorter?._tag === 'Between' &&
          longer?._tag === 'Between' &&
          shorter.latest <= longer.latest &&
          shorter.earliest <= longer.earliest
        )
      }),
    )
  })

  it('was last written at the latest of its times', () => {
    const metadata = { creationTimestamp: at(1) }
    expect(lastWriteOf({})).toBe(undefined)
    expect(lastWriteOf({ metadata })).toEqual(at(1))
    expect(lastWriteOf({ metadata, firstTimestamp: at(1), lastTimestamp: at(9) })).toEqual(at(9))
    expect(lastWriteOf({ metadata, firstTimestamp: at(9), lastTimestamp: at(3) })).toEqual(at(9))
    expect(lastWriteOf({ metadata, eventTime: at(2), series: { lastObservedTime: at(7) } })).toEqual(at(7))
  })
})
