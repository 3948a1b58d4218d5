import { describe, expect, it } from 'vitest'

import { type Metric, addMetrics } from '../../src/document/index.js'

const counter = (name: string, labels: Readonly<Record<string, string>>, value: number, help = 'Help.'): Metric => ({
  ...{ name, help, type: 'counter', samples: [{ labels, value }] },
})

describe('metrics that are added', () => {
  it('sum samples of the same name and labels, in whatever order the labels are', () => {
    const sum = addMetrics(
      [counter('deleted_total', { a: '1', b: '2' }, 2)],
      [counter('deleted_total', { b: '2', a: '1' }, 3)],
    )
    expect(sum.map(({ samples }) => samples)).toEqual([[{ labels: { a: '1', b: '2' }, value: 5 }]])
  })

  it('keep samples apart whose name or labels differ, in the order of their first occurrence', () => {
    const sum = addMetrics(
      [counter('b_total', {}, 1), counter('a_total', { of: 'x' }, 2)],
      [counter('a_total', { of: 'y' }, 4), counter('b_total', {}, 8)],
    )
    expect(sum.flatMap(({ name, samples }) => samples.map(({ labels, value }) => [name, labels, value]))).toEqual([
      ['b_total', {}, 9],
      ['a_total', { of: 'x' }, 2],
      ['a_total', { of: 'y' }, 4],
    ])
  })

  it('have the latest help, and are the totals where nothing is added', () => {
    expect(addMetrics([counter('a_total', {}, 1, 'Old.')], [counter('a_total', {}, 0, 'New.')])).toEqual([
      counter('a_total', {}, 1, 'New.'),
    ])
    expect(addMetrics([counter('a_total', {}, 1)], [])).toEqual([counter('a_total', {}, 1)])
    expect(addMetrics([], [{ ...counter('a_total', {}, 1), samples: [] }])).toEqual([])
  })
})
