import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Picture } from '../../../src/core/index.js'
import { neighbourhood } from '../../../src/render/index.js'
import { anyPicture, picture, thing } from './arbitrary.js'

const chain = (length: number): Picture => {
  const names = Array.from({ length }, (_, index) => `${index}`)
  return picture({
    nodes: names.map((name) => thing(name)),
    edges: names.slice(1).map((name, index) => ({ from: `${index}`, to: name, label: '', line: 'keeps' })),
  })
}

const idsOf = ({ nodes }: Picture): ReadonlyArray<string> => nodes.map(({ id }) => id)

it('takes what lies within so many lines, in either direction, and counts the rest', () => {
  const { nodes, edges, omitted } = neighbourhood({ around: ['4'], hops: 2, limit: 10 })(chain(9))
  expect(nodes.map(({ id, beside }) => `${id}+${beside}`)).toEqual(['2+1', '3+0', '4+0', '5+0', '6+1'])
  expect(edges).toHaveLength(4)
  expect(omitted).toBe(4)
})

it('takes the nearest of more than it may', () => {
  expect(idsOf(neighbourhood({ around: ['4'], hops: 9, limit: 4 })(chain(9)))).toEqual(['2', '3', '4', '5'])
  expect(idsOf(neighbourhood({ around: ['4'], hops: Number.NaN, limit: 4 })(chain(9)))).toEqual(['4'])
  expect(idsOf(neighbourhood({ around: ['4'], hops: 1, limit: Number.NaN })(chain(9)))).toEqual([])
  expect(idsOf(neighbourhood({ around: ['gone'], hops: 1, limit: 4 })(chain(9)))).toEqual([])
})

it('follows a long chain to its end', () => {
  expect(neighbourhood({ around: ['0'], hops: Infinity, limit: Infinity })(chain(50_000)).nodes).toHaveLength(50_000)
})

it('is a part of the picture that tells what it leaves out', () => {
  const around = fc.array(fc.constantFrom('a', 'b', 'c', 'x'), { maxLength: 2 })
  fc.assert(
    fc.property(anyPicture, around, fc.nat(3), fc.nat(5), (whole, middle, hops, limit) => {
      const part = neighbourhood({ around: middle, hops, limit })(whole)
      const ids = new Set(idsOf(part))
      expect(part.nodes.length).toBeLessThanOrEqual(limit)
      expect(part.nodes.length + part.omitted).toBe(new Set(idsOf(whole)).size + whole.omitted)
      expect(part.edges).toEqual(whole.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)))
      for (const node of part.nodes) {
        const { beside } = whole.nodes.find(({ id }) => id === node.id) ?? node
        const neighbours = whole.edges.flatMap(({ from, to }) =>
          from === node.id ? [to] : to === node.id ? [from] : [],
        )
        const known = new Set(neighbours.filter((id) => idsOf(whole).includes(id) && !ids.has(id)))
        expect(node.beside).toBe(beside + known.size)
      }
    }),
  )
})
