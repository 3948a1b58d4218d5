import { describe, expect, it } from 'vitest'

import { aggregatedIn, groupsIn, kindsIn } from '../../../plugins/headlamp/src/model/discovery.js'

const pods = {
  apiVersion: 'v1',
  kind: 'Pod',
  resource: 'pods',
  namespaced: true,
  strategicMergePatch: true,
  verbs: ['get', 'list'],
}
const caches = {
  apiVersion: 'shop.example.com/v1',
  kind: 'Cache',
  resource: 'caches',
  namespaced: false,
  strategicMergePatch: false,
  verbs: ['get'],
}

const version = (name: string, resources: ReadonlyArray<unknown>, freshness = 'Current') => ({
  version: name,
  freshness,
  resources,
})
const podsInOne = { resource: 'pods', responseKind: { kind: 'Pod' }, scope: 'Namespaced', verbs: ['get', 'list'] }
const cachesInOne = { resource: 'caches', responseKind: { kind: 'Cache' }, scope: 'Cluster', verbs: ['get'] }
const inOne = (items: ReadonlyArray<unknown>) => ({ kind: 'APIGroupDiscoveryList', items })

describe('what a server serves', () => {
  it('is read from one answer for all groups', () => {
    const body = inOne([
      { metadata: {}, versions: [version('v1', [podsInOne])] },
      { metadata: { name: 'shop.example.com' }, versions: [version('v1', [cachesInOne])] },
    ])
    expect(aggregatedIn(body)).toEqual({ kinds: [pods, caches], undiscoveredGroups: [] })
  })

  it('is unknown of a group whose answer is stale', () => {
    const body = inOne([
      { metadata: { name: 'shop.example.com' }, versions: [version('v1', [cachesInOne], 'Stale')] },
      { metadata: { name: '' }, versions: [version('v1', [podsInOne])] },
    ])
    expect(aggregatedIn(body)).toEqual({ kinds: [pods], undiscoveredGroups: ['shop.example.com'] })
  })

  it('is read group by group where the server has no such answer', () => {
    expect(aggregatedIn({ kind: 'APIGroupList' })).toBeNull()
    const groups = {
      groups: [
        {
          name: 'apps',
          versions: [{ version: 'v1beta1' }, { version: 'v1' }],
          preferredVersion: { version: 'v1' },
        },
        { versions: [] },
      ],
    }
    expect(groupsIn(groups)).toEqual([
      { group: '', versions: ['v1'] },
      { group: 'apps', versions: ['v1', 'v1beta1'] },
    ])
  })

  it('holds no subresources, and nothing that is not named', () => {
    const body = {
      resources: [
        { name: 'pods', kind: 'Pod', namespaced: true, verbs: ['get', 'list'] },
        { name: 'pods/log', kind: 'Pod', namespaced: true, verbs: ['get'] },
        { name: 'nameless', verbs: 'get' },
        null,
      ],
    }
    expect(kindsIn('', 'v1', body)).toEqual([pods])
    expect(kindsIn('', 'v1', null)).toEqual([])
  })
})
