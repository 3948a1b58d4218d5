import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { explainCascade, planCascade } from '../../../src/simulate/cascade/index.js'
import type { CascadePlan, CascadeRequest } from '../../../src/simulate/cascade/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import type { Snapshot } from '../../../src/controllers/owner/index.js'
import { deleted, everything, noon, object } from '../../controllers/owner/build.js'
import { cascadeOf, namespace, pod } from './cluster.js'

const in136 = (objects: ReadonlyArray<WholeObject>): Snapshot => ({
  at: noon,
  objects,
  scopes: scopes_1_36.scopes,
  coverage: everything,
})
const deletes = (name: string): CascadeRequest => ({ _tag: 'DeleteNamespace', namespace: name, options: {} })
const claim: WholeObject = {
  ...object('claim', [], {}, 'PersistentVolumeClaim'),
  spec: { volumeName: 'pv' },
  status: { phase: 'Bound' },
}
const volume: WholeObject = {
  ...object('pv', [], { namespace: undefined }, 'PersistentVolume'),
  spec: {
    capacity: { storage: '1Gi' },
    persistentVolumeReclaimPolicy: 'Delete',
    claimRef: { namespace: 'ns', name: 'claim', uid: 'claim' },
    csi: { driver: 'csi.example.com' },
  },
  status: { phase: 'Bound' },
}
const heldPod: WholeObject = {
  ...pod('p', []),
  metadata: { ...pod('p', []).metadata, ...deleted('example.com/drain') },
}
const names = ({ stuck }: CascadePlan): ReadonlyArray<string> =>
  stuck.map(({ target, blockers }) => `${target.kind} ${target.name}: ${blockers.map(explainCascade).join(', ')}`)

describe('a namespace that was terminating before', () => {
  const before = [namespace('ns', deleted()), heldPod, claim, volume, object('a')]

  it('names what of its content is stuck, though no request changes it', () => {
    expect(names(cascadeOf(in136(before), deletes('ns')))).toEqual([
      'Namespace ns: it contains 3 objects, including Pod ns/p',
      'Pod p: the finalizer example.com/drain holds it until the controller of example.com removes it',
    ])
  })

  it('names nothing that is stuck elsewhere', () => {
    const elsewhere = [namespace('other', deleted()), object('h', [], { ...deleted('x/y'), namespace: 'other' })]
    const plan = cascadeOf(in136([...before, ...elsewhere]), deletes('ns'))
    expect(plan.stuck.map(({ target }) => target.id)).toEqual(['uid-ns', 'p'])
    expect(plan.later.map(({ id }) => id)).toEqual(['claim', 'a'])
  })
})

describe('what is left in a namespace behind a pod', () => {
  const living = { ...pod('p', []), metadata: { ...pod('p', []).metadata, finalizers: ['example.com/drain'] } }

  it('goes later, and its data with it', () => {
    const { later, data } = cascadeOf(in136([namespace('ns'), living, claim, volume]), deletes('ns'))
    expect(later.map(({ id }) => id)).toEqual(['claim'])
    expect(data).toMatchObject([{ target: { id: 'claim' }, verdict: 'lost', isWaiting: true }])
  })

  it('is the same where the Namespace is not listed', () => {
    const { later, data } = cascadeOf(in136([living, claim, volume]), deletes('ns'))
    expect(later.map(({ id }) => id)).toEqual(['claim'])
    expect(data.map(({ verdict }) => verdict)).toEqual(['lost'])
  })

  it('is nothing where the namespace may not be deleted, or ends', () => {
    const immortal = { ...object('a'), metadata: { ...object('a').metadata, namespace: 'default' } }
    const refused = cascadeOf(in136([namespace('default'), immortal]), deletes('default'))
    expect([refused.later, refused.data]).toEqual([[], []])
    expect(cascadeOf(in136([namespace('ns'), object('a')]), deletes('ns')).later).toEqual([])
  })

  it('takes along who would let the pod go, so that the pod may stay for ever', () => {
    const drain = {
      finalizer: 'example.com/drain',
      party: 'the drainer',
      when: 'at last',
      needs: [{ what: 'the Deployment drainer', kind: 'Deployment', name: 'drainer' }],
      certainty: 'source',
    } as const
    const drainer = object('drainer', [], {}, 'Deployment', 'apps/v1')
    const plan = planCascade(defaultPolicy, { holders: [drain] })([deletes('ns')])(
      in136([namespace('ns'), living, drainer]),
    )
    expect(E.isRight(plan) ? plan.right.waits.map(({ needs }) => needs) : plan).toMatchObject([
      [{ state: 'dies', by: { id: 'drainer' } }],
    ])
  })
})

it('data of claims that were terminating elsewhere is not told of', () => {
  const elsewhere = { ...claim, metadata: { ...claim.metadata, ...deleted('kubernetes.io/pvc-protection') } }
  const user = {
    ...pod('u', []),
    spec: { nodeName: 'n', volumes: [{ persistentVolumeClaim: { claimName: 'claim' } }] },
  }
  const other = object('o', [], { namespace: 'other' })
  const plan = cascadeOf(in136([elsewhere, volume, user, other]), { _tag: 'Delete', target: 'o', options: {} })
  expect([plan.data, plan.comesBack, plan.stuck]).toEqual([[], [], []])
})
