/** Arbitrary plans of the family made up for the tests of rendering. */
import fc from 'fast-check'
import { option as O } from 'fp-ts'

import type { Int64 } from '../../src/core/int64.js'
import { int64FromBigint } from '../../src/core/int64.js'
import type { Assumption, Goal, Pass, Plan } from '../../src/core/plan.js'
import { instant } from '../../src/core/time.js'
import type { Toy } from './toy.js'
import { image } from './toy.js'

const text = fc.string({ unit: 'binary' })
const date = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }).map(instant)
const optional = <A>(held: fc.Arbitrary<A>): fc.Arbitrary<O.Option<A>> =>
  fc.option(held, { nil: null }).map((value) => (value === null ? O.none : O.some(value)))
const int64: fc.Arbitrary<Int64> = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(int64FromBigint)
const target = fc.tuple(text, text).map(([id, tag]) => image(id, tag))
const reason: fc.Arbitrary<Toy['Reason']> = fc.oneof(
  optional(date).map((lastUsed) => ({ _tag: 'Old' as const, lastUsed })),
  fc.integer().map((rank) => ({ _tag: 'Unused' as const, rank })),
)
const keepReason: fc.Arbitrary<Toy['KeepReason']> = fc.oneof(
  fc.constant({ _tag: 'InUse' as const }),
  date.map((eligibleAt) => ({ _tag: 'Young' as const, eligibleAt })),
)
const some = <A>(held: fc.Arbitrary<A>): fc.Arbitrary<readonly [A, ...A[]]> =>
  fc.tuple(held, fc.array(held, { maxLength: 2 })).map(([first, rest]) => [first, ...rest])
const removal = fc.record({
  target,
  actions: some(text.map((id) => ({ _tag: 'RemoveImage' as const, id }))),
  reasons: some(reason),
  requires: fc.array(target, { maxLength: 2 }),
  frees: int64,
})
const goal: fc.Arbitrary<Goal> = fc.oneof(
  fc.constant({ _tag: 'RemoveAll' as const }),
  int64.map((bytes) => ({ _tag: 'FreeBytes' as const, bytes })),
)
const pass: fc.Arbitrary<Pass<Toy>> = fc.record({
  name: fc.constantFrom('age' as const, 'space' as const),
  observesAgain: fc.boolean(),
  goal,
  onFailure: fc.constantFrom('continue' as const, 'finish-pass' as const, 'stop' as const),
  removals: fc.array(removal, { maxLength: 4 }),
  reserve: fc.array(removal, { maxLength: 3 }),
  kept: fc.array(fc.record({ target, reasons: some(keepReason) }), { maxLength: 4 }),
  events: fc.array(
    text.map((message) => ({ _tag: 'Shortage' as const, message })),
    { maxLength: 2 },
  ),
  refusal: optional(fc.nat().map((capacity) => ({ _tag: 'NoDisk' as const, capacity }))),
})
const assumption: fc.Arbitrary<Assumption> = fc.record({
  about: text,
  assumed: text,
  because: text,
  targets: fc.array(text, { maxLength: 3 }),
})

/** Any plan; ids and texts hold any code points. */
export const toyPlans: fc.Arbitrary<Plan<Toy>> = fc.record({
  at: date,
  passes: some(pass),
  wakeAt: optional(date),
  assumptions: fc.array(assumption, { maxLength: 2 }),
})
