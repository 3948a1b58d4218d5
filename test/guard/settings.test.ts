/** What each guard says where a setting means nothing, and where a function that it asks fails. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/index.js'
import type { Guard } from '../../src/guard/index.js'
import {
  agreeing,
  allOf,
  approvedOnly,
  byKind,
  confirm,
  explainRefusal,
  guards,
  maxApprovalAge,
  maxBytes,
  maxCount,
  maxGrowth,
  maxPolicyChange,
  maxSnapshotAge,
  minAge,
  noSightings,
  protectByEvidence,
  protectDoubtfulOwners,
  protectIrreplaceable,
  protectKinds,
  protectLabel,
  protectPinned,
  protectWhere,
  refuseAssumptions,
  requireDesired,
  requireKept,
  requireWorking,
  unlessApproved,
  withinPlan,
  withoutAssumptions,
} from '../../src/guard/index.js'
import { approving, keptIn, noon, planOf, refusalsOf, removed, removing } from './build.js'

const plan = removing('a')
const none = undefined as never

const said = (guard: Guard): ReadonlyArray<string> => refusalsOf(guard(plan)).map(explainRefusal)

const cannot = (guard: string, field: string, expected: string, actual = 'undefined'): string =>
  `${guard} cannot have ${field} set to ${actual}: expected ${expected}`

const examples: ReadonlyArray<readonly [Guard, ...string[]]> = [
  [
    agreeing(none)({} as never),
    cannot('agreeing', 'name', 'a string, not empty'),
    cannot('agreeing', 'other', 'a plan', 'an object'),
  ],
  [protectDoubtfulOwners(5 as never), cannot('protectDoubtfulOwners', 'owners', 'a function', '5')],
  [withinPlan(none), cannot('withinPlan', 'reachedBy', 'a function')],
  [approvedOnly(none), cannot('approvedOnly', 'approval', 'an approval')],
  [
    unlessApproved(none)(none),
    cannot('unlessApproved', 'approval', 'an approval'),
    cannot('unlessApproved', 'guard', 'a function'),
  ],
  [
    maxApprovalAge(none)(noon())(approving(plan)),
    cannot('maxApprovalAge', 'maxAge', 'a span of whole milliseconds, 0 or more', 'NaN'),
  ],
  [refuseAssumptions(none), cannot('refuseAssumptions', 'accepts', 'a function')],
  [withoutAssumptions(none), cannot('withoutAssumptions', 'accepts', 'a function')],
  [maxCount(1, { per: {} as never }), cannot('maxCount', 'per', 'a grouping, such as byNamespace', 'an object')],
  [
    maxCount(1, { per: { ...byKind, keysOf: none } }),
    cannot('maxCount', 'per', 'a grouping, such as byNamespace', 'an object'),
  ],
  [
    maxCount(1, { per: { ...byKind, name: '' } }),
    cannot('maxCount', 'per', 'a grouping, such as byNamespace', 'an object'),
  ],
  [maxCount(1, { counting: 'all' as never }), cannot('maxCount', 'counting', '"planned" or "at-worst"', '"all"')],
  [maxBytes(-1), cannot('maxBytes', 'limit', 'a number of bytes, 0 or more', '-1')],
  [maxGrowth({ percent: -1 })(0), cannot('maxGrowth', 'percent', 'a number from 0 to 10000', '-1')],
  [maxPolicyChange(-1)(1, 1), cannot('maxPolicyChange', 'percent', 'a number from 0 to 10000', '-1')],
  [requireDesired(-1), cannot('requireDesired', 'desired', 'a whole number, 0 or more', '-1')],
  [requireKept(-1), cannot('requireKept', 'floor', 'a whole number, 0 or more', '-1')],
  [confirm({ sightings: 1, where: 5 as never })(noSightings), cannot('confirm', 'where', 'a function', '5')],
  [confirm({ sightings: 1 })(none), cannot('confirm', 'memory', 'sightings, such as noSightings')],
  [
    protectWhere('')(none),
    cannot('protectWhere', 'rule', 'a string, not empty', '""'),
    cannot('protectWhere', 'holds', 'a function'),
  ],
  [
    protectByEvidence('')(none),
    cannot('protectByEvidence', 'rule', 'a string, not empty', '""'),
    cannot('protectByEvidence', 'look', 'a function'),
  ],
  [
    protectLabel('', 5 as never)(none),
    cannot('protectLabel', 'label', 'a string, not empty', '""'),
    cannot('protectLabel', 'value', 'a string', '5'),
    cannot('protectLabel', 'labelsOf', 'a function'),
  ],
  [protectIrreplaceable(none), cannot('protectIrreplaceable', 'canBeBroughtBack', 'a function')],
  [protectKinds(5 as never), cannot('protectKinds', 'kinds', 'an array', '5')],
  [protectPinned(['a'], 5 as never), cannot('protectPinned', 'names', 'a function', '5')],
  [
    maxSnapshotAge({ maxAge: millis(-1) })(noon()),
    cannot('maxSnapshotAge', 'maxAge', 'a span of whole milliseconds, 0 or more', '-1'),
  ],
  [
    maxSnapshotAge({ maxAge: null as never })(noon()),
    cannot('maxSnapshotAge', 'maxAge', 'a span of whole milliseconds, 0 or more', 'NaN'),
  ],
  [minAge({ minAge: millis(1) })(none), cannot('minAge', 'since', 'a function')],
  [guards(none), cannot('a guard', 'guard', 'a function')],
]

describe('a guard', () => {
  it.each(examples.map(([guard, ...sentences]) => [sentences[0] ?? '', guard, sentences] as const))(
    'says what a setting may be: %s',
    (_, guard, sentences) => {
      expect(said(guard)).toEqual(sentences)
    },
  )

  it('says what is wrong with the parts that have to work', () => {
    expect(refusalsOf(requireWorking(none)(plan))).toMatchObject([
      { _tag: 'InvalidSetting', guard: 'requireWorking', path: 'parts' },
    ])
  })

  it('refuses a plan of no instant where it asks for an age', () => {
    const undated = { ...plan, at: new Date(NaN) }
    const since = () => ({ _tag: 'Known' as const, value: noon(-9e6) })
    for (const [name, guard] of [
      ['maxSnapshotAge', maxSnapshotAge({ maxAge: millis(1) })(noon())],
      ['minAge', minAge({ minAge: millis(0) })(since)],
    ] as const)
      expect(refusalsOf(guard(undated)).map(explainRefusal)).toEqual([
        cannot(name, 'at', 'a valid Date', 'Invalid Date'),
      ])
  })

  it('keeps a target whose age is unknown, or no instant', () => {
    const ages = (value: unknown) => minAge({ minAge: millis(0) })(() => value as never)(plan)
    expect(keptIn(ages({ _tag: 'Unknown' }))).toEqual({ a: ['AgeUnknown'] })
    expect(keptIn(ages({ _tag: 'Known', value: 5 }))).toEqual({ a: ['AgeUnknown'] })
    expect(keptIn(ages({ _tag: 'Unknown', value: noon(-9e6) }))).toEqual({ a: ['AgeUnknown'] })
  })
})

describe('a function that a guard asks', () => {
  const broken: Guard = () => {
    throw new Error('out of reach')
  }
  const late = (() => Promise.resolve(E.right(plan))) as never

  it('is named where it throws, or gives no verdict', () => {
    expect(said(guards(broken))).toEqual(['a guard failed: out of reach'])
    expect(said(guards(late))).toEqual(['a guard failed: it gave no verdict'])
  })

  it('lets no plan pass though another guard of allOf does', () => {
    expect(said(allOf(broken, maxCount(5)))).toEqual(['a guard failed: out of reach'])
    expect(said(allOf(maxCount(-1), maxCount(5)))).toEqual([
      cannot('maxCount', 'limit', 'a whole number, 0 or more', '-1'),
    ])
    expect(removed(allOf(maxCount(0), maxCount(5))(plan))).toEqual(['a'])
  })

  it('of evidence that throws keeps the target, and says so', () => {
    const holds = (): never => {
      throw new Error('out of reach')
    }
    const { passes } = E.getOrElseW(() => planOf([{}]))(protectWhere('mine')(holds)(plan))
    expect(passes[0].kept[0]?.reasons.at(-1)).toEqual({
      _tag: 'EvidenceMissing',
      rule: 'protectWhere',
      because: 'out of reach',
    })
  })
})

describe('a pin', () => {
  const pinned = (pin: string, name: string) => Object.keys(keptIn(protectPinned([pin], () => [name])(plan))).length > 0

  it.each([
    ['pause', 'pause', true],
    ['pause', 'pause:3.9', true],
    ['pause', 'pauses', false],
    ['pause', 'my/pause', false],
    ['pause*', 'pauses', true],
    ['pause*', 'my/pause', false],
    ['*pause*', 'my/pauses', true],
    ['*pause*', 'my/paus', false],
    ['*', 'anything', true],
    ['**', 'anything', true],
  ])('%s and the name %s: %s', (pin, name, isMeant) => {
    expect(pinned(pin, name)).toBe(isMeant)
  })

  it.each(['*pause', 'a*b', 'a*b*', '*a*b*', ''])('%s means nothing, and is refused', (pin) => {
    expect(refusalsOf(protectPinned([pin])(plan))).toMatchObject([{ _tag: 'InvalidSetting', path: 'pins[0]' }])
  })
})

describe('a policy that moved', () => {
  const moved = (before: unknown, after: unknown) =>
    refusalsOf(maxPolicyChange(10)(before, after)(plan)).map((each) => ('field' in each ? each.field : each._tag))

  it.each<readonly [unknown, unknown, boolean]>([
    [100, 110, false],
    [100, 111, true],
    ['100', 110n, false],
    ['100', '111', true],
    ['100 MiB', '105 MiB', true],
    ['x100', 'x105', true],
    [null, 0, true],
    [0, null, true],
    [NaN, 5, true],
    [true, false, true],
    [[100], [105], false],
    [['100'], { 0: '100' }, true],
    [[5], 5, true],
    [new Date(1000), new Date(1050), false],
    [-100, 100, true],
  ])('from %o to %o', (before, after, isMoved) => {
    expect(moved({ field: before }, { field: after }).length > 0).toBe(isMoved)
  })

  it('is compared down to a depth of 32, and below that only as a whole', () => {
    const nested = (depth: number, leaf: unknown): unknown =>
      Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: inner }), leaf)
    expect(moved(nested(32, 100), nested(32, 105))).toEqual([])
    expect(moved(nested(33, 100), nested(33, 105))).toHaveLength(1)
  })
})

describe('the worst of a plan', () => {
  it('is in all cases no more than what there is', () => {
    const beyond = (guard: Guard, ...passes: Parameters<typeof planOf>[0]) => refusalsOf(guard(planOf(passes))).length
    expect(beyond(maxCount(0), {})).toBe(0)
    expect(beyond(maxBytes(0), { goal: { _tag: 'FreeBytes', bytes: 5 } })).toBe(0)
  })
})
