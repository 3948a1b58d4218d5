/** When a worker of the owner collector comes to rest. */
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { scopes_1_36 } from '../../../src/apiserver/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { exploreOutcomes } from '../../../src/simulate/outcomes/index.js'
import { at } from './compare.js'
import { plain } from './parts.js'

it('an item whose deletion is refused is not tried again before something changes', () => {
  const owner = plain('a')
  const options = { budget: 1, samples: 2, admitDelete: () => 'no' }
  const explored = exploreOutcomes(defaultPolicy, options)([{ requests: [{ _tag: 'Vanish', uid: 'a' }] }])({
    at,
    objects: [owner, plain('b', { owners: [owner] })],
    scopes: scopes_1_36.scopes,
    coverage: { _tag: 'Everything' },
  })
  // Courses in which somebody tries for ever come to no end.
  expect(E.isRight(explored) && explored.right.objects.map(({ ends }) => ends)).toEqual([
    [{ end: 'gone', shownBy: 0 }],
    [{ end: 'stays', shownBy: 0 }],
  ])
})
