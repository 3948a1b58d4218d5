/** Whose rows and whose trust decide: those of the caller. */
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type CascadeRequest, type Holder, planCascade } from '../../../src/simulate/cascade/index.js'
import { object } from '../../controllers/owner/build.js'
import { cluster, ended, kubectl, namespace } from './cluster.js'

it("a row of the caller's goes before one that is known", () => {
  const held = object('v', [], { finalizers: ['longhorn.io'] }, 'ConfigMap')
  const row: Holder = { finalizer: 'longhorn.io', party: 'us', when: 'at night', needs: [], certainty: 'source' }
  const parties = (holders: ReadonlyArray<Holder>) => {
    const plan = planCascade(defaultPolicy, { holders })([kubectl('v')])(cluster([held]))
    return E.isRight(plan) ? plan.right.waits.map(({ holder }) => holder?.party) : plan
  }
  expect([parties([]), parties([row])]).toEqual([['Longhorn'], ['us']])
})

it('what is not listed is taken for absent where the caller says so, also by the controllers', () => {
  const claim = object('c', [], { finalizers: ['kubernetes.io/pvc-protection'] }, 'PersistentVolumeClaim')
  const ends = (uncovered: 'absent' | 'keep') => {
    const coverage = { _tag: 'Resources', resources: [] } as const
    const plan = planCascade({ ...defaultPolicy, uncovered })([kubectl('c')])({
      ...cluster([claim], coverage),
      scopes: scopes_1_36.scopes,
    })
    return E.isRight(plan) ? ended(plan.right) : plan
  }
  // A pod that uses the claim may be there.
  expect(ends('keep')).toMatchObject({ terminating: ['c'] })
  expect(ends('absent')).toMatchObject({ gone: ['c'] })
})

it('the conditions of namespaces are told, and those of nothing else', () => {
  const held: WholeObject = {
    ...object('a', [], { finalizers: ['example.com/x'] }),
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  }
  const plan = planCascade(defaultPolicy)([kubectl('a')])(cluster([held]))
  expect(E.isRight(plan) ? [plan.right.stuck.length, plan.right.conditions] : plan).toEqual([1, []])
})

it('nothing is said of a namespace that the server refuses to delete', () => {
  const coverage = { _tag: 'Resources', resources: [] } as const
  const unknown = (name: string) => {
    const request: CascadeRequest = { _tag: 'DeleteNamespace', namespace: name, options: {} }
    const plan = planCascade(defaultPolicy)([request])(cluster([namespace(name)], coverage))
    return E.isRight(plan) ? plan.right.unknown.map(({ _tag }) => _tag) : plan
  }
  expect(unknown('shop')).toContain('ClaimsNotCovered')
  expect(unknown('default')).toEqual([])
})
