import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policy, Snapshot } from '../../../src/kubelet/image/index.js'
import { known, millis, unknown } from '../../../src/core/index.js'
import { instant } from '../../../src/core/time.js'
import { container, disk, image, minute, minutes, node, planned, record, removed, unused } from './build.js'

const wakes = (snapshot: Snapshot, policy: Partial<Policy> = {}): string | null => {
  const { wakeAt } = planned(snapshot, policy)
  return O.isNone(wakeAt) ? null : wakeAt.value.toISOString()
}
const detected = (id: string, at: Date) => ({
  image: image(id),
  record: record(id, null, { firstDetected: known(O.some(at)) }),
})

describe('when time alone changes a plan', () => {
  it('never does for an image that is old and unused, in use, or pinned', () => {
    const list = [
      unused('a', 1),
      detected('b', minute(59)),
      { image: image('c', { pinned: true }), record: record('c', 70) },
    ]
    expect(wakes(node(list, { containers: [container('x', 'b')] }))).toBe(null)
    expect(wakes(node())).toBe(null)
  })

  it('does when the minimum age is reached', () => {
    expect(wakes(node([detected('a', minute(59)), detected('b', minute(59.5))]))).toBe('2026-01-01T13:01:00.000Z')
    expect(wakes(node([detected('a', minute(58))]))).toBe(null)
  })

  it('does one millisecond after the last use, which is no longer now', () => {
    expect(wakes(node([unused('a', 60)]))).toBe('2026-01-01T13:00:00.001Z')
    expect(wakes(node([unused('a', 61)]))).toBe('2026-01-01T13:01:00.001Z')
  })

  it('does one millisecond after the maximum age of an image and of the loop', () => {
    const half = { maxAge: minutes(30) }
    expect(wakes(node([unused('a', 31)]), half)).toBe('2026-01-01T13:01:00.001Z')
    expect(wakes(node([unused('a', 1)], { beganGC: known(minute(40)) }), half)).toBe('2026-01-01T13:10:00.001Z')
    expect(wakes(node([unused('a', 31)], { beganGC: known(minute(40)) }), half)).toBe('2026-01-01T13:01:00.001Z')
    expect(wakes(node([], { beganGC: known(minute(40)) }), half)).toBe(null)
    expect(wakes(node([unused('a', 1)], { beganGC: known(minute(40)) }), { ...half, maxAgeGrace: 'none' })).toBe(null)
    expect(wakes(node([unused('a', 1)], { beganGC: unknown }), half)).toBe(null)
    expect(wakes(node([unused('a', 31)]), { ...half, maxAgePass: 'absent' })).toBe(null)
    expect(wakes(node([unused('a', 31)]), { ...half, entrance: 'DeleteUnusedImages' })).toBe(null)
  })

  it('does not for the age of an image that goes by its last use anyway', () => {
    const never = detected('a', minute(59))
    expect(removed('age', planned(node([never]), { maxAge: minutes(5) }))).toEqual(['a'])
    expect(wakes(node([never]), { maxAge: minutes(5) })).toBe(null)
  })

  it('does not for an image that nothing is remembered of: it is first seen whenever one looks', () => {
    expect(wakes(node([], { images: [image('new')] }))).toBe(null)
  })

  it('does not beyond the last instant that a Date can hold', () => {
    expect(wakes(node([detected('a', instant(8.64e15))]), { minAge: millis(1) })).toBe(null)
    expect(wakes(node([unused('a', 1), detected('b', instant(8.64e15 - 1))]), { minAge: millis(1) })).not.toBe(null)
  })
})

describe('when a new image passes one whose first detection lies ahead', () => {
  const ahead = (id: string, at: Date) => {
    const { image: listed, record: remembered } = detected(id, at)
    return node([], { images: [image('m'), listed], memory: { records: [remembered] } })
  }
  const hour = { minAge: minutes(60) }

  it('does so at that instant if the key then decides for the other, else just after it', () => {
    expect(wakes(ahead('a', minute(61)), hour)).toBe('2026-01-01T13:01:00.000Z')
    expect(wakes(ahead('z', minute(61)), hour)).toBe('2026-01-01T13:01:00.001Z')
  })

  it('does so just after now if both are first seen now and the key is all that orders them', () => {
    expect(wakes(ahead('z', minute(60)), hour)).toBe('2026-01-01T13:00:00.001Z')
    expect(wakes(ahead('a', minute(60)), hour)).toBe('2026-01-01T14:00:00.000Z')
  })

  it('does so for the first of several new ones', () => {
    const between = (...ids: ReadonlyArray<string>) => {
      const { image: listed, record: remembered } = detected('m', minute(61))
      return node([], { images: [listed, ...ids.map((id) => image(id))], memory: { records: [remembered] } })
    }
    expect(wakes(between('a', 'z', 'b'), hour)).toBe('2026-01-01T13:01:00.000Z')
    expect(wakes(between('z', 'a', 'b'), hour)).toBe('2026-01-01T13:01:00.000Z')
    expect(wakes(between('b', 'a'), hour)).toBe('2026-01-01T13:01:00.001Z')
    const now = ahead('m', minute(60))
    for (const ids of [
      ['z', 'a', 'n'],
      ['a', 'z'],
    ])
      expect(wakes({ ...now, images: ['m', ...ids].map((id) => image(id)) }, hour)).toBe('2026-01-01T13:00:00.001Z')
  })

  it('does not pass one whose last use nobody knows, nor another new one', () => {
    const mystery = record('z', null, { firstDetected: known(O.some(minute(61))), lastUsed: unknown })
    const snapshot = node([], { images: [image('m'), image('z')], memory: { records: [mystery] } })
    expect(wakes(snapshot, hour)).toBe('2026-01-01T14:01:00.000Z')
    expect(wakes(node([], { images: [image('m'), image('z')] }), hour)).toBe(null)
  })

  it('never does for one detected before, or used at a known time', () => {
    expect(wakes(ahead('z', minute(59)), hour)).toBe('2026-01-01T13:59:00.000Z')
    const used = node([], {
      images: [image('m'), image('z')],
      memory: { records: [record('z', 1, { firstDetected: known(O.some(minute(61))) })] },
    })
    expect(wakes(used, hour)).toBe('2026-01-01T14:01:00.000Z')
  })
})

it('follows what keeps an image under a disk that is not full', () => {
  expect(wakes(node([detected('a', minute(59))], { imageFs: disk(1000, 900) }))).toBe('2026-01-01T13:01:00.000Z')
})
