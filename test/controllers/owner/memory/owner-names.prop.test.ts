import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Identity } from '../../../../src/controllers/owner/memory/index.js'
import { alternateOwnerIdentity, partitionDependents } from '../../../../src/controllers/owner/memory/match.js'
import { observedNode } from '../../../../src/controllers/owner/memory/node.js'
import { ownerNames } from '../../../../src/controllers/owner/memory/owner-names.js'
import { runs } from '../../../runs.js'
import { object, to } from '../build.js'

const few = <A>(...values: ReadonlyArray<A>) => fc.constantFrom(...values)
const place = few(undefined, 'a', 'b')
const named = fc.record({ apiVersion: few('v1', 'v2'), kind: few('ConfigMap', 'Node'), name: few('x', 'y', 'z') })

const dependents = fc
  .array(fc.tuple(fc.array(named, { minLength: 1, maxLength: 3 }), fc.boolean(), place), { maxLength: 12 })
  .map((all) =>
    all.map(([names, isMore, namespace], index) =>
      observedNode(
        index,
        object(`d${index}`, [...(isMore ? [to('other')] : []), ...names.map((one) => to('o', one))], { namespace }),
      ),
    ),
  )

const identity: fc.Arbitrary<Identity> = fc
  .tuple(named, place)
  .map(([name, namespace]) => ({ ...name, namespace, uid: 'o' }))

describe('names of an owner', () => {
  it('are the same from an index as from a look at every dependent', () => {
    fc.assert(
      fc.property(dependents, fc.array(identity, { minLength: 2, maxLength: 6 }), (list, identities) => {
        for (const one of identities) {
          const names = ownerNames(list, 'o')
          const { matching, nonmatching } = partitionDependents(list, one)
          expect(names.matching(one)).toEqual(matching)
          expect(names.next(one)).toEqual(alternateOwnerIdentity(list, one))
          expect(names.next(one) === undefined).toBe(nonmatching.length === 0)
        }
      }),
      { numRuns: runs(300) },
    )
  })
})
