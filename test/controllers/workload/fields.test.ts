import { describe, expect, it } from 'vitest'

import {
  countIn,
  fieldsOf,
  hasCondition,
  isJobFinished,
  listIn,
  listOrNone,
  textIn,
} from '../../../src/controllers/workload/fields.js'

describe('a field that nobody has checked', () => {
  it('counts where it is a whole number from zero on', () => {
    expect([0, 3, -1, 1.5, '3', null, 2 ** 60].map((n) => countIn({ n }, 'n'))).toEqual([
      0,
      3,
      ...Array<undefined>(5).fill(undefined),
    ])
    expect([countIn(undefined, 'n'), countIn({}, 'n')]).toEqual([undefined, undefined])
  })

  it('is text where it holds text', () => {
    expect(['a', '', 1, null, ['a']].map((text) => textIn({ text }, 'text'))).toEqual([
      'a',
      '',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is a list where it holds one; where it holds none it is empty, and unreadable where it holds anything else', () => {
    const values = [[1], undefined, null, 'a', { length: 1 }]
    expect(values.map((list) => listIn({ list }, 'list'))).toEqual([[1], [], [], [], []])
    expect(values.map((list) => listOrNone({ list }, 'list'))).toEqual([[1], [], [], undefined, undefined])
  })

  it('has fields where it is an object', () => {
    expect([{ a: 1 }, 'a', null, undefined].map(fieldsOf)).toEqual([{ a: 1 }, {}, {}, {}])
  })
})

describe('a condition', () => {
  const status = { conditions: [{ type: 'Failed', status: 'False' }, { type: 'Suspended', status: 'True' }, null] }

  it('holds by its own type and status', () => {
    expect(['Failed', 'Suspended', 'Complete'].map((type) => hasCondition(status, type))).toEqual([false, true, false])
    expect(hasCondition(undefined, 'Failed')).toBe(false)
  })

  it('finishes a Job that is complete or failed, and no other', () => {
    const job = (type: string, holds = 'True') => ({ status: { conditions: [{ type, status: holds }] } })
    expect([job('Complete'), job('Failed'), job('Suspended'), job('Complete', 'False'), {}].map(isJobFinished)).toEqual(
      [true, true, false, false, false],
    )
  })
})
