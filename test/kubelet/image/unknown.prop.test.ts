import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import type { ImageRecord, Plan, Policy, Snapshot } from '../../../src/kubelet/image/index.js'
import { plan } from '../../../src/kubelet/image/index.js'
import type { Knowledge } from '../../../src/core/index.js'
import { known, removalsOf, unknown } from '../../../src/core/index.js'
import { runs } from '../../runs.js'
import { minute } from './build.js'
import { ids, partly, policies, snapshotsWith } from './generate.js'

const partlyKnown = snapshotsWith(partly)

/** What a history turns out to be: never, long ago, lately, at the look, or ahead of it. */
const moment = fc.constantFrom(O.none, ...[-200, 0, 29, 30, 31, 58, 59, 60, 61].map((at) => O.some(minute(at))))

interface Truth {
  readonly beganGC: Date
  readonly histories: ReadonlyArray<readonly [firstDetected: O.Option<Date>, lastUsed: O.Option<Date>]>
  readonly available: number
}

const truths: fc.Arbitrary<Truth> = fc.record({
  beganGC: fc.constantFrom(-200, 29, 30, 31, 70).map(minute),
  histories: fc.array(fc.tuple(moment, moment), { minLength: ids.length, maxLength: ids.length }),
  available: fc.nat({ max: 300 }),
})

const settled = <A>(fact: Knowledge<A>, truth: A): Knowledge<A> => (fact._tag === 'Unknown' ? known(truth) : fact)

/** The snapshot of somebody who knows everything. */
const revealed = (snapshot: Snapshot, { beganGC, histories, available }: Truth): Snapshot => ({
  ...snapshot,
  beganGC: settled(snapshot.beganGC, beganGC),
  imageFs: settled(snapshot.imageFs, { capacityBytes: O.some(1000), availableBytes: O.some(available) }),
  memory: {
    records: snapshot.memory.records.map((record): ImageRecord => {
      const [firstDetected, lastUsed] = histories[ids.indexOf(record.id)] ?? [O.none, O.none]
      return {
        ...record,
        firstDetected: settled(record.firstDetected, firstDetected),
        lastUsed: settled(record.lastUsed, lastUsed),
      }
    }),
  },
})

const right = (policy: Policy, snapshot: Snapshot): Plan | null => {
  const result = plan({ ...policy, int64: 'wrap' })(snapshot)
  return E.isRight(result) ? result.right : null
}

const removed = (of: Plan | null): ReadonlyArray<string> =>
  of === null ? [] : removalsOf(of).map(({ target }) => target.id)

it('removes nothing in ignorance that would stay if everything were known, whatever it turns out to be', () => {
  fc.assert(
    fc.property(policies, partlyKnown, truths, (policy, snapshot, truth) => {
      const informed = new Set(removed(right(policy, revealed(snapshot, truth))))
      return removed(right(policy, snapshot)).every((id) => informed.has(id))
    }),
    { numRuns: runs(3000) },
  )
})

it('holds nothing in line whose turn nobody knows', () => {
  fc.assert(
    fc.property(policies, partlyKnown, truths, (policy, snapshot, truth) => {
      const inLine = (of: Plan | null) =>
        of?.passes.flatMap(({ reserve }) => reserve).map(({ target }) => target.id) ?? []
      const reachable = revealed(snapshot, truth)
      const informed = new Set([...inLine(right(policy, reachable)), ...removed(right(policy, reachable))])
      return inLine(right(policy, snapshot)).every((id) => informed.has(id))
    }),
    { numRuns: runs(1000) },
  )
})

const doubts: ReadonlySet<string> = new Set([
  ...['FirstDetectedUnknown', 'LastUsedUnknown', 'StartOfLoopUnknown', 'DiskUnknown', 'UnknownImagesMayFreeEnough'],
])

const doubtsOf = (of: Plan | null): ReadonlyArray<string> =>
  (of?.passes ?? []).flatMap(({ kept }) =>
    kept.flatMap(({ reasons }) => reasons.map(({ _tag }) => _tag).filter((tag) => doubts.has(tag))),
  )

it('is in no doubt once everything is known', () => {
  fc.assert(
    fc.property(policies, partlyKnown, truths, (policy, snapshot, truth) => {
      expect(doubtsOf(right(policy, revealed(snapshot, truth)))).toEqual([])
    }),
  )
})

it('still removes something in ignorance, and says every doubt there is', () => {
  const samples = fc
    .sample(fc.tuple(policies, partlyKnown), { seed: 1, numRuns: 1000 })
    .map(([policy, snapshot]) => right(policy, snapshot))
  expect(new Set(samples.flatMap(doubtsOf))).toEqual(doubts)
  const inDoubt = samples.filter((each) => doubtsOf(each).length > 0)
  const tags = new Set(
    inDoubt.flatMap((each) => (each === null ? [] : removalsOf(each))).map(({ reasons }) => reasons[0]._tag),
  )
  expect(tags).toEqual(new Set(['UnusedLongerThanMaxAge', 'DiskOverHighThreshold', 'EvictionManagerAsks']))
})

it('keeps everything when nothing is known', () => {
  fc.assert(
    fc.property(policies, partlyKnown, (policy, snapshot) => {
      const records = snapshot.memory.records.map((each) => ({ ...each, firstDetected: unknown, lastUsed: unknown }))
      const images = snapshot.images.filter(({ id }) => records.some((each) => each.id === id))
      const ignorant = { ...snapshot, images, beganGC: unknown, imageFs: unknown, memory: { records } }
      return removed(right({ ...policy, runtimeClassInImageCriApi: false }, ignorant)).length === 0
    }),
  )
})
