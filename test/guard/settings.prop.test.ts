/**
 * No guard lets a plan pass for a setting that means nothing: each field of each guard is given what it cannot be, and each
 * function that a guard asks throws or answers with a promise.
 */
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type {
  CapOptions,
  Confirmation,
  Freshness,
  Growth,
  Guard,
  Maturity,
  Refusals,
  Share,
} from '../../src/guard/index.js'
import * as entry from '../../src/guard/index.js'
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
const isInstant = (value: unknown): boolean => value instanceof Date && !Number.isNaN(value.getTime())
const never = (): boolean => false

/** Junk for a field: anything but what `isSound` takes. */
const but = (isSound: (value: unknown) => boolean, ...more: ReadonlyArray<unknown>): fc.Arbitrary<unknown> => {
  const often = [-1, 0.5, NaN, Infinity, 2 ** 60, '5', null, true, {}, [], [''], [5], new Date(NaN), 5n, ...more]
  return fc.oneof(fc.constantFrom(...often), fc.anything()).filter((value) => !isSound(value))
}
const noSpan = (isSound = isCount): fc.Arbitrary<unknown> =>
  but(isSound, { hour: 1 }, { hours: '1' }, { hours: 1, minuts: 5 }, new Date(0), new Map(), Object.create(sane.day))
const noOptions = (...more: ReadonlyArray<unknown>): fc.Arbitrary<unknown> =>
  but(isAbsent, { perr: byKind }, ...more).filter(isNoOptions)

type Field = readonly [make: Make, junk: fc.Arbitrary<unknown>]

/** What makes a guard, whatever it takes first: it ends in what gives a verdict. */
type Guarding<F> = F extends (...given: never) => infer R
  ? R extends E.Either<Refusals, unknown>
    ? true
    : Guarding<R>
  : false

type GuardName = { [Name in keyof Exported]: Guarding<Exported[Name]> extends true ? Name : never }[keyof Exported]
type Exported = typeof entry

/** The options that guards take as a record; each field of theirs has to be in the table. */
interface OptionsOf {
  readonly maxCount: CapOptions
  readonly maxBytes: CapOptions
  readonly maxPercent: CapOptions & Share
  readonly maxGrowth: Growth
  readonly maxSnapshotAge: Freshness
  readonly minAge: Maturity
  readonly confirm: Confirmation
}
type FieldOf<Name> = Name extends keyof OptionsOf ? keyof OptionsOf[Name] | 'options' : never

const labels = () => ({ _tag: 'Known', value: {} }) as const

/** Every field of every guard that the entry point exports: one that is forgotten does not compile. */
const table: {
  readonly [Name in GuardName]: Readonly<Record<string, Field>> & Readonly<Record<FieldOf<Name>, Field>>
} = {
  maxCount: {
    limit: [maxCount, but(isCount)],
    per: [(per) => maxCount(5, { per }), but(orAbsent(isGrouping))],
    counting: [(counting) => maxCount(5, { counting }), but(isAbsent)],
    options: [(options) => maxCount(5, options), noOptions()],
  },
  maxBytes: {
    limit: [maxBytes, but(isBytes)],
    per: [(per) => maxBytes(5, { per }), but(orAbsent(isGrouping))],
    counting: [(counting) => maxBytes(5, { counting }), but(isAbsent)],
    options: [(options) => maxBytes(5, options), noOptions()],
  },
  maxPercent: {
    percent: [(percent) => maxPercent({ percent }), but(isPercent(100), 1e9, 100.1)],
    floor: [(floor) => maxPercent({ percent: 100, floor }), but(orAbsent(isCount))],
    per: [(per) => maxPercent({ percent: 100 }, { per }), but(orAbsent(isGrouping))],
    counting: [(counting) => maxPercent({ percent: 100 }, { counting }), but(isAbsent)],
    options: [(options) => maxPercent({ percent: 100 }, options), noOptions()],
    share: [maxPercent, but(never, { percent: 100, flor: 3 }).filter(isNoOptions)],
  },
  maxGrowth: {
    percent: [(percent) => maxGrowth({ percent })(0), but(isPercent(10_000), 1e9)],
    floor: [(floor) => maxGrowth({ percent: 10_000, floor })(1), but(orAbsent(isCount))],
    options: [(growth) => maxGrowth(growth)(1), but(never, { percent: 100, flor: 3 })],
    before: [(before) => maxGrowth({ percent: 10_000 })(before), but(isCount)],
  },
  maxPolicyChange: { percent: [(percent) => maxPolicyChange(percent)(1, 1), but(isPercent(10_000), 1e9)] },
  requireDesired: { desired: [requireDesired, but(isCount)] },
  requireKept: { floor: [requireKept, but(isCount)] },
  requireCoverage: {
    needed: [(needed) => requireCoverage(needed)(() => true), but(isList)],
    covers: [(covers) => requireCoverage(['pods'])(covers), but(isFunction)],
  },
  requireSameScope: {
    before: [(before) => requireSameScope(before)([]), but(isList)],
    now: [(now) => requireSameScope([])(now), but(isList)],
  },
  requireWorking: { parts: [requireWorking, but((value) => Array.isArray(value) && value.length === 0)] },
  maxSnapshotAge: {
    maxAge: [(maxAge) => maxSnapshotAge({ maxAge })(noon(0)), noSpan()],
    margin: [(margin) => maxSnapshotAge({ maxAge: sane.day, margin })(noon(0)), noSpan(orAbsent(isCount))],
    options: [(options) => maxSnapshotAge(options)(noon(0)), but(never, { age: sane.day })],
    now: [(now) => maxSnapshotAge({ maxAge: sane.day })(now), but(isInstant)],
  },
  minAge: {
    minAge: [(minimum) => minAge({ minAge: minimum })(longAgo), noSpan()],
    margin: [(margin) => minAge({ minAge: millis(0), margin })(longAgo), noSpan(orAbsent(isCount))],
    options: [(options) => minAge(options)(longAgo), but(never, { age: sane.day })],
    since: [(since) => minAge({ minAge: millis(0) })(since), but(isFunction)],
  },
  confirm: {
    sightings: [(sightings) => confirm({ sightings })(noSightings), but(isCount)],
    wait: [(wait) => confirm({ sightings: 0, wait })(noSightings), noSpan(orAbsent(isCount))],
    where: [(where) => confirm({ sightings: 1, where })(noSightings), but(orAbsent(isFunction))],
    options: [
      (given) => confirm(given)(noSightings),
      but(never, {}, { sighting: 3 }).filter((value) =>
        Object.keys(Object(value)).every((key) => key !== 'sightings' && key !== 'wait'),
      ),
    ],
    memory: [(memory) => confirm({ sightings: 1 })(memory), but(never)],
  },
  protectWhere: {
    holds: [(holds) => protectWhere('mine')(holds), but(isFunction)],
    rule: [(rule) => protectWhere(rule)(() => false), but(isName)],
  },
  protectByEvidence: {
    look: [(look) => protectByEvidence('mine')(look), but(isFunction)],
    rule: [(rule) => protectByEvidence(rule)(() => E.right(false)), but(isName)],
  },
  protectKinds: { kinds: [protectKinds, but(orAbsent(isList))] },
  protectNamespaces: { namespaces: [protectNamespaces, but(orAbsent(isList))] },
  protectLabel: {
    label: [(label) => protectLabel(label)(labels), but(isName)],
    value: [(value) => protectLabel('keep', value)(labels), but(orAbsent((value) => typeof value === 'string'))],
    labelsOf: [(labelsOf) => protectLabel('keep')(labelsOf), but(isFunction)],
  },
  protectFinalizers: {
    finalizers: [(finalizers) => protectFinalizers(finalizers)(() => ({ _tag: 'Known', value: [] })), but(isList)],
    finalizersOf: [(finalizersOf) => protectFinalizers(['keep'])(finalizersOf), but(isFunction)],
  },
  protectPinned: {
    pins: [protectPinned, but(isList, ['registry.k8s.io/*/pause'], ['a*b*'], ['**a'])],
    pattern: [protectPinned, fc.constantFrom(['registry.k8s.io/*/pause'], [''], ['a', 'a*b'], ['a*b*'])],
    names: [(names) => protectPinned(['keep'], names), but(orAbsent(isFunction))],
  },
  protectIrreplaceable: { canBeBroughtBack: [protectIrreplaceable, but(isFunction)] },
  protectDoubtfulOwners: { owners: [protectDoubtfulOwners, but(orAbsent(isFunction))] },
  agreeing: {
    other: [(other) => agreeing('mine')(other), but(never)],
    name: [(name) => agreeing(name)(plan), but(isName)],
  },
  withinPlan: { reachedBy: [withinPlan, but(isFunction)] },
  refuseAssumptions: { accepts: [refuseAssumptions, but(isFunction)] },
  withoutAssumptions: { accepts: [withoutAssumptions, but(isFunction)] },
  approvedOnly: { approval: [approvedOnly, but(never)] },
  unlessApproved: {
    approval: [(approval) => unlessApproved(approval)(sane.maxCount), but(never)],
    guard: [(guard) => unlessApproved(approving(plan))(guard), but(isFunction)],
  },
  maxApprovalAge: {
    maxAge: [(maxAge) => maxApprovalAge(maxAge)(noon(0))(approving(plan)), noSpan()],
    now: [(now) => maxApprovalAge({ hours: 1 })(now)(approving(plan)), but(isInstant)],
    approval: [(approval) => maxApprovalAge({ hours: 1 })(noon(0))(approval), but(never)],
  },
  guards: { guard: [(guard) => guards(guard, sane.maxCount), but(isFunction)] },
  allOf: { guard: [(guard) => allOf(guard, maxCount(0)), but(isFunction)] },
}

const fields = Object.entries(table).flatMap(([guard, of]) =>
  Object.entries(of).map(([field, [make, junk]]) => [`${guard} ${field}`, make, junk] as const),
)

function longAgo() {
  return { _tag: 'Known', value: noon(-9e6) } as const
}

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

/** What the entry point exports beside guards. */
const others = [
  ...['admitApproved', 'approve', 'asGuarded', 'digest', 'digestOf', 'explainGuarded', 'explainProtection'],
  ...[
    'explainRefusal',
    'isProtection',
    'kindOf',
    'listingOf',
    'namesOf',
    'namespaceOf',
    'observeSightings',
    'ownersIn',
  ],
  'withhold',
]

describe('the table of guards', () => {
  it('has every function that the entry point exports, but those that are no guards', () => {
    const functions = Object.entries(entry).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
    expect(functions.toSorted()).toEqual([...Object.keys(table), ...others].toSorted())
  })
})

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
/** Looks like a verdict or a fact, and is none. */
const neither = () => ({ _tag: 'Neither', left: [], right: plan })

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
  ['allOf', (guard) => allOf(guard, maxCount(5))],
  ['unlessApproved', (guard) => unlessApproved({ ...approving(plan), digest: '' })(guard)],
]

describe('a function that a guard asks', () => {
  it.each(asking)('lets no plan pass where it throws, answers later, or with nothing known: %s', (_, make) => {
    for (const answer of [throws, unprintable, later, neither]) expect(goes(make(answer as never))).toEqual([])
  })
})
