import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { isApiService, isUnavailable, unavailableGroups } from '../../../src/controllers/namespace/discovery.js'
import type { View } from '../../../src/controllers/controller.js'
import { noon, object } from '../owner/build.js'

const service = (name: string, spec: object, available?: string): WholeObject => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name, uid: name },
  spec: { group: `${name}.example`, version: 'v1', ...spec },
  ...(available === undefined ? {} : { status: { conditions: [{ type: 'Available', status: available }] } }),
})
const backend = { service: { namespace: 'ns', name: 'backend' } }
const viewCovering = (covers: View['covers'], ...objects: ReadonlyArray<WholeObject>) => ({
  ...serverOf(noon, scopes_1_36)(objects),
  at: noon,
  covers,
})
const viewOf = (...objects: ReadonlyArray<WholeObject>) => viewCovering(() => true, ...objects)
const labels = { app: 'api' }
const selecting = (more: object = {}): WholeObject => ({
  ...object('backend', [], {}, 'Service'),
  spec: { selector: labels, ...more },
})
const space = object('ns', [], { namespace: undefined }, 'Namespace')
const leaving = { ...space, metadata: { ...space.metadata, deletionTimestamp: noon } }
const podOf = (metadata: object = {}, status: object = {}): WholeObject => ({
  ...object('pod', [], { labels, ...metadata }, 'Pod'),
  status,
})

describe('a group of an extension server', () => {
  it('is unavailable by the condition of its APIService', () => {
    expect(isUnavailable(viewOf(), service('a', backend, 'False'))).toBe(true)
    expect(isUnavailable(viewOf(selecting(), podOf()), service('a', backend, 'False'))).toBe(true)
    expect(isUnavailable(viewOf(selecting(), podOf()), service('a', backend, 'True'))).toBe(false)
    expect(isUnavailable(viewOf(selecting(), podOf()), service('a', backend, 'Unknown'))).toBe(true)
    expect(isUnavailable(viewOf(), service('a', {}, 'Unknown'))).toBe(false)
  })

  it('is unavailable whatever its condition once the Service went with its namespace, or selects no living pod', () => {
    const isGone = (...objects: ReadonlyArray<WholeObject>): boolean =>
      isUnavailable(viewOf(...objects), service('a', backend, 'True'))
    expect(isGone(space)).toBe(false)
    expect(isGone(leaving, podOf())).toBe(true)
    expect(isGone(selecting())).toBe(true)
    expect(isGone(selecting(), podOf({ labels: {} }))).toBe(true)
    expect(isGone(selecting(), podOf({ namespace: 'other' }))).toBe(true)
    expect(isGone(selecting(), podOf({}, { phase: 'Succeeded' }))).toBe(true)
    expect(isGone(selecting(), podOf({ deletionTimestamp: noon }))).toBe(true)
  })

  it('is not unavailable while somebody makes its pods again', () => {
    const workload = (metadata: object, spec: object, kind = 'ReplicaSet'): WholeObject => ({
      ...object('web', [], metadata, kind, 'apps/v1'),
      spec: { template: { metadata: { labels } }, ...spec },
    })
    const isGone = (...objects: ReadonlyArray<WholeObject>): boolean =>
      isUnavailable(viewOf(selecting(), ...objects), service('a', backend, 'True'))
    for (const kind of ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'])
      expect(isGone(space, workload({}, {}, kind))).toBe(false)
    expect(isGone(leaving, workload({}, {}))).toBe(true)
    expect(isGone(space, workload({ deletionTimestamp: noon }, {}))).toBe(true)
    expect(isGone(space, workload({}, { replicas: 0 }))).toBe(true)
    expect(isGone(space, workload({}, { template: {} }))).toBe(true)
  })

  it('is what its condition says while what serves it may be there unseen', () => {
    const condition = service('a', backend, 'True')
    const but =
      (unseen: string): View['covers'] =>
      (_, kind) =>
        kind !== unseen
    expect(isUnavailable(viewCovering(but('Service'), leaving), condition)).toBe(false)
    expect(isUnavailable(viewCovering(but('Pod'), selecting()), condition)).toBe(false)
    expect(isUnavailable(viewOf(selecting({ selector: {} })), condition)).toBe(false)
    expect(isUnavailable(viewOf(selecting({ type: 'ExternalName' })), condition)).toBe(false)
    expect(isUnavailable(viewOf(selecting({ selector: { app: 7 } })), condition)).toBe(false)
    expect(isUnavailable(viewOf(), service('a', {}, 'True'))).toBe(false)
  })

  it('is unavailable without a condition where the service that it names is not there', () => {
    expect(isUnavailable(viewOf(), service('a', backend))).toBe(true)
    expect(isUnavailable(viewOf(object('backend', [], {}, 'Service')), service('a', backend))).toBe(false)
    expect(isUnavailable(viewOf(), service('a', {}))).toBe(false)
  })

  it('is unavailable where its Service was there and is gone, whatever its condition still says', () => {
    const server = serverOf(noon, scopes_1_36)([space, selecting()])
    const view = { ...server, at: noon, covers: () => false }
    expect(isUnavailable(view, service('a', backend, 'True'))).toBe(false)
    server.vanish({ apiVersion: 'v1', kind: 'Service', resource: 'services', namespace: 'ns', name: 'backend' })
    expect(isUnavailable(view, service('a', backend, 'True'))).toBe(true)
    expect(isUnavailable(view, service('a', { service: { namespace: 'ns', name: 'other' } }, 'True'))).toBe(false)
  })

  it('is looked for in the core group of what is shown', () => {
    const core = (...objects: ReadonlyArray<WholeObject>) =>
      viewCovering((apiVersion) => apiVersion === 'v1', ...objects)
    for (const view of [core(leaving), core(selecting())])
      expect(isUnavailable(view, service('a', backend, 'True'))).toBe(true)
  })

  it('is believed by no other condition, and is not where it names half a service', () => {
    const conditions = [
      { type: 'Other', status: 'False' },
      { type: 'Available', status: 'True' },
    ]
    expect(isUnavailable(viewOf(), { ...service('a', {}), status: { conditions } })).toBe(false)
    for (const half of [{ namespace: 'ns' }, { name: 'backend' }])
      expect(isUnavailable(viewOf(), service('a', { service: half }))).toBe(false)
  })

  it('has no version where none can be read', () => {
    const view = viewOf(service('a', { version: 7 }, 'False'))
    expect(unavailableGroups(view)).toEqual(['a.example/: stale GroupVersion discovery: a.example/'])
  })

  it('is served by an APIService, which is one by group and kind', () => {
    const of = (kind: string, apiVersion: string) => isApiService({ kind, apiVersion })
    expect(of('APIService', 'apiregistration.k8s.io/v1')).toBe(true)
    expect([of('APIService', 'v1'), of('Service', 'apiregistration.k8s.io/v1')]).toEqual([false, false])
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
