import { describe, expect, it } from 'vitest'

import { type ConditionNow, conditionsAfter } from '../../../../src/adapters/kubernetes/index.js'

const ready = (status: ConditionNow['status'], reason = 'Planned'): ConditionNow => ({
  ...{ type: 'Ready', status, reason, message: reason },
})
const noon = new Date('2026-01-01T12:00:00.250Z')
const later = new Date('2026-01-01T12:05:00.250Z')

describe('conditions of a status', () => {
  it('have the time at which their status began, in whole seconds', () => {
    const first = conditionsAfter(undefined, [ready('True')], noon)
    expect(first).toEqual([{ ...ready('True'), lastTransitionTime: '2026-01-01T12:00:00Z' }])
    expect(conditionsAfter(first, [ready('True', 'Again')], later)).toEqual([
      { ...ready('True', 'Again'), lastTransitionTime: '2026-01-01T12:00:00Z' },
    ])
    expect(conditionsAfter(first, [ready('False')], later)[0]?.lastTransitionTime).toBe('2026-01-01T12:05:00Z')
  })

  it('are those of now, in their order, each with its own time', () => {
    const limits: ConditionNow = { ...ready('True'), type: 'WithinLimits' }
    const before = conditionsAfter([], [ready('True')], noon)
    expect(
      conditionsAfter(before, [limits, ready('True')], later).map(({ type, lastTransitionTime }) => [
        type,
        lastTransitionTime,
      ]),
    ).toEqual([
      ['WithinLimits', '2026-01-01T12:05:00Z'],
      ['Ready', '2026-01-01T12:00:00Z'],
    ])
    expect(conditionsAfter(before, [], later)).toEqual([])
  })

  it('count as new where nothing can be read of those before', () => {
    for (const before of [
      null,
      'Ready',
      [7],
      [{ type: 'Ready' }],
      [{ type: 'Ready', status: 'True', lastTransitionTime: 7 }],
    ])
      expect(conditionsAfter(before, [ready('True')], noon)[0]?.lastTransitionTime).toBe('2026-01-01T12:00:00Z')
  })

  it('name the generation that they are about, where one is given', () => {
    expect(conditionsAfter([], [ready('True')], noon, 3)[0]).toHaveProperty('observedGeneration', 3)
    expect(conditionsAfter([], [ready('True')], noon)[0]).not.toHaveProperty('observedGeneration')
  })
})
