import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type Container, type Policy, type Snapshot, plan } from '../../../src/kubelet/container/index.js'
import { instant } from '../../../src/core/time.js'
import { runs } from '../../runs.js'
import { policies, snapshots } from './generate.js'
import { plan as planOfModel } from './model/plan.js'

const sameAsModel = (policy: Policy, snapshot: Snapshot): void => {
  expect(plan(policy)(snapshot)).toEqual(planOfModel(policy)(snapshot))
}

it('plans as a model of maps and objects does, reasons included', () => {
  fc.assert(fc.property(policies, snapshots, sameAsModel), { numRuns: runs(3000) })
})

/** More containers of one unit than are sorted by insertion, many of one age. */
const large = fc
  .tuple(
    snapshots,
    fc.array(
      fc.record({
        podUid: fc.constantFrom('u', 'v'),
        name: fc.constantFrom('app', 'b', ''),
        state: fc.constantFrom('CONTAINER_EXITED', 'CONTAINER_UNKNOWN', 'CONTAINER_RUNNING'),
        ago: fc.oneof(fc.integer({ min: -2, max: 5 }), fc.integer({ min: -8e12, max: 8e12 })),
      }),
      { minLength: 20, maxLength: 90 },
    ),
  )
  .map(([snapshot, more]): Snapshot => ({
    ...snapshot,
    containers: more.map(({ podUid, name, state, ago }, index): Container => ({
      ...{ id: `container-${index}`, sandboxId: `s${index % 5}`, podUid, name, state, identified: index % 7 > 0 },
      createdAt: instant(Math.max(-8.64e15, Math.min(8.64e15, snapshot.at.getTime() - ago))),
    })),
  }))

it('plans as the model does where units are long and many containers are of one age', () => {
  fc.assert(fc.property(policies, large, sameAsModel), { numRuns: runs(500) })
})

it('refuses as the model does what is listed twice or holds no instant', () => {
  const spoiled = fc
    .tuple(snapshots, fc.constantFrom('containers', 'sandboxes', 'pods', 'logLinks', 'logDirectories'), fc.boolean())
    .map(([snapshot, list, twice]): Snapshot => {
      const items: ReadonlyArray<unknown> = snapshot[list]
      const others = twice ? items : items.map((item) => ({ ...Object(item), createdAt: new Date(Number.NaN) }))
      return { ...snapshot, [list]: [...items, ...others] }
    })
  fc.assert(fc.property(policies, spoiled, sameAsModel), { numRuns: runs(1000) })
})
