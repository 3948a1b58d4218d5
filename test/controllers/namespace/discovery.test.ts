import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { isUnavailable, unavailableGroups } from '../../../src/controllers/namespace/discovery.js'
import { noon, object } from '../owner/build.js'

const service = (name: string, spec: object, available?: string): WholeObject => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name, uid: name },
  spec: { group: `${name}.example`, version: 'v1', ...spec },
  ...(available === undefined ? {} : { status: { conditions: [{ type: 'Available', status: available }] } }),
})
const backend = { service: { namespace: 'ns', name: 'backend' } }
const viewOf = (...objects: ReadonlyArray<WholeObject>) => ({
  ...serverOf(noon, scopes_1_36)(objects),
  at: noon,
  covers: () => true,
})

describe('a group of an extension server', () => {
  it('is unavailable by the condition of its APIService', () => {
    expect(isUnavailable(viewOf(), service('a', backend, 'False'))).toBe(true)
    expect(isUnavailable(viewOf(), service('a', backend, 'True'))).toBe(false)
    expect(isUnavailable(viewOf(), service('a', backend, 'Unknown'))).toBe(false)
  })

  it('is unavailable without a condition where the service that it names is not there', () => {
    expect(isUnavailable(viewOf(), service('a', backend))).toBe(true)
    expect(isUnavailable(viewOf(object('backend', [], {}, 'Service')), service('a', backend))).toBe(false)
    expect(isUnavailable(viewOf(), service('a', {}))).toBe(false)
  })

  it('is told by group and version, sorted', () => {
    const view = viewOf(service('z', backend), service('fine', {}), service('b', backend, 'False'))
    expect(unavailableGroups(view)).toEqual([
      'b.example/v1: stale GroupVersion discovery: b.example/v1',
      'z.example/v1: stale GroupVersion discovery: z.example/v1',
    ])
  })

  it.each([[undefined], [null], [{ toString: 7, valueOf: 7 }], [[['v1']]]])('may be named %j', (version) => {
    expect(unavailableGroups(viewOf(service('a', { version }, 'False'))).length).toBeLessThan(2)
  })
})
