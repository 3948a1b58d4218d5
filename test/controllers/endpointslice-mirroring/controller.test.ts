import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import { mirroringController } from '../../../src/controllers/endpointslice-mirroring/controller.js'
import { explainMirror } from '../../../src/controllers/endpointslice-mirroring/explain.js'
import { mirroredSlices } from '../../../src/controllers/endpointslice-mirroring/subsets.js'
import { endpointsNamed, serviceNamed, sliceNamed } from '../../../src/controllers/services.js'
import { acting, actsOf, isServed } from '../acting.js'
import { deleted, object } from '../owner/build.js'

const service = (spec: unknown = {}): WholeObject => ({ ...object('s', [], {}, 'Service'), spec })
const addresses = [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }]
const endpoints = (subsets: unknown = addresses, more: Partial<ObjectMeta> = {}): WholeObject =>
  ({ ...object('ep', [], { name: 's', ...more }, 'Endpoints'), subsets }) as WholeObject
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => actsOf(mirroringController(), objects)
const made = ['MirrorMissing: EndpointSlice s-bbbbb made']

describe('the mirroring controller', () => {
  it('makes slices for the Endpoints of a Service without a selector', () => {
    expect(acts(service(), endpoints())).toEqual(made)
    expect(acts(service(), endpoints([]))).toEqual([])
    expect(acts(service(), endpoints(addresses, deleted('x/y')))).toEqual([])
    expect(actsOf(mirroringController({ makesSlices: false }), [service(), endpoints()])).toEqual([])
  })

  it('mirrors nothing for a Service with a selector, for who leads, or where a label forbids it', () => {
    expect(acts(service({ selector: { app: 'web' } }), endpoints())).toEqual([])
    const leader = { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } }
    expect(acts(service(), endpoints(addresses, leader))).toEqual([])
    const skipped = { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }
    expect(acts(service(), endpoints(addresses, skipped))).toEqual([])
  })

  it.each([endpointsNamed('ns', 's'), serviceNamed('ns', 's')])('deletes slices when %j goes', (address) => {
    const { server, acts: act } = acting(mirroringController(), [service(), endpoints()])
    expect(act()).toEqual(made)
    server.delete(address, {})
    expect(act()).toEqual(['NothingToMirror: EndpointSlice s-bbbbb gone'])
  })

  it('does nothing where a Service or Endpoints may be there without being shown', () => {
    const { server, acts: act } = acting(
      mirroringController(),
      [service(), endpoints()],
      (_, kind) => kind !== 'Service',
    )
    expect(act()).toEqual(made)
    server.delete(serviceNamed('ns', 's'), {})
    expect(act()).toEqual([])
    expect(acts(service(undefined), { ...service(), spec: undefined }, endpoints())).toEqual([])
  })

  it('makes a slice for each list of ports and family of addresses', () => {
    const both = [{ addresses: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] }, { notReadyAddresses: [{ ip: '10.0.0.2' }] }]
    expect(mirroredSlices(endpoints(both))).toBe(2)
    expect(mirroredSlices(endpoints([...addresses, ...both]))).toBe(3)
    expect(mirroredSlices(endpoints([7, { addresses: [null, { ip: 7 }] }]))).toBe(0)
  })

  const managed = (
    name: string,
    manager = 'endpointslicemirroring-controller.k8s.io',
    more: Partial<ObjectMeta> = {},
  ) =>
    object(
      name,
      [],
      { labels: { 'kubernetes.io/service-name': 's', 'endpointslice.kubernetes.io/managed-by': manager }, ...more },
      'EndpointSlice',
      'discovery.k8s.io/v1',
    )

  it('deletes slices that are too many, but not twice, and makes those that are missing', () => {
    expect(acts(service(), endpoints(), managed('a'), managed('b'))).toEqual(['NothingToMirror: EndpointSlice b gone'])
    expect(acts(service(), endpoints(), managed('a'), managed('b', undefined, deleted('x/y')))).toEqual([])
    expect(acts(service(), endpoints(), managed('a'))).toEqual([])
    expect(acts(service(), endpoints(), managed('a', 'somebody'))).toEqual(made)
    expect(acts(service(), endpoints(), managed('s-bbbbb', 'somebody'))).toEqual([
      'MirrorMissing: EndpointSlice s-bbbbc made',
    ])
  })

  it('makes a slice again that somebody deletes', () => {
    const { server, acts: act } = acting(mirroringController(), [service(), endpoints()])
    expect(act()).toEqual(made)
    server.delete(sliceNamed('ns', 's-bbbbb'), {})
    expect(act()).toEqual([expect.stringMatching(/^MirrorMissing: EndpointSlice s-\w+ made$/)])
  })

  it('decides nothing where Endpoints or slices may be there without being shown', () => {
    const act = (hidden: string, ...objects: ReadonlyArray<WholeObject>) =>
      actsOf(mirroringController(), objects, (version, kind) => kind !== hidden && isServed(version, kind))
    expect(act('Endpoints', service(), managed('a'))).toEqual([])
    expect(act('Endpoints', service(), endpoints())).toEqual(made)
    expect(act('Service', endpoints(), managed('a'))).toEqual([])
    expect(act('EndpointSlice', service(), endpoints())).toEqual([])
    expect(acts({ ...service(), spec: undefined }, endpoints(), managed('a'))).toEqual([])
  })

  it('is woken by Services, Endpoints and its own slices', () => {
    const { keysOf } = mirroringController()
    expect([added(service()), gone(service()), added(endpoints()), gone(endpoints())].map(keysOf)).toEqual(
      ['ns/s', 'ns/s', 'ns/s', 'ns/s'].map((key) => [key]),
    )
    expect(keysOf(gone(managed('a')))).toEqual(['ns/s'])
    expect([gone(managed('a', 'somebody')), added(object('s'))].flatMap(keysOf)).toEqual([])
  })

  it('counts each family of addresses, ready or not', () => {
    expect(mirroredSlices(endpoints([{ notReadyAddresses: [{ ip: '10.0.0.2' }] }]))).toBe(1)
    expect(mirroredSlices(endpoints([{ addresses: [{ ip: 'fd00::1' }, { ip: '10.0.0.1' }, { ip: 'fd00::2' }] }]))).toBe(
      2,
    )
  })

  it('says why in words', () => {
    expect(explainMirror({ _tag: 'MirrorMissing', endpoints: 's' })).toBe(
      'no EndpointSlice shows the addresses of Endpoints s',
    )
    expect(explainMirror({ _tag: 'NothingToMirror', endpoints: 's' })).toBe(
      'Endpoints s, whose addresses it shows, or their Service are gone or no longer mirrored',
    )
  })
})
