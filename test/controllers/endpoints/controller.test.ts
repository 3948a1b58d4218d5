import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { endpointsController } from '../../../src/controllers/endpoints/controller.js'
import { explainEndpoints } from '../../../src/controllers/endpoints/explain.js'
import { endpointsNamed, serviceNamed } from '../../../src/controllers/services.js'
import { acting, actsOf, isServed } from '../acting.js'
import { noon, object } from '../owner/build.js'

const service = (spec: unknown): WholeObject => ({ ...object('s', [], {}, 'Service'), spec })
const endpoints = (name = 's', more: Partial<ObjectMeta> = {}): WholeObject =>
  object(`ep-${name}`, [], { name, ...more }, 'Endpoints')
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => actsOf(endpointsController(), objects)

describe('the endpoints controller', () => {
  it('makes Endpoints for a Service with a selector', () => {
    expect(acts(service({ selector: { app: 'web' } }))).toEqual(['EndpointsMissing: Endpoints s made'])
    expect(acts(service({ selector: { app: 'web' } }), endpoints())).toEqual([])
  })

  it('makes none for a Service without one, of another host, or that does not show it', () => {
    for (const spec of [undefined, {}, { selector: {} }, { selector: { app: 'web' }, type: 'ExternalName' }])
      expect(acts(service(spec))).toEqual([])
    expect(actsOf(endpointsController({ makesEndpoints: false }), [service({ selector: { app: 'web' } })])).toEqual([])
  })

  it('asks for nothing where they are there', () => {
    const { server } = acting(endpointsController(), [service({ selector: { app: 'web' } }), endpoints()])
    const view = { ...server, at: noon, covers: isServed }
    expect(endpointsController().reconcile(view)('ns/s')).toMatchObject({ requests: [] })
  })

  it('makes them again when they are deleted', () => {
    const { server, acts: act } = acting(endpointsController(), [service({ selector: { app: 'web' } }), endpoints()])
    expect(act()).toEqual([])
    server.delete(endpointsNamed('ns', 's'), {})
    expect(act()).toEqual(['EndpointsMissing: Endpoints s made'])
  })

  it('deletes those of a Service that goes, whoever wrote them', () => {
    const { server, acts: act } = acting(endpointsController(), [service({}), endpoints()])
    expect(act()).toEqual([])
    server.delete(serviceNamed('ns', 's'), {})
    expect(act()).toEqual(['EndpointsWithoutService: Endpoints s gone'])
  })

  // Section 11, rule 2.
  it('deletes Endpoints that never had a Service only when it starts, but not those that keep who leads', () => {
    const leader = endpoints('l', { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } })
    expect(acts(endpoints(), leader)).toEqual([])
    const { server, acts: act } = acting(endpointsController({ isStarting: true }), [endpoints(), leader])
    expect(act()).toEqual(['EndpointsWithoutService: Endpoints s gone'])
    server.create(endpoints('later'))
    expect(act()).toEqual([])
  })

  it('keeps Endpoints where their Service may be there without being shown', () => {
    const starting = endpointsController({ isStarting: true })
    expect(actsOf(starting, [endpoints()], (_, kind) => kind !== 'Service')).toEqual([])
  })

  it('makes none where Endpoints may be there without being shown, and marks those that it makes', () => {
    const selecting = service({ selector: { app: 'web' } })
    expect(actsOf(endpointsController(), [selecting], (_, kind) => kind !== 'Endpoints')).toEqual([])
    const { server, acts: act } = acting(endpointsController(), [selecting])
    expect(act()).toHaveLength(1)
    expect(server.get(endpointsNamed('ns', 's'))?.metadata.labels).toEqual({
      'endpoints.kubernetes.io/managed-by': 'endpoint-controller',
    })
  })

  it('is woken by Services, and by Endpoints that go', () => {
    const { keysOf } = endpointsController()
    expect([added(service({})), gone(service({})), gone(endpoints())].map(keysOf)).toEqual([
      ['ns/s'],
      ['ns/s'],
      ['ns/s'],
    ])
    expect([added(endpoints()), updated(endpoints()), gone(object('s'))].flatMap(keysOf)).toEqual([])
  })

  it('is woken by Endpoints only between its start and its first list', () => {
    const starting = endpointsController({ isStarting: true })
    const listing = starting.fold?.({ changes: [], finished: [], returned: [] })
    const atWork = listing?.fold?.({ changes: [], finished: [], returned: [] })
    expect([starting, listing, atWork].map((one) => one?.keysOf(added(endpoints())))).toEqual([[], ['ns/s'], []])
    expect([endpointsController().fold, atWork?.fold]).toEqual([undefined, undefined])
  })

  it('says why in words', () => {
    expect(explainEndpoints({ _tag: 'EndpointsMissing', service: 's' })).toBe(
      'Service s selects pods and has no Endpoints',
    )
    expect(explainEndpoints({ _tag: 'EndpointsWithoutService', service: 's' })).toBe(
      'Service s, whose addresses it lists, is gone',
    )
  })
})
