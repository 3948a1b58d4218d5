/**
 * Answers what namespaces planned apart may do for the lifecycle collector, whose objects may be used from anywhere: without
 * the reduce step, which plans the whole, a part removes nothing that the whole keeps.
 */
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import * as Lifecycle from '../../src/controllers/lifecycle/index.js'
import { groupOf } from '../../src/apiserver/object.js'
import * as Arbitrary from '../../src/testing/arbitrary/index.js'
import { full, runs } from '../runs.js'

const partOf = (whole: Lifecycle.Snapshot, namespace: string): Lifecycle.Snapshot => ({
  ...whole,
  objects: whole.objects.filter(({ metadata }) => (metadata.namespace ?? namespace) === namespace),
  coverage: {
    _tag: 'Resources',
    resources: whole.scopes.map(({ apiVersion, kind, namespaced }) => ({
      group: groupOf(apiVersion),
      kind,
      namespaces: namespaced ? [namespace] : 'all',
    })),
  },
})

const expired = (planned: E.Either<unknown, Lifecycle.Plan>): ReadonlyArray<string> =>
  E.isRight(planned) ? planned.right.passes[0].removals.map(({ target }) => target.id) : []

it('a namespace planned apart expires nothing in it that the whole cluster keeps', () => {
  let some = 0
  fc.assert(
    fc.property(Arbitrary.Lifecycle.arbitraryPolicy, Arbitrary.Lifecycle.arbitrarySnapshot, (policy, snapshot) => {
      const whole: Lifecycle.Snapshot = { ...snapshot, coverage: { _tag: 'Everything' } }
      const all = expired(Lifecycle.plan(policy)(whole))
      for (const namespace of ['ns', 'other']) {
        const part = partOf(whole, namespace)
        const own = new Set(
          part.objects.flatMap(({ metadata }) => (metadata.namespace === namespace ? [metadata.uid] : [])),
        )
        const gone = expired(Lifecycle.plan(policy)(part)).filter((uid) => own.has(uid))
        some += gone.length
        expect(all).toEqual(expect.arrayContaining([...gone]))
      }
    }),
    { numRuns: runs(2000) },
  )
  // Few runs leave it to chance.
  if (full) expect(some).toBeGreaterThan(0)
})
