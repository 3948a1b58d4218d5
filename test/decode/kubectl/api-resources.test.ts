import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { decodeApiResources } from '../../../src/decode/kubectl/api-resources.js'
import { capture, right, wrongIn } from '../reading.js'

const header = 'NAME   SHORTNAMES   APIVERSION   NAMESPACED   KIND   VERBS   CATEGORIES'

describe('the table of kubectl api-resources', () => {
  it('says what the server of the capture serves', () => {
    const scopes = right(decodeApiResources(capture('kubectl/api-resources.txt')))
    expect(scopes.length).toBe(61)
    const custom = scopes.filter(({ apiVersion, kind }) => scopes_1_36.find(apiVersion, kind) === undefined)
    expect(custom).toEqual([
      {
        apiVersion: 'shop.example.com/v1',
        kind: 'Cache',
        resource: 'caches',
        namespaced: true,
        strategicMergePatch: false,
      },
    ])
    for (const scope of scopes)
      if (!custom.includes(scope)) expect(scope).toEqual(scopes_1_36.find(scope.apiVersion, scope.kind))
  })

  it('leaves out what cannot be read', () => {
    expect(right(decodeApiResources(`${header}\nbindings  v1  true  Binding  create\n`))).toEqual([])
  })

  it('is refused without verbs', () => {
    expect(
      wrongIn(decodeApiResources('NAME   SHORTNAMES   APIVERSION   NAMESPACED   KIND\npods po v1 true Pod')),
    ).toEqual([
      'this is the table of kubectl api-resources without verbs, not kubectl api-resources -o wide; run kubectl api-resources -o wide',
    ])
  })

  it.each(['pods po v1 yes Pod get', 'pods po v1 true Pod', 'true', 'pods po pp v1 true Pod get'])(
    'is refused with the row %s',
    (row) => {
      expect(wrongIn(decodeApiResources(`${header}\nnodes no v1 false Node get\n${row}`))).toEqual([
        `line 3: expected a name, short names or none, a version, true or false, a kind, verbs, got ${JSON.stringify(row)}`,
      ])
    },
  )

  it('is refused with a hundred problems at most', () => {
    expect(wrongIn(decodeApiResources(`${header}\n${'x\n'.repeat(1000)}`)).length).toBe(100)
  })
})

describe('a resource list', () => {
  const resources = [
    { name: 'jobs', singularName: 'job', namespaced: true, kind: 'Job', verbs: ['get', 'list'] },
    { name: 'jobs/status', namespaced: true, kind: 'Job', verbs: ['get'] },
    { name: 'reviews', namespaced: false, kind: 'Review', verbs: ['create'] },
  ]

  it('gives the kinds that can be read', () => {
    const list = { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'batch/v1', resources }
    const expected = [scopes_1_36.find('batch/v1', 'Job')]
    expect(right(decodeApiResources(list))).toEqual(expected)
    expect(right(decodeApiResources(JSON.stringify(list)))).toEqual(expected)
  })

  it('is refused with its paths', () => {
    const list = { kind: 'APIResourceList', groupVersion: '', apiVersion: 'v1', resources: [{ name: 'a' }] }
    expect(wrongIn(decodeApiResources(list))).toEqual([
      'groupVersion: expected a string, not empty, got ""',
      'resources[0].kind: expected a string, not empty, got nothing',
      'resources[0].namespaced: expected a boolean, got nothing',
      'resources[0].verbs: expected an array, got nothing',
    ])
  })

  it('is no list of objects', () => {
    expect(wrongIn(decodeApiResources(capture('kubectl/raw-podlist.json')))[0]).toMatch(
      /^this is a list of kubectl get/,
    )
  })
})
