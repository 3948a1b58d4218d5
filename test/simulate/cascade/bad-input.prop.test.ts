import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { kubectlOptions } from '../../../src/apiserver/index.js'
import type { CascadeRequest, Phase } from '../../../src/simulate/cascade/index.js'
import { diagnose, planCascade, simulate } from '../../../src/simulate/cascade/index.js'
import type { Policy, Snapshot } from '../../../src/controllers/owner/index.js'
import { defaultPolicy as defaultRules } from '../../../src/controllers/owner/index.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../../src/testing/arbitrary/owner.js'
import { spoilOne } from '../../../src/testing/arbitrary/spoil.js'
import { runs } from '../../runs.js'

interface Input {
  readonly policy: Policy
  readonly snapshot: Snapshot
  readonly requests: ReadonlyArray<CascadeRequest>
  readonly phases: ReadonlyArray<Phase>
}

const sound = fc.record({
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot,
  requests: fc.constantFrom<ReadonlyArray<CascadeRequest>>(
    [{ _tag: 'Delete', target: 'a', options: kubectlOptions('foreground') }],
    [{ _tag: 'Delete', target: 'b', options: { preconditions: { uid: 'b' }, gracePeriodSeconds: 1 } }],
    [
      { _tag: 'DeleteNamespace', namespace: 'ns1', options: {} },
      { _tag: 'Vanish', target: 'c' },
    ],
  ),
  phases: fc.constant<ReadonlyArray<Phase>>([
    { requests: [{ _tag: 'Delete', uid: 'a', options: {} }], collector: 'runs', pods: 'end' },
    {
      requests: [
        { _tag: 'RemoveFinalizer', uid: 'b', finalizer: 'foregroundDeletion' },
        { _tag: 'SetOwners', uid: 'c', ownerReferences: [] },
      ],
      collector: 'restarts',
      pods: 'held',
    },
  ]),
})

const spoiled = sound.chain((input) => spoilOne(input)).map((input) => (input ?? {}) as Input)
const isAnswer = (result: E.Either<unknown, unknown>): boolean => E.isLeft(result) || E.isRight(result)

describe('with one value spoiled, anywhere', () => {
  it('a cascade is planned or refused', () => {
    fc.assert(
      fc.property(spoiled, ({ policy, snapshot, requests }) => isAnswer(planCascade(policy)(requests)(snapshot))),
      { numRuns: runs(1000) },
    )
  })

  it('phases are played or refused', () => {
    fc.assert(
      fc.property(spoiled, ({ policy, snapshot, phases }) => isAnswer(simulate(policy)(phases)(snapshot))),
      { numRuns: runs(1000) },
    )
  })

  it('an object is diagnosed, or its snapshot refused', () => {
    fc.assert(
      fc.property(spoiled, ({ policy, snapshot }) => isAnswer(diagnose(policy)(snapshot)('a'))),
      { numRuns: runs(500) },
    )
  })
})

describe('what is refused is named', () => {
  const snapshot = { at: new Date('2026-01-01T12:00:00Z'), objects: [], scopes: [], coverage: { _tag: 'Everything' } }
  const policy = { uncovered: 'maybe' }

  it.each<readonly [string, unknown, string, string]>([
    ['a request without options', [{ _tag: 'Delete', target: 'a' }], '[0].options', 'an object'],
    ['a request of no kind', [{ target: 'a' }], '[0]', 'an object with _tag Delete or DeleteNamespace or Vanish'],
    ['no list of requests', {}, '', 'an array'],
  ])('%s', (_title, requests, path, expected) => {
    const planned = planCascade(defaultRules)(requests as never)(snapshot as never)
    expect(E.isLeft(planned) && planned.left.problems[0]).toMatchObject({ path, expected })
  })

  it('a policy that is none', () => {
    const planned = planCascade(policy as never)([])(snapshot as never)
    expect(E.isLeft(planned) && planned.left.problems.map(({ path }) => path)).toContain('uncovered')
  })

  it('a phase that goes another way', () => {
    const played = simulate(defaultRules)([{ requests: [], collector: 'rests', pods: 'held' } as never])(
      snapshot as never,
    )
    expect(E.isLeft(played) && played.left.problems[0].path).toBe('[0].collector')
  })
})
