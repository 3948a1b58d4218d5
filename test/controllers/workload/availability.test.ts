import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import { availabilityOf, isUnavailable } from '../../../src/controllers/workload/availability.js'
import { noon, pod } from '../statefulset/build.js'

const ready = (lastTransitionTime: unknown, status = 'True') => ({ type: 'Ready', status, lastTransitionTime })
const withConditions = (conditions: ReadonlyArray<unknown>, phase = 'Running'): WholeObject => ({
  ...pod(0),
  status: { phase, conditions },
})
const minuteAgo = '2026-01-01T11:59:00Z'

// [S] isRunningAndReady, IsPodAvailable
describe('a pod of a StatefulSet', () => {
  it('is up while it runs and is ready', () => {
    const initialized = { type: 'Initialized', status: 'True' }
    expect(availabilityOf(withConditions([initialized, ready(undefined)]), 0, noon)).toBe('available')
    expect(availabilityOf(withConditions([initialized]), 0, noon)).toBe('not ready')
    expect(availabilityOf(withConditions([{ ...initialized, status: 'False' }, ready(minuteAgo)]), 0, noon)).toBe(
      'available',
    )
    expect(availabilityOf(withConditions([ready(minuteAgo, 'False')]), 0, noon)).toBe('not ready')
    expect(availabilityOf(withConditions([ready(minuteAgo)], 'Unknown'), 0, noon)).toBe('not ready')
  })

  it('is up once it has been ready for the seconds of the set', () => {
    for (const since of [minuteAgo, new Date(minuteAgo)]) {
      expect(availabilityOf(withConditions([ready(since)]), 60, noon)).toBe('available')
      expect(availabilityOf(withConditions([ready(since)]), 61, noon)).toEqual(new Date('2026-01-01T12:00:01Z'))
    }
  })

  it('is not up for long where nothing readable says since when', () => {
    for (const since of [undefined, 'long ago', 0]) {
      expect(availabilityOf(withConditions([ready(since)]), 1, noon)).toBe('not ready')
      expect(availabilityOf(withConditions([ready(since)]), 0, noon)).toBe('available')
    }
  })

  it('is unavailable while it is being deleted', () => {
    expect(isUnavailable(pod(0), 0, noon)).toBe(false)
    expect(isUnavailable(pod(0), 90, noon)).toBe(true)
    expect(isUnavailable(pod(0, { deletionTimestamp: noon }), 0, noon)).toBe(true)
  })
})
