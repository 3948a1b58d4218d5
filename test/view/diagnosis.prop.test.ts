import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import { diagnose } from '../../src/simulate/cascade/index.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../src/testing/arbitrary/owner.js'
import { diagnosisView } from '../../src/view/index.js'
import { runs } from '../runs.js'
import { expectPlain } from './plain.js'

it('the model of any diagnosis is plain JSON, and says all that holds the object and who acts', () => {
  fc.assert(
    fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
      const found = diagnose(policy)(snapshot)
      for (const { metadata } of snapshot.objects) {
        const one = found(metadata.uid)
        if (E.isLeft(one) || O.isNone(one.right)) continue
        const diagnosis = one.right.value
        const view = diagnosisView(diagnosis)
        expectPlain(view)
        expect(view.holds.map(({ reason }) => reason)).toEqual(diagnosis.blockers.map(({ _tag }) => _tag))
        expect(view.next.map(({ who }) => who)).toEqual(diagnosis.actors.map(({ _tag }) => _tag))
        const needed = view.edits.filter(({ isNeeded }) => isNeeded).length
        expect(view.edits.slice(0, needed).every(({ isNeeded }) => isNeeded)).toBe(true)
        expect(new Set(view.edits.map(({ said }) => said)).size).toBe(view.edits.length)
        if (view.state === 'stays' || view.state === 'going') expect(view.edits).toEqual([])
      }
    }),
    { numRuns: runs(200) },
  )
})
