import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type CascadePlan, type CascadeRequest, planCascade } from '../../../src/simulate/cascade/index.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../controllers/owner/arbitrary.js'
import { clusterOf, deleted, object, to } from '../../controllers/owner/build.js'
import { runs } from '../../runs.js'

const requests: fc.Arbitrary<ReadonlyArray<CascadeRequest>> = fc.array(
  fc.record({
    _tag: fc.constant('Delete' as const),
    target: fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'),
    options: fc.constantFrom(
      {},
      { propagationPolicy: 'Background' },
      { propagationPolicy: 'Foreground' },
      { propagationPolicy: 'Orphan' },
    ),
  }),
  { minLength: 1, maxLength: 2 },
)

/** Two objects that own each other, and that nobody asks about. */
const circle: ReadonlyArray<WholeObject> = [
  object('y', [to('z')], { namespace: 'elsewhere' }),
  object('z', [to('y')], { namespace: 'elsewhere' }),
]

const ordersOf = ({ races }: CascadePlan): CascadePlan['races'] => races.filter(({ _tag }) => _tag === 'WorkerOrder')

it('which ends depend on the order of workers does not depend on strangers', () => {
  fc.assert(
    fc.property(arbitraryPolicy, arbitrarySnapshot, requests, (policy, snapshot, asked) => {
      const alone = planCascade(policy)(asked)(snapshot)
      const among = planCascade(policy)(asked)({ ...snapshot, objects: [...snapshot.objects, ...circle] })
      expect(E.map(ordersOf)(alone)).toEqual(E.map(ordersOf)(among))
    }),
    { numRuns: runs(300) },
  )
})

it('the end of a dependent that its owner does not wait for depends on who is looked at first', () => {
  const held = object('owner', [], deleted('foregroundDeletion', 'example.com/held'))
  const cluster = clusterOf([object('leaf', [to('free')]), held, object('free', [to('owner')])])
  const plan = planCascade(defaultPolicy)([{ _tag: 'Delete', target: 'leaf', options: {} }])(cluster)
  expect(E.map(ordersOf)(plan)).toMatchObject(
    E.right([{ _tag: 'WorkerOrder', ends: [{ target: { id: 'free' }, otherwise: [{ end: 'stays' }] }] }]),
  )
})
