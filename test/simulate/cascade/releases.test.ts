/** One cluster per rule that changed, which comes to one end in the release before and to another in the one that made it. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type { Policy } from '../../../src/controllers/owner/index.js'
import { defaultPolicy, presets } from '../../../src/controllers/owner/index.js'
import type { CascadePlan, CascadePolicy } from '../../../src/simulate/cascade/index.js'
import { cascadePresets, planCascade } from '../../../src/simulate/cascade/index.js'
import { exploreOutcomes } from '../../../src/simulate/outcomes/index.js'
import { deleted, noon, object, to } from '../../controllers/owner/build.js'
import { namespace, pod } from './cluster.js'

const everything = { _tag: 'Everything' } as const

const cascade = (rules: CascadePolicy, objects: ReadonlyArray<WholeObject>, target: string): CascadePlan => {
  const planned = planCascade(defaultPolicy, { rules })([{ _tag: 'Delete', target, options: {} }])({
    at: noon,
    objects,
    scopes: scopes_1_36.scopes,
    coverage: everything,
  })
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}

const left = ({ stages }: CascadePlan): ReadonlyArray<string> => stages.final.map(({ metadata }) => metadata.name)

describe('a namespace with a pod, a ConfigMap and a Secret (1.32 and 1.33)', () => {
  const running = pod('p', [])
  const held = { ...running, metadata: { ...running.metadata, finalizers: ['example.com/hold'] } }
  const content = (one: WholeObject) => [namespace('ns'), one, object('c'), object('s', [], {}, 'Secret')]
  const ends = (rules: CascadePolicy, one: WholeObject) => left(cascade(rules, content(one), 'uid-ns'))

  it('is stuck on a pod that a finalizer holds, and keeps the rest as long from 1.33 on', () => {
    expect(ends(cascadePresets.kubernetes_1_32, held)).toEqual(['ns', 'p'])
    expect(ends(cascadePresets.kubernetes_1_33, held)).toEqual(['ns', 'p', 'c', 's'])
  })

  it('goes with all that it holds once its pod has ended, in another order', () => {
    const waves = (rules: CascadePolicy) =>
      cascade(rules, content(running), 'uid-ns').waves.flatMap(({ changes }) =>
        changes.flatMap(({ _tag, target }) => (_tag === 'Removed' ? [target.name] : [])),
      )
    expect(waves(cascadePresets.kubernetes_1_32)).toEqual(['c', 's', 'p', 'ns'])
    expect(waves(cascadePresets.kubernetes_1_33)).toEqual(['p', 'c', 's', 'ns'])
  })
})

describe('a VolumeAttributesClass that is deleted (1.33 and 1.34)', () => {
  const gold = object(
    'gold',
    [],
    { ...deleted('kubernetes.io/vac-protection'), namespace: undefined },
    'VolumeAttributesClass',
    'storage.k8s.io/v1',
  )
  const claim = (name: string): WholeObject => ({
    ...object('claim', [], {}, 'PersistentVolumeClaim'),
    spec: { volumeAttributesClassName: name },
    status: { phase: 'Pending' },
  })
  const ends = (rules: CascadePolicy, ...others: ReadonlyArray<WholeObject>) =>
    left(cascade(rules, [gold, ...others, object('other')], 'other'))

  it('is stuck up to 1.33, and goes from 1.34 on where nothing names it', () => {
    expect(ends(cascadePresets.kubernetes_1_33)).toEqual(['gold'])
    expect(ends(cascadePresets.kubernetes_1_34)).toEqual([])
    expect(ends(cascadePresets.kubernetes_1_34, claim('silver'))).toEqual(['claim'])
    expect(ends(cascadePresets.kubernetes_1_34, claim('gold'))).toEqual(['gold', 'claim'])
  })
})

describe('an object whose owner goes while somebody writes it (1.33 and 1.34)', () => {
  const others = [object('x'), object('living')]
  const ends = (policy: Policy, write: object) => {
    const requests = [
      { _tag: 'Delete', uid: 'x', options: { propagationPolicy: 'Background' } },
      { uid: 'c', ...write },
    ]
    const explored = exploreOutcomes(policy)([{ requests: JSON.parse(JSON.stringify(requests)) }])({
      at: noon,
      objects: [...others, object('c', [to('x')])],
      scopes: scopes_1_36.scopes,
      coverage: everything,
    })
    if (E.isLeft(explored)) throw new Error(JSON.stringify(explored.left))
    expect(explored.right.certainty).toBe('Proven')
    const found = explored.right.phases[0] ?? []
    return [
      ...new Set(found.map(({ codes, objects }) => `${codes.join(' ')}: ${objects.length === 2 ? 'stays' : 'goes'}`)),
    ].sort()
  }

  it('goes up to 1.33 though it has a living owner by then, and stays from 1.34 on', () => {
    const adopt = { _tag: 'SetOwners', ownerReferences: [to('living')] }
    expect(ends(presets.kubernetes_1_33, adopt)).toEqual(['200 200: goes', '200 200: stays', '200 404: goes'])
    expect(ends(presets.kubernetes_1_34, adopt)).toEqual(['200 200: stays', '200 404: goes'])
  })

  it('goes in both though it has another label by then', () => {
    const label = { _tag: 'Patch', patch: { metadata: { labels: { a: 'b' } } } }
    for (const policy of [presets.kubernetes_1_33, presets.kubernetes_1_34])
      expect(ends(policy, label)).toEqual(['200 200: goes', '200 404: goes'])
  })
})
