import { describe, expect, it } from 'vitest'

import { gatesBetween, stageIn } from '../../src/upgrade/gates.js'
import { switchTables } from '../../src/upgrade/index.js'

const ported = 'beta but off in 1.31.7 and 1.32.3, beta in 1.33, locked in 1.34'
const restored = 'deprecated and off in 1.32 (on: the old rule), locked in 1.35'

describe('the stage of a gate', () => {
  it.each([
    [ported, '1.30', 'absent'],
    [ported, '1.31.6', 'absent'],
    [ported, '1.31.7', 'beta but off'],
    [ported, '1.31', 'beta but off'],
    [ported, '1.32.2', 'absent'],
    [ported, 'v1.32.3-eks-abc', 'beta but off'],
    [ported, '1.33.0', 'beta'],
    [ported, '1.36', 'locked'],
    [ported, '2.0', 'locked'],
    [ported, 'next', 'absent'],
    [restored, '1.34', 'deprecated and off (on: the old rule)'],
    [restored, '1.35', 'locked'],
    ['alpha since 1.29', '1.36', 'alpha'],
    ['beta in 1.34.2', '1.34.1', 'absent'],
    ['beta in 1.34.2', '1.35.0', 'beta'],
  ])('of %s in %s is %s', (stages, version, stage) => {
    expect(stageIn(stages, version)).toBe(stage)
  })

  it('is said once of each gate, where it differs', () => {
    const row = { decides: 'a', upstream: 'b', gate: { name: 'Ordered', stages: ported } }
    const same = { ...row, gate: { name: 'Old', stages: 'locked in 1.20' } }
    const ungated = { decides: 'c', upstream: 'd' }
    expect(gatesBetween([row, ungated, same, row], '1.33', '1.34')).toEqual([
      { name: 'Ordered', before: 'beta', after: 'locked' },
    ])
    expect(gatesBetween([row, same], '1.34', '1.36')).toEqual([])
  })

  it('of every row of every table is known in 1.36', () => {
    const gated = switchTables.flatMap(({ switches }) =>
      Object.values(switches).flatMap((row) => (row === 'setting' || row.gate === undefined ? [] : [row.gate])),
    )
    expect(gated.length).toBeGreaterThan(15)
    expect(gated.filter(({ stages }) => stageIn(stages, '1.36') === 'absent')).toEqual([])
    // Each part of the text names a stage.
    expect(gated.filter(({ stages }) => stages.split(', ').some((part) => !/ (in|since) \d/.test(part)))).toEqual([])
  })
})
