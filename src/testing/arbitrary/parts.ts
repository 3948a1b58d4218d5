import * as fc from 'fast-check'

import { type Knowledge, assumed, known, unknown } from '../../core/index.js'

/** Whether a fact is known, assumed or unknown. */
export type Standing = <A>(value: fc.Arbitrary<A>) => fc.Arbitrary<Knowledge<A>>

/** Mostly observed facts; some are only stated, on this ground, and some unknown. */
export const mostlyKnown =
  (because: string, weight: number): Standing =>
  (value) =>
    fc.oneof(
      { weight, arbitrary: value.map(known) },
      { weight: 1, arbitrary: value.map((stated) => assumed(stated, because)) },
      { weight: 1, arbitrary: fc.constant(unknown) },
    )

/** Some things, this many at most, each made of its place among them. */
export const several = <A>(max: number, one: (index: number) => fc.Arbitrary<A>): fc.Arbitrary<A[]> =>
  fc.nat({ max }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => one(index))))
