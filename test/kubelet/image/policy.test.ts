import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { PolicyInput } from '../../../src/kubelet/image/index.js'
import { defaultPolicy, makePolicy } from '../../../src/kubelet/image/index.js'
import { millis } from '../../../src/core/index.js'

const problemsOf = (input: unknown): ReadonlyArray<readonly [string, string, string]> => {
  const made = makePolicy(input as PolicyInput)
  return E.isLeft(made) ? made.left.map(({ path, expected, actual }) => [path, expected, actual]) : []
}

describe('defaults', () => {
  it('are those of the kubelet: 85 down to 80 percent, two minutes, no maximum age', () => {
    expect(makePolicy({})).toEqual(E.right(defaultPolicy))
    expect(defaultPolicy).toMatchObject({
      highThresholdPercent: 85,
      lowThresholdPercent: 80,
      minAge: 120_000,
      maxAge: 0,
      entrance: 'GarbageCollect',
    })
  })

  it('refuse to wrap around', () => {
    expect(defaultPolicy.int64).toBe('refuse')
  })
})

describe('what makePolicy takes', () => {
  it('takes the fields given and the default for the rest, also for undefined', () => {
    expect(makePolicy({ highThresholdPercent: 90, sandboxImage: 'pause' })).toEqual(
      E.right({ ...defaultPolicy, highThresholdPercent: 90, sandboxImage: 'pause' }),
    )
    expect(makePolicy({ highThresholdPercent: undefined } as never)).toEqual(E.right(defaultPolicy))
  })

  it('takes ages in milliseconds or in parts', () => {
    expect(makePolicy({ minAge: millis(5), maxAge: { days: 1, hours: 1, minutes: 5, seconds: 20 } })).toEqual(
      E.right({ ...defaultPolicy, minAge: 5, maxAge: 90_320_000 }),
    )
  })

  it('leaves behind what is no field', () => {
    expect(makePolicy(JSON.parse('{"__proto__": 1, "other": 2}') as PolicyInput)).toEqual(E.right(defaultPolicy))
  })

  it('takes equal thresholds, as the image manager does', () => {
    expect(problemsOf({ highThresholdPercent: 80, lowThresholdPercent: 80 })).toEqual([])
    expect(problemsOf({ highThresholdPercent: 0, lowThresholdPercent: 0 })).toEqual([])
    expect(problemsOf({ highThresholdPercent: 100, lowThresholdPercent: 100 })).toEqual([])
  })
})

describe('what makePolicy refuses', () => {
  it('is tagged, with path, expected and actual', () => {
    expect(makePolicy({ highThresholdPercent: 101 })).toEqual(
      E.left([
        {
          _tag: 'InvalidPolicyField',
          path: 'highThresholdPercent',
          expected: 'a whole number from 0 to 100',
          actual: '101',
        },
      ]),
    )
  })

  it.each([-1, 101, 84.5, NaN, Infinity, '85', null, {}])('refuses a threshold of %s', (threshold) => {
    expect(problemsOf({ highThresholdPercent: threshold }).map(([path]) => path)).toEqual(['highThresholdPercent'])
    expect(problemsOf({ lowThresholdPercent: threshold }).map(([path]) => path)).toEqual(['lowThresholdPercent'])
  })

  it('refuses a low threshold above the high one', () => {
    expect(problemsOf({ highThresholdPercent: 74, lowThresholdPercent: 75 })).toEqual([
      ['lowThresholdPercent', 'at most highThresholdPercent (74)', '75'],
    ])
  })

  it.each([
    [-1, '-1'],
    [0.5, '0.5'],
    [NaN, 'NaN'],
    [9_223_372_036_855, '9223372036855'],
    ['2m', '"2m"'],
    [null, 'null'],
    [{}, 'an object'],
    [{ minutes: '2' }, 'NaN'],
    [{ fortnights: 2 }, 'NaN'],
    [{ minutes: -2 }, '-120000'],
    [new Date(0), 'an object'],
  ])('refuses an age of %j', (age, actual) => {
    const found = actual === 'an object' && age instanceof Date ? '1970-01-01T00:00:00.000Z' : actual
    expect(problemsOf({ minAge: age })).toEqual([
      ['minAge', 'a span of whole milliseconds, from 0 to 292 years', found],
    ])
    expect(problemsOf({ maxAge: age }).map(([path]) => path)).toEqual(['maxAge'])
  })

  it('takes the longest age that Go can name', () => {
    expect(problemsOf({ minAge: 9_223_372_036_854, maxAge: 9_223_372_036_854 })).toEqual([])
  })

  it.each([
    ['entrance', '"GarbageCollect" or "DeleteUnusedImages"'],
    ['runOrder', '"detect-first" or "stats-first"'],
    ['maxAgePass', '"present" or "absent"'],
    ['maxAgeGrace', '"uptime" or "none"'],
    ['firstDetection', '"now" or "zero"'],
    ['sandboxImage', 'a string'],
    ['containerKey', '"image-id" or "image-ref"'],
    ['pinned', '"honoured" or "ignored"'],
    ['imageVolumes', '"in-use" or "ignored"'],
    ['runtimeClassInImageCriApi', 'a boolean'],
    ['shortage', '"insufficient-free-space" or "attempted-to-free" or "wanted-to-free"'],
    ['postGCHooks', '"present" or "absent"'],
    ['int64', '"refuse" or "wrap"'],
  ])('refuses a %s that is no word of it', (field, expected) => {
    expect(problemsOf({ [field]: 7 })).toEqual([[field, expected, '7']])
  })

  it('names everything at once, in the order of the kubelet: thresholds, their order, ages, rules', () => {
    const input = { int64: 'x', maxAge: -1, minAge: -1, lowThresholdPercent: 90, highThresholdPercent: 80 }
    expect(problemsOf(input).map(([path]) => path)).toEqual(['lowThresholdPercent', 'minAge', 'maxAge', 'int64'])
    expect(problemsOf({ ...input, highThresholdPercent: 101 }).map(([path]) => path)).toEqual([
      'highThresholdPercent',
      'minAge',
      'maxAge',
      'int64',
    ])
  })

  it.each([null, undefined, 7, 'policy', [], () => 0])('refuses %s in the place of an input', (input) => {
    expect(problemsOf(input).length).toBeGreaterThan(0)
    expect(problemsOf(input)[0]?.[0]).toBe(Array.isArray(input) ? 'highThresholdPercent' : '')
  })
})
