import { describe, expect, it } from 'vitest'

import type { GraphLayout } from '../../../src/render/graph/layout.js'
import { graphLayout } from '../../../src/render/graph/layout.js'
import { picture, thing } from './arbitrary.js'

const texts = ({ groups }: GraphLayout): ReadonlyArray<string> =>
  groups.flatMap(({ boxes }) => boxes.map(({ text }) => text.join(' / ')))

const arrows = ({ arrows: drawn }: GraphLayout): ReadonlyArray<string> =>
  drawn.map(({ from, to, label, line }) => `${from} ${line} ${to}: ${label}`)

describe('a thing', () => {
  it('says what it is and what becomes of it, by words too', () => {
    const nodes = [
      thing('a', { kind: 'image', note: 'forever', beside: 2 }),
      thing('b', { kind: 'image', state: 'goes' }),
      thing('c', { state: 'absent' }),
      thing('d', { kind: 'blob', state: 'unknown' }),
    ]
    expect(texts(graphLayout(picture({ nodes })))).toEqual([
      'image / a / forever / + 2 more',
      'image, goes / b',
      'absent / c',
      'blob, unknown / d',
    ])
  })

  it('counts once, as first stated', () => {
    expect(texts(graphLayout(picture({ nodes: [thing('a', { note: 'x' }), thing('b'), thing('a')] })))).toEqual([
      'a / x',
      'b',
    ])
  })

  it('is absent when only a line names it', () => {
    const edges = [{ from: 'a', to: 'gone', label: 'x', line: 'idle' }] as const
    expect(texts(graphLayout(picture({ nodes: [thing('a')], edges })))).toEqual(['a', 'absent / gone'])
    expect(arrows(graphLayout(picture({ nodes: [thing('a')], edges })))).toEqual(['0 idle 1: x'])
  })

  it('has text that can be read and printed', () => {
    const [long, other] = ['a'.repeat(64), `${'a'.repeat(63)}b`]
    const text = (...labels: ReadonlyArray<string>): ReadonlyArray<string> =>
      texts(graphLayout(picture({ nodes: labels.map((label, index) => thing(`${index}`, { label })) })))
    expect(text(`sha256:${'0'.repeat(64)}`)).toEqual(['sha256:000000000000'])
    expect(text(long, other)).toEqual([long, other])
    expect(text('a\nb\u202ec\ud800')).toEqual(['a\\u000ab\\u202ec\\ud800'])
    expect(text('x'.repeat(1000))).toEqual([`${'x'.repeat(48)}…${'x'.repeat(47)}`])
    expect(text('\u{1f4e6}'.repeat(96))).toEqual(['\u{1f4e6}'.repeat(96)])
  })
})

it('groups by cluster, what lies in none first and what lies in an unknown one with it', () => {
  const clusters = [
    { id: 'm', label: 'namespace m' },
    { id: 'n', label: 'namespace n' },
    { id: 'empty', label: '' },
  ]
  const nodes = [thing('a', { cluster: 'n' }), thing('b'), thing('c', { cluster: 'm' }), thing('d', { cluster: 'x' })]
  const { groups } = graphLayout(picture({ clusters, nodes }))
  expect(groups.map(({ label, boxes }) => [label, boxes.map(({ number }) => number)])).toEqual([
    [null, [1, 3]],
    ['namespace m', [2]],
    ['namespace n', [0]],
  ])
})

it('draws lines with the same ends as one that does what the strongest does', () => {
  const edges = [
    { from: 'a', to: 'b', label: 'idle', line: 'idle' },
    { from: 'a', to: 'b', label: 'second', line: 'holds' },
    { from: 'b', to: 'a', label: '', line: 'idle' },
    { from: 'a', to: 'b', label: 'first', line: 'keeps' },
    { from: 'a', to: 'b', label: 'first', line: 'keeps' },
    { from: 'a', to: 'b', label: 'third', line: 'holds' },
    { from: 'a', to: 'b', label: 'fifth', line: 'idle' },
  ] as const
  expect(arrows(graphLayout(picture({ nodes: [thing('a'), thing('b')], edges })))).toEqual([
    '0 keeps 1: first, second, third, 2 more',
    '1 idle 0: ',
  ])
})

it('notes what is left out, if anything is', () => {
  expect(graphLayout(picture({ omitted: 3 })).omitted).toBe('3 more')
  expect(graphLayout(picture({})).omitted).toBeNull()
  expect(graphLayout(picture({ omitted: Number.NaN })).omitted).toBeNull()
})
