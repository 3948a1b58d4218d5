import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as either from '../../src/core/either.js'
import * as option from '../../src/core/option.js'

describe('values made without fp-ts', () => {
  it('are those that fp-ts makes', () => {
    expect([either.left('no'), either.right(7), option.none, option.some(7)]).toStrictEqual([
      E.left('no'),
      E.right(7),
      O.none,
      O.some(7),
    ])
  })
  it('are told apart as fp-ts tells them apart', () => {
    for (const value of [E.left('no'), E.right(7)])
      expect([either.isLeft(value), either.isRight(value)]).toEqual([E.isLeft(value), E.isRight(value)])
    for (const value of [O.none, O.some(7)])
      expect([option.isNone(value), option.isSome(value)]).toEqual([O.isNone(value), O.isSome(value)])
  })
  it('are changed and opened as fp-ts does it', () => {
    const twice = (value: number): number => 2 * value
    for (const value of [E.left('no'), E.right(7)]) {
      expect(either.map(twice)(value)).toStrictEqual(E.map(twice)(value))
      expect(either.getOrElse(() => 0)(value)).toBe(E.getOrElse(() => 0)(value))
    }
  })
})
