import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis, removalsOf } from '../../src/core/index.js'
import * as Reclaim from '../../src/reclaim/index.js'
import { runs } from '../runs.js'
import { bounded, stores } from './layers/generate.js'
import { nodeWith } from './build.js'

const snapshots: fc.Arbitrary<Reclaim.Snapshot> = fc
  .record({ store: stores(8, bounded), used: fc.nat(20), lost: fc.nat(20), size: fc.nat(60) })
  .map(({ store, used, lost, size }) => ({
    ...nodeWith(store, { inUse: [`image ${used}`], counted: (id) => size + Number(id.slice(6)) * 7 }),
    cannotPullAgain: new Set([`image ${lost}`]),
  }))

const policies: fc.Arbitrary<Reclaim.Policy> = fc.record({
  mode: fc.constantFrom('kubelet', 'least-recently-used', 'least-cost'),
  target: fc.oneof(
    fc.constant({ _tag: 'Thresholds' } as const),
    fc.nat(250).map((bytes) => ({ _tag: 'Bytes', bytes }) as const),
  ),
  cost: fc.constantFrom({ _tag: 'PerImage' }, { _tag: 'ReuseValue', halfLife: millis(86_400_000) }),
  irreplaceable: fc.constantFrom('keep', 'may-go'),
  image: fc.constant(Reclaim.defaultPolicy.image),
})

const law = (title: string, holds: (plan: Reclaim.Plan, policy: Reclaim.Policy, snapshot: Reclaim.Snapshot) => void) =>
  it(title, () => {
    fc.assert(
      fc.property(policies, snapshots, (policy, snapshot) => {
        const plan = Reclaim.plan(policy)(snapshot)
        if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
        holds(plan.right, policy, snapshot)
      }),
      { numRuns: runs(1000) },
    )
  })

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

describe('laws of a reclaim', () => {
  law('total: every image is removed or kept, exactly once', ({ passes: [{ removals, kept }] }, _, { node }) => {
    const decided = [...removals, ...kept].map(({ target }) => target.imageId)
    expect(decided.toSorted()).toEqual(node.images.map(({ id }) => id).toSorted())
  })

  law('deterministic: the same snapshot gives the same plan, frozen or not', (plan, policy, snapshot) => {
    const copy = frozen(structuredClone(snapshot))
    expect(Reclaim.plan(frozen(structuredClone(policy)))(copy)).toEqual(E.right(plan))
  })

  law('deterministic: the order of the node is no input', (plan, policy, { node, ...rest }) => {
    const turned = {
      ...node,
      images: node.images.toReversed(),
      containers: node.containers.toReversed(),
      memory: { records: node.memory.records.toReversed() },
    }
    const again = Reclaim.plan(policy)({ ...rest, node: turned })
    expect(E.isRight(again) && removalsOf(again.right)).toEqual(removalsOf(plan))
  })

  law('settled: what was wanted in bytes and is free is not wanted again', (plan, policy, snapshot) => {
    const { measured } = plan.passes[0]
    if (policy.target._tag === 'Bytes' || policy.mode === 'kubelet' || measured?.reached !== true) return
    const next = Reclaim.after(snapshot, plan)
    if (E.isLeft(next)) throw new Error(JSON.stringify(next.left))
    const again = Reclaim.plan(policy)(next.right)
    expect(E.isRight(again) && removalsOf(again.right)).toEqual([])
  })

  law('explained: every reason yields one full sentence', ({ passes: [{ removals, kept, measured }] }) => {
    const reasons = [...removals.flatMap((one) => one.reasons), ...kept.flatMap((one) => one.reasons)]
    for (const reason of reasons) expect(Reclaim.explain(reason)).toMatch(/^\S.*[^\s.]$/)
    expect(measured && Reclaim.explainMeasurement(measured)).not.toMatch(/undefined|NaN|Infinity/)
  })

  law('honest: what removals free in turn is what they free together', ({ passes: [{ removals, measured }] }) => {
    expect(removals.reduce((sum, { frees }) => sum + Number(frees), 0)).toBe(Number(measured?.frees.least))
  })

  law('bounded: no plan that is enough costs less than the bound of the cheapest', ({ passes: [{ measured }] }) => {
    if (measured?.leastCost === null) expect(measured.reached).toBe(false)
    else if (measured?.reached === true)
      expect(measured.cost).toBeGreaterThanOrEqual((measured.leastCost ?? 0) * (1 - 1e-9))
  })

  law('cheapest: the least cost loses no more than strict order', (plan, policy, snapshot) => {
    const inOrder = Reclaim.plan({ ...policy, mode: 'least-recently-used' })(snapshot)
    const cheapest = Reclaim.plan({ ...policy, mode: 'least-cost' })(snapshot)
    if (E.isLeft(inOrder) || E.isLeft(cheapest)) throw new Error('refused')
    const [a, b] = [inOrder.right.passes[0].measured, cheapest.right.passes[0].measured]
    expect(b?.reached).toBe(a?.reached)
    if (a?.reached === true) expect(b?.cost).toBeLessThanOrEqual(a.cost * (1 + 1e-9))
    expect(plan.passes).toHaveLength(1)
  })

  law('plain: a plan survives JSON', (plan) => {
    const revived: unknown = JSON.parse(JSON.stringify(plan), (_, value: unknown) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : value,
    )
    expect(revived).toEqual(plan)
  })

  it('never throws: garbage is refused as a value', () => {
    fc.assert(
      fc.property(policies, fc.anything(), (policy, garbage) =>
        E.isLeft(Reclaim.plan(policy)(garbage as Reclaim.Snapshot)),
      ),
    )
    fc.assert(
      fc.property(snapshots, fc.anything(), (snapshot, garbage) =>
        E.isLeft(Reclaim.plan(garbage as Reclaim.Policy)(snapshot)),
      ),
    )
  })
})
