import { describe, expect, it } from 'vitest'

import type { AmendOutcome, Outcome, PassReport } from '../../src/core/report.js'
import { attemptsAnything, decisionsOf, hasConflict, isQuiet } from '../../src/execute/run.js'
import type { Letters } from './build.js'
import { call, changes, goes, letter, pass, planOf } from './build.js'

const ran = (more: Partial<PassReport<Letters, string>> = {}): PassReport<Letters, string> => ({
  name: 'first',
  state: { _tag: 'Ran' },
  outcomes: [],
  freed: 0,
  ...more,
})

const removed: Outcome<Letters, string> = { _tag: 'Removed', removal: goes('a') }
const amended: AmendOutcome<Letters, string> = { _tag: 'Amended', amendment: changes('x') }
const failed = { _tag: 'Failed', removal: goes('a'), action: call('remove a'), error: 'no' } as const
const conflict = { ...failed, as: 'conflict' } as const
const amendConflict = {
  _tag: 'Failed',
  amendment: changes('x'),
  action: call('amend x'),
  error: 'no',
  as: 'conflict',
} as const

describe('a round', () => {
  it('is quiet when every pass ran and had nothing to do', () => {
    expect(isQuiet<Letters, string>({ passes: [ran(), ran({ amended: [] })] })).toBe(true)
    expect(
      isQuiet<Letters, string>({ passes: [ran({ state: { _tag: 'Refused', refusal: { _tag: 'NoDisk' } } })] }),
    ).toBe(true)
  })

  it.each<[string, PassReport<Letters, string>]>([
    ['removed something', ran({ outcomes: [removed] })],
    ['changed something', ran({ amended: [amended] })],
    ['saw nothing', ran({ state: { _tag: 'Unobserved', error: 'blind' } })],
    ['was not reached', ran({ state: { _tag: 'NotReached' } })],
  ])('is not quiet when one of its passes %s', (_title, report) => {
    expect(isQuiet({ passes: [ran(), report] })).toBe(false)
    expect(isQuiet({ passes: [report, ran()] })).toBe(false)
  })

  it('had a conflict when one of its decisions met one', () => {
    const reports = [ran({ outcomes: [removed, conflict] }), ran({ amended: [amended, amendConflict] })]
    for (const report of reports) expect(hasConflict({ passes: [ran(), report, ran()] })).toBe(true)
  })

  it('had none where nothing failed, or failed otherwise', () => {
    expect(hasConflict({ passes: [ran({ outcomes: [removed, failed], amended: [amended] })] })).toBe(false)
    expect(hasConflict<Letters, string>({ passes: [ran()] })).toBe(false)
  })
})

describe('the decisions of a plan', () => {
  const plan = planOf(pass([goes('a')], { amendments: [changes('x')], reserve: [goes('r')] }))

  it('are the same whatever time it is and whatever is kept', () => {
    const other = planOf(
      pass([goes('a')], {
        amendments: [changes('x')],
        reserve: [goes('r')],
        kept: [{ target: letter('k'), reasons: [{ _tag: 'InUse' }] }],
      }),
    )
    expect(decisionsOf({ ...other, at: new Date(0) })).toBe(decisionsOf(plan))
  })

  it.each([
    ['removes something else', planOf(pass([goes('b')], { amendments: [changes('x')], reserve: [goes('r')] }))],
    [
      'removes by other calls',
      planOf(pass([goes('a', { calls: ['drop a'] })], { amendments: [changes('x')], reserve: [goes('r')] })),
    ],
    ['changes something else', planOf(pass([goes('a')], { amendments: [changes('y')], reserve: [goes('r')] }))],
    ['has another reserve', planOf(pass([goes('a')], { amendments: [changes('x')], reserve: [goes('s')] }))],
    [
      'wants to free more',
      planOf(
        pass([goes('a')], {
          amendments: [changes('x')],
          reserve: [goes('r')],
          goal: { _tag: 'FreeBytes', bytes: 1 },
        }),
      ),
    ],
  ])('differ where it %s', (_title, other) => {
    expect(decisionsOf(other)).not.toBe(decisionsOf(plan))
  })

  it('are none where it removes and changes nothing', () => {
    expect(attemptsAnything(planOf(pass([]), pass([], { reserve: [goes('r')] })))).toBe(false)
    expect(attemptsAnything(planOf(pass([]), pass([goes('a')])))).toBe(true)
    expect(attemptsAnything(planOf(pass([]), pass([], { amendments: [changes('x')] })))).toBe(true)
  })
})
