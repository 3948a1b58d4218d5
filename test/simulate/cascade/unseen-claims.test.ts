import { describe, expect, it } from 'vitest'

import { type WholeObject, isNamespace } from '../../../src/apiserver/object.js'
import { namespacesOfUnseenClaims } from '../../../src/simulate/cascade/unknown.js'

const inShop = (apiVersion: string, kind: string, spec?: object): WholeObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'shop', name: 'db', uid: 'db' },
  spec,
})
const set = (whenDeleted: string): WholeObject =>
  inShop('apps/v1', 'StatefulSet', { persistentVolumeClaimRetentionPolicy: { whenDeleted } })
const shop: WholeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', uid: 'shop' } }
const everythingGoes = { goesHere: () => true, unlisted: [] }
const nothing = (): boolean => false

describe('claims that are not listed may go', () => {
  it.each<readonly [string, WholeObject]>([
    ['with their namespace', shop],
    ['with a StatefulSet that deletes them', set('Delete')],
    ['with a StatefulSet that is shown without a specification', inShop('apps/v1', 'StatefulSet')],
    ['with a pod for which they were made', inShop('v1', 'Pod', { volumes: [{ name: 'scratch', ephemeral: {} }] })],
    ['with a pod that is shown without a specification', inShop('v1', 'Pod')],
  ])('%s', (_, object) => {
    expect(namespacesOfUnseenClaims([object], everythingGoes, nothing)).toEqual(['shop'])
  })
  it.each<readonly [string, WholeObject]>([
    ['a StatefulSet that retains them', set('Retain')],
    ['a pod that only uses them', inShop('v1', 'Pod', { volumes: [{ persistentVolumeClaim: { claimName: 'data' } }] })],
    ['a ConfigMap', inShop('v1', 'ConfigMap')],
  ])('but not with %s', (_, object) => {
    expect(namespacesOfUnseenClaims([object], everythingGoes, nothing)).toEqual([])
  })
  it('with a namespace that is not listed itself', () => {
    expect(namespacesOfUnseenClaims([], { goesHere: nothing, unlisted: ['shop', 'a'] }, nothing)).toEqual(['a', 'shop'])
  })
  it('only where something goes', () => {
    expect(namespacesOfUnseenClaims([set('Delete')], { goesHere: nothing, unlisted: [] }, nothing)).toEqual([])
    expect(namespacesOfUnseenClaims([set('Delete'), shop], { goesHere: isNamespace, unlisted: [] }, nothing)).toEqual([
      'shop',
    ])
  })
  it('only where the claims of the namespace are not covered', () => {
    const covers = (apiVersion: string, kind: string, namespace?: string): boolean =>
      apiVersion === 'v1' && kind === 'PersistentVolumeClaim' && namespace === 'shop'
    expect(namespacesOfUnseenClaims([shop], { goesHere: () => true, unlisted: ['shop', 'b'] }, covers)).toEqual(['b'])
  })
})
