/**
 * Answers which laws every collector keeps, as one suite over generated snapshots and policies: those that are published for
 * everybody's tests, and that its plans are documents.
 */
import { readFileSync } from 'node:fs'

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Collector } from '../src/core/collector.js'
import type { Family, Plan } from '../src/core/plan.js'
import { decodePlan, encodePlan } from '../src/document/index.js'
import type { Lawful as Subject } from '../src/testing/arbitrary/index.js'
import { lawsOf } from '../src/testing/arbitrary/index.js'
import { spoilOne } from '../src/testing/arbitrary/spoil.js'
import { runs } from './runs.js'

export { targetKey as identity } from '../src/core/target.js'
export { carryOut } from '../src/testing/arbitrary/index.js'

const planSchema: object = JSON.parse(readFileSync(new URL('../schema/plan.json', import.meta.url), 'utf8'))
const isPlanDocument = new Ajv2020({ strict: true }).compile(planSchema)

/** A collector with generators of what it reads. */
export interface Lawful<F extends Family, Snapshot, Policy> extends Subject<F, Snapshot, Policy> {
  readonly name: string
  readonly collector: Pick<
    Collector<F, Snapshot, Policy, never, unknown, unknown>,
    'plan' | 'apply' | 'applyReport' | 'conclude' | 'explain'
  >
}

/** Registers the law suite of one collector. */
export const describeLaws = <F extends Family, Snapshot, Policy>(subject: Lawful<F, Snapshot, Policy>): void => {
  const { name, collector, policy, snapshot, numRuns = runs(300) } = subject
  describe(`laws of ${name}`, () => {
    it.each(lawsOf({ ...subject, numRuns }).map((law) => [law.title, law.check] as const))(
      '%s',
      async (_title, check) => {
        await check()
      },
    )

    it('never throws: a policy with one field spoiled is planned with or refused', () => {
      fc.assert(
        fc.property(
          policy.chain((rules) => spoilOne(rules)),
          snapshot,
          (rules, look) => {
            const planned = collector.plan(rules as Policy)(look)
            return E.isLeft(planned) || E.isRight(planned)
          },
        ),
        { numRuns },
      )
    })

    it('documented: a plan that was written is read back as it was, and its document is of the schema', () => {
      fc.assert(
        fc.property(policy, snapshot, (rules, look) => {
          const planned = collector.plan(rules)(look)
          if (E.isLeft(planned)) return
          const plan = planned.right
          const written = encodePlan({ collector: name, explain: collector.explain })(plan as unknown as Plan<Family>)
          if (E.isLeft(written)) throw new Error(JSON.stringify(written.left.problems))
          expect(isPlanDocument(JSON.parse(written.right)), JSON.stringify(isPlanDocument.errors)).toBe(true)
          expect(decodePlan(written.right)).toEqual(E.right({ collector: name, plan }))
        }),
        { numRuns },
      )
    })
  })
}
