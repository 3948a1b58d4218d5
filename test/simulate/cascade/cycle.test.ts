import { describe, expect, it } from 'vitest'

import { cyclesOf } from '../../../src/simulate/cascade/outcomes.js'
import type { KubeObject } from '../../../src/apiserver/object.js'
import { object, to } from '../../controllers/owner/build.js'

const circles = (...objects: ReadonlyArray<KubeObject>): ReadonlyArray<string> =>
  cyclesOf(objects).map((circle) => circle.map(({ id }) => id).join(''))

describe('circles of owners', () => {
  it('are told by their first object, in the order given', () => {
    const [a, b] = [object('a', [to('b')]), object('b', [to('a')])]
    const [c, d] = [object('c', [to('d')]), object('d', [to('c'), to('c')])]
    expect(circles(a, b, c, d)).toEqual(['ab', 'cd'])
    expect(circles(d, c, a, b)).toEqual(['dc', 'ab'])
    expect(circles(object('s', [to('s')]), a, b, object('t', [to('t')]))).toEqual(['s', 'ab', 't'])
  })
  it('are objects that name themselves, once, whatever they name besides', () => {
    expect(circles(object('a', [to('a'), to('a'), to('b')]), object('b'))).toEqual(['a'])
  })
  it('are none of chains, nor of owners that are not there', () => {
    expect(circles(object('a', [to('x')]), object('b', [to('a')]), object('c', [to('b'), to('a'), to('x')]))).toEqual(
      [],
    )
    expect(circles(object('b', [to('x')]))).toEqual([])
  })
})
