/**
 * No guard lets a plan pass for a setting that means nothing: each field of each guard is given what it cannot be, and each
 * function that a guard asks throws or answers with a promise.
 */
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

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
  maxPercent,
  maxPolicyChange,
  maxSnapshotAge,
  minAge,
  noSightings,
  protectByEvidence,
  protectDoubtfulOwners,
  protectFinalizers,
  protectIrreplaceable,
  protectKinds,
  protectLabel,
  protectNamespaces,
  protectPinned,
  protectWhere,
  refuseAssumptions,
  requireCoverage,
  requireDesired,
  requireKept,
  requireSameScope,
  requireWorking,
  unlessApproved,
  withinPlan,
  withoutAssumptions,
} from '../../src/guard/index.js'
import { runs } from '../runs.js'
import { millis } from '../../src/core/index.js'
import { approving, noon, removing } from './build.js'

/* Settings are junk by intent, which no type allows. */
type Make = (junk: never) => Guard

const plan = { ...removing('a'), assumptions: [{ about: 'x', assumed: 'y', because: 'z', targets: ['a'] }] }
const sane = { maxCount: maxCount(5), day: { hours: 24 }, when: () => true }

const isSpan = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Junk for a field: anything but what `isSound` takes. */
const but = (isSound: (value: unknown) => boolean, ...more: ReadonlyArray<unknown>): fc.Arbitrary<unknown> => {
  const often = [-1, 0.5, NaN, Infinity, 2 ** 60, '5', null, true, {}, [], [''], [5], new Date(NaN), ...more]
  return fc.oneof(fc.constantFrom(...often), fc.anything()).filter((value) => !isSound(value))
}
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isPercent = (most: number) => (value: unknown) => typeof value === 'number' && value >= 0 && value <= most
const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '')
const isFunction = (value: unknown): boolean => typeof value === 'function'
const isAbsent = (value: unknown): boolean => value === undefined
const orAbsent = (isSound: (value: unknown) => boolean) => (value: unknown) => value === undefined || isSound(value)
const isName = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isGrouping = (value: unknown): boolean => value === byKind
const isBytes = (value: unknown): boolean => isCount(value) || (typeof value === 'string' && /^\d{1,18}$/.test(value))

const fields: ReadonlyArray<readonly [string, Make, fc.Arbitrary<unknown>]> = [
  ['maxCount', maxCount, but(isCount)],
  ['maxCount per', (per) => maxCount(5, { per }), but(orAbsent(isGrouping))],
  ['maxCount counting', (counting) => maxCount(5, { counting }), but(isAbsent)],
  ['maxCount options', (options) => maxCount(5, options), but(isAbsent, { perr: byKind }).filter(isNoOptions)],
  ['maxBytes', maxBytes, but(isBytes)],
  ['maxPercent', (percent) => maxPercent({ percent }), but(isPercent(100), 1e9, 100.1)],
  ['maxPercent floor', (floor) => maxPercent({ percent: 100, floor }), but(orAbsent(isCount))],
  ['maxPercent of nothing', maxPercent, but(() => false, { percent: 100, flor: 3 }).filter(isNoOptions)],
  ['maxGrowth', (percent) => maxGrowth({ percent })(0), but(isPercent(10_000), 1e9)],
  ['maxGrowth floor', (floor) => maxGrowth({ percent: 10_000, floor })(1), but(orAbsent(isCount))],
  ['maxGrowth before', (before) => maxGrowth({ percent: 10_000 })(before), but(isCount)],
  ['maxPolicyChange', (percent) => maxPolicyChange(percent)(1, 1), but(isPercent(10_000), 1e9)],
  ['requireDesired', requireDesired, but(isCount)],
  ['requireKept', requireKept, but(isCount)],
  ['requireCoverage', (needed) => requireCoverage(needed)(() => true), but(isList)],
  ['requireCoverage covers', (covers) => requireCoverage(['pods'])(covers), but(isFunction)],
  ['requireSameScope', (before) => requireSameScope(before)([]), but(isList)],
  ['requireSameScope now', (now) => requireSameScope([])(now), but(isList)],
  ['requireWorking', requireWorking, but((value) => Array.isArray(value) && value.length === 0)],
  ['maxSnapshotAge', (maxAge) => maxSnapshotAge({ maxAge })(noon(0)), but(isCount).filter((value) => !isSpan(value))],
  ['maxSnapshotAge options', (options) => maxSnapshotAge(options)(noon(0)), but(() => false, { age: sane.day })],
  [
    'maxSnapshotAge now',
    (now) => maxSnapshotAge({ maxAge: sane.day })(now),
    but((value) => value instanceof Date && !Number.isNaN(value.getTime())),
  ],
  [
    'minAge',
    (minimum) => minAge({ minAge: minimum })(() => ({ _tag: 'Known', value: noon(-9e6) })),
    but(isCount).filter((value) => !isSpan(value)),
  ],
  ['minAge since', (since) => minAge({ minAge: millis(0) })(since), but(isFunction)],
  [
    'confirm',
    (given) => confirm(given)(noSightings),
    but(() => false, {}, { sighting: 3 }).filter((value) =>
      Object.keys(Object(value)).every((key) => key !== 'sightings' && key !== 'wait'),
    ),
  ],
  ['confirm sightings', (sightings) => confirm({ sightings })(noSightings), but(isCount)],
  ['confirm where', (where) => confirm({ sightings: 1, where })(noSightings), but(orAbsent(isFunction))],
  ['confirm memory', (memory) => confirm({ sightings: 1 })(memory), but(() => false)],
  ['protectWhere', (holds) => protectWhere('mine')(holds), but(isFunction)],
  ['protectWhere rule', (rule) => protectWhere(rule)(() => false), but(isName)],
  ['protectByEvidence', (look) => protectByEvidence('mine')(look), but(isFunction)],
  ['protectKinds', protectKinds, but(orAbsent(isList))],
  ['protectNamespaces', protectNamespaces, but(orAbsent(isList))],
  ['protectLabel', (label) => protectLabel(label)(() => ({ _tag: 'Known', value: {} })), but(isName)],
  [
    'protectLabel value',
    (value) => protectLabel('keep', value)(() => ({ _tag: 'Known', value: {} })),
    but(orAbsent((value) => typeof value === 'string')),
  ],
  [
    'protectFinalizers',
    (finalizers) => protectFinalizers(finalizers)(() => ({ _tag: 'Known', value: [] })),
    but(isList),
  ],
  ['protectPinned', protectPinned, but(isList, ['registry.k8s.io/*/pause'], ['a*b*'], ['**a'])],
  ['protectPinned pattern', protectPinned, fc.constantFrom(['registry.k8s.io/*/pause'], [''], ['a', 'a*b'], ['a*b*'])],
  ['protectIrreplaceable', protectIrreplaceable, but(isFunction)],
  ['protectDoubtfulOwners', protectDoubtfulOwners, but(orAbsent(isFunction))],
  ['agreeing', (other) => agreeing('mine')(other), but(() => false)],
  ['withinPlan', withinPlan, but(isFunction)],
  ['refuseAssumptions', refuseAssumptions, but(isFunction)],
  ['withoutAssumptions', withoutAssumptions, but(isFunction)],
  ['approvedOnly', approvedOnly, but(() => false)],
  ['unlessApproved', (approval) => unlessApproved(approval)(sane.maxCount), but(() => false)],
  ['unlessApproved guard', (guard) => unlessApproved(approving(plan))(guard), but(isFunction)],
  [
    'maxApprovalAge',
    (maxAge) => maxApprovalAge(maxAge)(noon(0))(approving(plan)),
    but(isCount).filter((value) => !isSpan(value)),
  ],
  ['maxApprovalAge approval', (approval) => maxApprovalAge({ hours: 1 })(noon(0))(approval), but(() => false)],
  ['guards', (guard) => guards(guard, sane.maxCount), but(isFunction)],
  ['allOf', (guard) => allOf(guard, maxCount(0)), but(isFunction)],
]

function isNoOptions(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}

/** What a guard lets go of a plan that it should know nothing about. */
const goes = (guard: Guard): ReadonlyArray<string> => {
  const verdict = guard(plan)
  return E.isLeft(verdict)
    ? []
    : verdict.right.passes.flatMap(({ removals }) => removals.map(({ target }) => target.id))
}

describe('a setting that means nothing', () => {
  it.each(fields)('lets no plan pass: %s', (_, make, junk) => {
    fc.assert(
      fc.property(junk, (value) => {
        expect(goes(make(value as never))).toEqual([])
      }),
      { numRuns: runs(2000) },
    )
  })

  it('is told with its place, what was expected and what was found', () => {
    const said = (guard: Guard) =>
      E.getOrElseW((refusals: ReadonlyArray<Parameters<typeof explainRefusal>[0]>) => refusals.map(explainRefusal))(
        guard(plan),
      )
    expect(said(protectPinned(['registry.k8s.io/*/pause']))).toEqual([
      'protectPinned cannot have pins[0] set to "registry.k8s.io/*/pause": expected a name, with a star only at its end or at both ends',
    ])
    expect(said(maxPercent({ percent: 1e9, flor: 1 } as never))).toEqual([
      'maxPercent cannot have percent set to 1000000000: expected a number from 0 to 100',
      'maxPercent cannot have flor set to 1: expected no field but percent, floor',
    ])
    expect(said(confirm({})(noSightings))).toEqual([
      'confirm cannot have sightings set to undefined: expected a number of plans, unless there is a wait',
    ])
    expect(said(maxPercent(null as never))).toEqual([
      'maxPercent cannot have percent set to undefined: expected a number from 0 to 100',
      'maxPercent cannot have options set to null: expected an object',
    ])
    expect(said(allOf())).toEqual(['allOf cannot have guards set to an array of 0: expected guards, at least one'])
    expect(said(refuseAssumptions(throws))).toEqual(['refuseAssumptions failed: out of reach'])
  })
})

const throws = (): never => {
  throw new Error('out of reach')
}
const unprintable = (): never => {
  throw Object.create(null)
}
const later = () => Promise.resolve(true)

const asking: ReadonlyArray<readonly [string, Make]> = [
  ['maxCount per', (keysOf) => maxCount(5, { per: { name: 'x', keysOf } })],
  ['requireCoverage', (covers) => requireCoverage(['pods'])(covers)],
  ['minAge', (since) => minAge({ minAge: millis(0) })(since)],
  ['confirm', (where) => confirm({ sightings: 2, where })(noSightings)],
  ['protectWhere', (holds) => protectWhere('mine')(holds)],
  ['protectByEvidence', (look) => protectByEvidence('mine')(look)],
  ['protectLabel', (labelsOf) => protectLabel('keep')(labelsOf)],
  ['protectFinalizers', (finalizersOf) => protectFinalizers(['keep'])(finalizersOf)],
  ['protectPinned', (names) => protectPinned(['keep'], names)],
  ['protectIrreplaceable', protectIrreplaceable],
  ['protectDoubtfulOwners', protectDoubtfulOwners],
  ['withinPlan', withinPlan],
  ['refuseAssumptions', refuseAssumptions],
  ['withoutAssumptions', withoutAssumptions],
  ['guards', (guard) => guards(guard)],
  ['unlessApproved', (guard) => unlessApproved({ ...approving(plan), digest: '' })(guard)],
]

describe('a function that a guard asks', () => {
  it.each(asking)('lets no plan pass where it throws, or answers later: %s', (_, make) => {
    for (const answer of [throws, unprintable, later]) expect(goes(make(answer as never))).toEqual([])
  })
})
