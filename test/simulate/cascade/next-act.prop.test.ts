import fc from 'fast-check'
import { expect, it } from 'vitest'

import { scopeTable } from '../../../src/apiserver/scope.js'
import { ownerController } from '../../../src/controllers/owner/controller.js'
import { defaultPolicy, plan } from '../../../src/controllers/owner/index.js'
import { nextActs } from '../../../src/simulate/cascade/next-act.js'
import { wholeSnapshot } from '../../controllers/owner/arbitrary.js'
import { right } from '../../decode/reading.js'
import { runs } from '../../runs.js'

it('the owner garbage collector acts next, on the engine, on the objects on which its plan acts, if everything is covered', () => {
  fc.assert(
    fc.property(wholeSnapshot, (snapshot) => {
      const owner = ownerController({ policy: defaultPolicy, scopes: scopeTable(snapshot.scopes) })
      const planned = right(plan(defaultPolicy)(snapshot)).passes.flatMap(({ removals, amendments }) =>
        [...removals, ...amendments].map(({ target }) => target.id),
      )
      // An object of an ignored kind is met as somebody's owner; a plan decides on objects of the other kinds.
      const ignored = new Set(
        snapshot.objects.flatMap(({ kind, metadata }) => (kind === 'Event' ? [metadata.uid] : [])),
      )
      const acts = [...nextActs([owner], snapshot).keys()].filter((uid) => !ignored.has(uid))
      expect(acts.toSorted()).toEqual([...new Set(planned)].toSorted())
    }),
    { numRuns: runs(300) },
  )
})
