import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policy, PolicyInput } from '../../../src/kubelet/container/index.js'
import { defaultPolicy, makePolicy, plan, presets } from '../../../src/kubelet/container/index.js'
import { millis } from '../../../src/core/index.js'
import { container, node, planned, reasonsOf, removed } from './build.js'

/** Paths of the refusal of an input from outside; none when it is a policy. */
const refused = (input: unknown): ReadonlyArray<string> => {
  const result = makePolicy(input as PolicyInput)
  return E.isLeft(result) ? result.left.map(({ path, expected, actual }) => `${path}: ${expected}, not ${actual}`) : []
}

const minAgeOf = (minAge: PolicyInput['minAge']): number | null => {
  const result = makePolicy(minAge === undefined ? {} : { minAge })
  return E.isRight(result) ? result.right.minAge : null
}

describe('makePolicy', () => {
  it('takes the kubelet defaults for what is not given', () => {
    expect(makePolicy({})).toEqual(E.right(defaultPolicy))
    expect(defaultPolicy).toMatchObject({ minAge: 0, maxPerPodContainer: 1, maxContainers: -1 })
    expect(makePolicy({ maxContainers: 7 })).toEqual(E.right({ ...defaultPolicy, maxContainers: 7 }))
  })

  it('takes an undefined field for one that is not given', () => {
    expect(makePolicy({ maxContainers: undefined } as unknown as PolicyInput)).toEqual(E.right(defaultPolicy))
  })

  it('reads a span from milliseconds or from its parts', () => {
    expect(minAgeOf(millis(1500))).toBe(1500)
    expect(minAgeOf({ days: 1, hours: 2, minutes: 3, seconds: 4.5 })).toBe(93_784_500)
    expect(minAgeOf({ hours: 0 })).toBe(0)
    expect(minAgeOf({ seconds: 1.001 })).toBe(1001)
    expect(minAgeOf({ seconds: 1.0005 })).toBeNull()
  })

  it('refuses a span that is negative, no whole number of milliseconds, or none at all', () => {
    const expected = 'minAge: a span of whole milliseconds, zero or more, not'
    expect(refused({ minAge: -1 })).toEqual([`${expected} -1`])
    expect(refused({ minAge: { minutes: -1 } })).toEqual([`${expected} -60000`])
    expect(refused({ minAge: 1.5 })).toEqual([`${expected} 1.5`])
    expect(refused({ minAge: 2 ** 53 })).toEqual([`${expected} 9007199254740992`])
    expect(refused({ minAge: NaN })).toEqual([`${expected} NaN`])
    expect(refused({ minAge: '5m' })).toEqual([`${expected} "5m"`])
    expect(refused({ minAge: null })).toEqual([`${expected} null`])
    for (const none of [{ weeks: 1 }, { minutes: '5' }, { minutes: null }, { hours: 1, minutes: NaN }])
      expect(refused({ minAge: none })).toEqual([`${expected} NaN`])
    for (const none of [{}, new Map()]) expect(refused({ minAge: none })).toEqual([`${expected} an object`])
    expect(refused({ minAge: [] })).toEqual([`${expected} an array of 0`])
    expect(refused({ minAge: new Date(0) })).toEqual([`${expected} 1970-01-01T00:00:00.000Z`])
  })

  it('takes any limit, where a negative one means none', () => {
    for (const limit of [-5, -1, 0, 1, Number.MAX_SAFE_INTEGER])
      expect(refused({ maxPerPodContainer: limit, maxContainers: limit })).toEqual([])
    for (const limit of [0.5, NaN, Infinity, -Infinity, 2 ** 53, '1', null, true, { seconds: 1 }]) {
      expect(refused({ maxPerPodContainer: limit })).toHaveLength(1)
      expect(refused({ maxContainers: limit })).toHaveLength(1)
    }
  })

  it('names every field that is wrong, the minimum age first', () => {
    const wrong = {
      deadLinks: 'never',
      logDirectories: false,
      sandboxes: 'ignored',
      wholeUnitOrder: null,
      excessOrder: 'random',
      unidentified: 'kept',
      evictNonDeletedPods: 'yes',
      maxContainers: 'many',
      maxPerPodContainer: 0.5,
      minAge: -1,
    }
    expect(refused(wrong)).toEqual([
      'minAge: a span of whole milliseconds, zero or more, not -1',
      'maxPerPodContainer: a safe integer, not 0.5',
      'maxContainers: a safe integer, not "many"',
      'evictNonDeletedPods: a boolean, not "yes"',
      'unidentified: "unit" or "removed-first", not "kept"',
      'excessOrder: "oldest-first" or "newest-first", not "random"',
      'wholeUnitOrder: "as-listed" or "by-age", not null',
      'sandboxes: "collected" or "untouched", not "ignored"',
      'logDirectories: "collected" or "untouched", not false',
      'deadLinks: "by-status" or "unconditional", not "never"',
    ])
    expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(defaultPolicy).toSorted())
  })

  it('tags its errors', () => {
    expect(makePolicy({ maxContainers: 0.5 })).toEqual(
      E.left([{ _tag: 'InvalidPolicyField', path: 'maxContainers', expected: 'a safe integer', actual: '0.5' }]),
    )
  })

  it('refuses what is no record of fields', () => {
    for (const none of [null, undefined, 5, 'policy', true]) expect(refused(none)[0]).toMatch(/^: an object, not /)
    expect(refused([])).not.toEqual([])
  })

  it('leaves behind what is no field of a policy', () => {
    const input = JSON.parse(
      '{"__proto__": {"maxContainers": 5}, "constructor": 1, "maxDead": 3, "minAge": 4}',
    ) as PolicyInput
    expect(makePolicy(input)).toEqual(E.right({ ...defaultPolicy, minAge: 4 }))
  })
})

describe('plan', () => {
  it('refuses a policy that was put together by hand and is none', () => {
    const refusedBy = (policy: Partial<Policy>): unknown => plan({ ...defaultPolicy, ...policy })(node())
    expect(refusedBy({ maxContainers: NaN })).toEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'kubelet-container policy',
        problems: [{ path: 'maxContainers', expected: 'a safe integer', actual: 'NaN' }],
      }),
    )
    expect(refusedBy({ minAge: millis(-1) })).toMatchObject({ _tag: 'Left' })
    expect(refusedBy({ maxPerPodContainer: 0.5 })).toMatchObject({ _tag: 'Left' })
    expect(refusedBy({})).toMatchObject({ _tag: 'Right' })
  })
})

describe('presets', () => {
  it('are policies themselves', () => {
    for (const preset of Object.values(presets)) expect(makePolicy(preset)).toEqual(E.right(preset))
  })

  it('decide alike from release 1.26 on', () => {
    const releases = Object.entries(presets).filter(([name]) => name.startsWith('kubernetes_'))
    expect(releases).toEqual(
      ['1_26', '1_31', '1_32', '1_33', '1_34', '1_35', '1_36', '1_37_preview'].map((release) => [
        `kubernetes_${release}`,
        defaultPolicy,
      ]),
    )
  })

  it('have the documented limits of OpenShift: no minimum age, one per container, no total', () => {
    expect(presets.openshift).toEqual({ ...defaultPolicy, minAge: 0, maxPerPodContainer: 1, maxContainers: -1 })
  })

  it('give a dead container one minute in the Docker era and none later, counted from its creation', () => {
    const young = { containers: [container('young', 59.5), container('other', 59.25)] }
    expect(removed('containers', planned(young, presets.openshift))).toEqual(['other'])
    const era = planned(young, presets.docker_era)
    expect(removed('containers', era)).toEqual([])
    expect(reasonsOf('young', era)).toMatchObject([{ _tag: 'YoungerThanMinAge', age: 30_000, minAge: 60_000 }])
  })
})
