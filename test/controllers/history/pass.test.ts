import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { makePolicy } from '../../../src/controllers/history/index.js'
import { clusterOf, deployment, planOf, replicaSet } from './build.js'

describe('a pass over histories', () => {
  it('goes on after failures, frees nothing and tells nobody', () => {
    const sets = ['a', 'b'].map((name, index) => replicaSet(name, `${index}`))
    const plan = planOf(clusterOf({ deployments: [deployment()], replicaSets: sets }))
    const [pass] = plan.passes
    expect(pass).toMatchObject({
      name: 'deployment',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      reserve: [],
      events: [],
    })
    expect(pass.removals.map(({ target, requires, frees }) => ({ target, requires, frees }))).toEqual([
      {
        target: {
          _tag: 'Object',
          id: 'a',
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          namespace: 'shop',
          name: 'a',
        },
        requires: [],
        frees: expect.anything() as unknown,
      },
    ])
    expect(plan.wakeAt).toEqual(O.none)
    expect(plan.assumptions).toEqual([])
  })

  it('has objects by namespace, those without one first, and names no namespace of theirs', () => {
    const [a, b] = ['a', 'b'].map((name) => replicaSet(name, '1'))
    const of = (namespace: string | undefined, set = a) =>
      set === undefined ? [] : [{ ...set, metadata: { ...set.metadata, namespace } }]
    const plan = planOf(clusterOf({ replicaSets: [...of('z'), ...of(undefined, b)] }))
    expect(plan.passes[0].kept.map(({ target }) => [target.name, Object.hasOwn(target, 'namespace')])).toEqual([
      ['b', false],
      ['a', true],
    ])
  })
})

describe('a policy of histories', () => {
  it('is refused with the words that each rule may be', () => {
    const made = makePolicy(
      Object.fromEntries(['replicaSetOrder', 'cronJobStatus', 'uncovered'].map((field) => [field, 0])),
    )
    expect(E.isLeft(made) ? made.left.map(({ field, expected }) => `${field}: ${expected}`) : []).toContain(
      'uncovered: "keep" or "absent"',
    )
    expect(E.isRight(makePolicy({ uncovered: 'absent' })) && E.isRight(makePolicy({ uncovered: 'keep' }))).toBe(true)
    expect(E.isRight(makePolicy({ replicaSetOrder: 'revision' }))).toBe(true)
  })
})
