import { expect, it } from 'vitest'

import { scopeTable } from '../../../src/apiserver/scope.js'
import { blockerContext } from '../../../src/simulate/cascade/blockers.js'
import type { KeptStep } from '../../../src/simulate/cascade/waves.js'
import { stuckOf } from '../../../src/simulate/cascade/outcomes.js'
import { noon, object, to } from '../../controllers/owner/build.js'
import { cluster } from './cluster.js'

const owner = to('g', { kind: 'Ghost' })
const blocked = object('b', [owner])
const attempt = (more: Pick<KeptStep, 'blocked'>): KeptStep => ({
  by: 'somebody',
  wave: 0,
  at: noon,
  about: 'b',
  accepted: [],
  changes: [],
  ...more,
})
const stuckAfter = (...steps: ReadonlyArray<KeptStep>): ReadonlyArray<unknown> =>
  stuckOf(
    blockerContext(
      [blocked],
      scopeTable(cluster([]).scopes),
      () => null,
      () => true,
    ),
    () => false,
    steps,
  ).map(({ blockers }) => blockers)

it('an object is stuck by its last attempt, and not by one before it that failed', () => {
  const fails = attempt({ blocked: { _tag: 'NotServed' } })
  expect(stuckAfter(fails)).toEqual([[{ _tag: 'OwnerKindNotServed', owner }]])
  expect(stuckAfter(fails, attempt({}))).toEqual([])
  expect(stuckAfter(attempt({}), fails)).toHaveLength(1)
})
