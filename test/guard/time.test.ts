import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../src/core/knowledge.js'
import { instant, millis } from '../../src/core/time.js'
import type { Sightings } from '../../src/guard/index.js'
import {
  confirm,
  explainProtection,
  explainRefusal,
  guards,
  maxSnapshotAge,
  minAge,
  noSightings,
  observeSightings,
  protectWhere,
} from '../../src/guard/index.js'
import {
  changed,
  freeing,
  goes,
  keptIn,
  noon,
  passed,
  planOf,
  reasonFor,
  refusalsOf,
  removed,
  removing,
  stays,
} from './build.js'

const minute = 60_000

describe('the age of a snapshot', () => {
  const guard = maxSnapshotAge({ maxAge: { minutes: 5 }, margin: { seconds: 30 } })

  it('may be reached and not passed, the margin counted in', () => {
    expect(removed(guard(noon(4.5 * minute))(removing('a')))).toEqual(['a'])
    expect(refusalsOf(guard(noon(4.5 * minute + 1))(removing('a')))).toEqual([
      { _tag: 'SnapshotTooOld', at: noon(), age: 4.5 * minute + 1, limit: 5 * minute, margin: 30_000 },
    ])
  })

  it('may be negative by no more than the margin', () => {
    expect(removed(guard(noon(-30_000))(removing('a')))).toEqual(['a'])
    expect(refusalsOf(guard(noon(-30_001))(removing('a')))).toEqual([
      { _tag: 'SnapshotFromTheFuture', at: noon(), ahead: 30_001, margin: 30_000 },
    ])
  })

  it('has no margin when none is said', () => {
    expect(removed(maxSnapshotAge({ maxAge: millis(0) })(noon())(removing('a')))).toEqual(['a'])
    expect(refusalsOf(maxSnapshotAge({ maxAge: millis(0) })(noon(1))(removing('a')))).toHaveLength(1)
    expect(refusalsOf(maxSnapshotAge({ maxAge: millis(0) })(noon(-1))(removing('a')))).toHaveLength(1)
  })

  it('is refused where a setting means nothing', () => {
    const at = (freshness: object, now: unknown = noon()) =>
      refusalsOf(maxSnapshotAge(freshness as never)(now as Date)(removing('a'))).map(
        (refusal) => 'path' in refusal && refusal.path,
      )
    expect(at({ maxAge: -1 })).toEqual(['maxAge'])
    expect(at({ maxAge: { weeks: 1 } })).toEqual(['maxAge'])
    expect(at({ maxAge: '5m' })).toEqual(['maxAge'])
    expect(at({ maxAge: 5, margin: NaN })).toEqual(['margin'])
    expect(at({ maxAge: 5 }, 'now')).toEqual(['now'])
    expect(at({ maxAge: 5 }, instant(NaN))).toEqual(['now'])
  })
})

describe('the age of a target', () => {
  const guard = minAge({ minAge: { minutes: 2 }, margin: { seconds: 10 } })
  const since = (ages: Readonly<Record<string, number>>) =>
    guard(({ id }) => (ages[id] === undefined ? unknown : known(noon(-ages[id]))))

  it('has to be reached with the margin taken off', () => {
    const verdict = since({ a: 130_000, b: 129_999 })(removing('a', 'b'))
    expect(removed(verdict)).toEqual(['a'])
    expect(reasonFor(verdict, 'b')).toEqual({
      _tag: 'TooYoung',
      since: noon(-129_999),
      age: 129_999,
      minAge: 120_000,
      margin: 10_000,
    })
  })

  it('that nobody knows counts as young', () => {
    const verdict = since({})(removing('a'))
    expect(reasonFor(verdict, 'a')).toEqual({ _tag: 'AgeUnknown', minAge: 120_000 })
    expect(keptIn(guard(() => known(instant(NaN)))(removing('a')))).toEqual({ a: ['AgeUnknown'] })
  })

  it('wakes the plan when the first is old enough, if nothing else does before', () => {
    const plan = planOf([{ removals: [goes('a'), goes('b')] }], { wakeAt: noon(90_000) })
    expect(passed(since({ a: 60_000, b: 30_000 })(plan)).wakeAt).toEqual(O.some(noon(70_000)))
    expect(passed(since({ a: 30_000, b: 20_000 })(plan)).wakeAt).toEqual(O.some(noon(90_000)))
    expect(passed(since({ a: 60_000 })(removing('a'))).wakeAt).toEqual(O.some(noon(70_000)))
    expect(passed(since({ a: 200_000 })(removing('a'))).wakeAt).toEqual(O.none)
  })

  it('is refused where a setting means nothing', () => {
    expect(refusalsOf(minAge({ minAge: millis(-1) })(() => unknown)(removing('a')))).toMatchObject([
      { guard: 'minAge', path: 'minAge' },
    ])
    expect(refusalsOf(minAge({ minAge: millis(1), margin: millis(-1) })(() => unknown)(removing('a')))).toMatchObject([
      { path: 'margin' },
    ])
  })
})

describe('what was seen of targets', () => {
  const see = (memory: Sightings, later: number, ...ids: ReadonlyArray<string>) =>
    observeSightings(planOf([{ removals: ids.map((id) => goes(id)) }], { at: noon(later) }))(memory)
  const seen = (memory: Sightings) =>
    memory.planned.map(({ target: { id }, times, since }) => [id, times, since.getTime() - noon().getTime()])

  it('counts plans in a row, and since when', () => {
    const first = see(noSightings, 0, 'a', 'b')
    expect(seen(first)).toEqual([
      ['a', 1, 0],
      ['b', 1, 0],
    ])
    expect(seen(see(first, 5, 'b', 'c'))).toEqual([
      ['b', 2, 0],
      ['c', 1, 5],
    ])
  })

  it('starts anew for a target that vanished and came back', () => {
    expect(seen(see(see(see(noSightings, 0, 'a'), 5), 9, 'a'))).toEqual([['a', 1, 9]])
  })

  it('does not count the same plan twice', () => {
    const first = see(noSightings, 0, 'a')
    expect(see(first, 0, 'a')).toEqual(first)
    expect(see(first, 0, 'a').planned[0]?.times).toBe(1)
  })

  it('starts anew when the clock goes back', () => {
    expect(seen(see(see(noSightings, 10, 'a'), 5, 'a'))).toEqual([['a', 1, 5]])
  })

  it('counts one plan once, however often it is seen', () => {
    const twice = see(see(noSightings, 0, 'a'), 5, 'a')
    expect(seen(see(twice, 5, 'a'))).toEqual([['a', 2, 0]])
  })

  it('counts what is next in line, and a target of several passes once', () => {
    const plan = planOf([
      { goal: freeing(1), removals: [goes('a')], reserve: [goes('b')], kept: [stays('k')] },
      { removals: [goes('a')] },
    ])
    expect(seen(observeSightings(plan)(noSightings))).toEqual([
      ['a', 1, 0],
      ['b', 1, 0],
    ])
  })

  it('keeps of a target its tag and id alone', () => {
    const plan = planOf([{ removals: [goes('a', { target: { kind: 'Pod', namespace: 'web' } })] }])
    expect(observeSightings(plan)(noSightings).planned).toEqual([
      { target: { _tag: 'Object', id: 'a' }, times: 1, since: noon() },
    ])
  })
})

describe('a removal in two phases', () => {
  const at = (later: number, ...ids: ReadonlyArray<string>) =>
    planOf([{ removals: ids.map((id) => goes(id)) }], { at: noon(later) })

  it('goes when it was called for often enough in a row', () => {
    const guard = confirm({ sightings: 3 })
    let memory = noSightings
    const went = [0, 10, 20, 30].map((later) => {
      const plan = at(later, 'a')
      memory = observeSightings(plan)(memory)
      return removed(guard(memory)(plan)).length
    })
    expect(went).toEqual([0, 0, 1, 1])
  })

  it('goes when it was called for long enough', () => {
    const memory = observeSightings(at(0, 'a'))(noSightings)
    const wait = confirm({ wait: { minutes: 5 } })
    const early = wait(observeSightings(at(5 * minute - 1, 'a'))(memory))(at(5 * minute - 1, 'a'))
    expect(removed(early)).toEqual([])
    expect(reasonFor(early, 'a')).toEqual({
      _tag: 'NotConfirmed',
      times: 2,
      sightings: 0,
      since: noon(),
      waited: 5 * minute - 1,
      wait: 5 * minute,
    })
    expect(removed(wait(observeSightings(at(5 * minute, 'a'))(memory))(at(5 * minute, 'a')))).toEqual(['a'])
  })

  it('asks for both where both are said', () => {
    const guard = confirm({ sightings: 2, wait: millis(10) })
    const first = observeSightings(at(0, 'a'))(noSightings)
    expect(removed(guard(observeSightings(at(9, 'a'))(first))(at(9, 'a')))).toEqual([])
    expect(removed(guard(observeSightings(at(10, 'a'))(first))(at(10, 'a')))).toEqual(['a'])
    expect(
      removed(
        guard({ at: noon(50), planned: [{ target: { _tag: 'Object', id: 'a' }, times: 1, since: noon() }] })(
          at(50, 'a'),
        ),
      ),
    ).toEqual([])
  })

  it('takes a target that the memory does not know as seen for the first time', () => {
    expect(removed(confirm({ sightings: 1 })(noSightings)(removing('a')))).toEqual(['a'])
    expect(removed(confirm({ sightings: 2 })(noSightings)(removing('a')))).toEqual([])
    expect(removed(confirm({ wait: millis(1) })(noSightings)(removing('a')))).toEqual([])
  })

  it('that asks for nothing is refused', () => {
    expect(refusalsOf(confirm({})(noSightings)(removing('a')))).toMatchObject([
      { _tag: 'InvalidSetting', guard: 'confirm', path: 'sightings' },
    ])
  })

  it('is asked only where it is said to be', () => {
    const guard = confirm({ sightings: 2, where: ({ target: { id } }) => id === 'a' })
    expect(removed(guard(noSightings)(removing('a', 'b')))).toEqual(['b'])
  })

  it('is not asked of changes', () => {
    const plan = planOf([{ kept: [stays('k')], amendments: [changed('k')] }])
    expect(passed(confirm({ sightings: 9 })(noSightings)(plan))).toBe(plan)
  })

  it('wakes the plan when the waiting is over, not before another sighting is due', () => {
    const memory = observeSightings(at(0, 'a'))(noSightings)
    expect(passed(confirm({ wait: millis(50) })(memory)(at(0, 'a'))).wakeAt).toEqual(O.some(noon(50)))
    expect(passed(confirm({ sightings: 2, wait: millis(50) })(memory)(at(0, 'a'))).wakeAt).toEqual(O.none)
  })

  it('wakes the plan when it was seen often enough and only has to wait', () => {
    const memory = observeSightings(at(10, 'a'))(observeSightings(at(0, 'a'))(noSightings))
    expect(passed(confirm({ sightings: 2, wait: millis(50) })(memory)(at(10, 'a'))).wakeAt).toEqual(O.some(noon(50)))
  })

  it('never waits a negative time, should the clock go back', () => {
    const memory: Sightings = {
      at: noon(),
      planned: [{ target: { _tag: 'Object', id: 'a' }, times: 1, since: noon(10) }],
    }
    expect(reasonFor(confirm({ wait: millis(1) })(memory)(at(0, 'a')), 'a')).toMatchObject({ waited: 0 })
  })

  it('is refused where a setting means nothing', () => {
    expect(refusalsOf(confirm({ sightings: -1 })(noSightings)(removing('a')))).toMatchObject([
      { guard: 'confirm', path: 'sightings' },
    ])
    expect(refusalsOf(confirm({ wait: millis(-1) })(noSightings)(removing('a'))).map(explainRefusal)).toEqual([
      'confirm cannot have wait set to -1: expected a span of whole milliseconds, 0 or more',
    ])
  })

  it('is folded from what the collector planned, so that other guards change nothing', () => {
    const plan = removing('a')
    const memory = observeSightings(plan)(noSightings)
    const verdict = guards(
      protectWhere('mine')(({ id }) => id === 'a'),
      confirm({ sightings: 2 })(memory),
    )(plan)
    expect(explainProtection(reasonFor(verdict, 'a') as never)).toBe('protected by the rule "mine"')
  })
})
