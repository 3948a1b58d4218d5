import { describe, expect, it } from 'vitest'

import type { OwnerReference, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import { endpointSliceController } from '../../../src/controllers/endpointslice/controller.js'
import { explainSlice } from '../../../src/controllers/endpointslice/explain.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import { sliceNamed } from '../../../src/controllers/services.js'
import { acting, actsOf } from '../acting.js'
import { deleted, object } from '../owner/build.js'

const service: WholeObject = { ...object('s', [], {}, 'Service'), spec: { selector: { app: 'web' } } }
const slice = (uid: string, owners: ReadonlyArray<OwnerReference> = []): WholeObject =>
  object(
    uid,
    owners,
    {
      labels: {
        'kubernetes.io/service-name': 's',
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
      },
    },
    'EndpointSlice',
    'discovery.k8s.io/v1',
  )
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> =>
  actsOf(endpointSliceController(), objects)

describe('the EndpointSlice controller', () => {
  it('makes a slice for a Service with a selector, as its own', () => {
    const { server, acts: act } = acting(endpointSliceController(), [service])
    expect(act()).toEqual(['SliceMissing: EndpointSlice s-bbbbb made'])
    const [made] = server.listOf('discovery.k8s.io', 'EndpointSlice')
    expect(made?.metadata.ownerReferences).toEqual([controllerReference(service)])
    server.delete(sliceNamed('ns', 's-bbbbb'), {})
    expect(act()).toEqual(['SliceMissing: EndpointSlice s-bbbbb made'])
  })

  it('makes none for a Service that is being deleted, or where slices are not shown', () => {
    expect(acts({ ...service, metadata: { ...service.metadata, ...deleted('x/y') } })).toEqual([])
    expect(actsOf(endpointSliceController(), [service], (_, kind) => kind !== 'EndpointSlice')).toEqual([])
  })

  it('makes a slice of its labels its own, or deletes it where the Service has one', () => {
    expect(acts(service, slice('a'))).toEqual(['SliceAdopted: EndpointSlice a changed'])
    expect(acts(service, slice('a', [controllerReference(service)]), slice('b'))).toEqual([
      'SliceOfAnother: EndpointSlice b gone',
    ])
  })

  it('leaves slices alone whose Service is gone or has no selector', () => {
    expect(acts(slice('a'))).toEqual([])
    expect(acts({ ...service, spec: {} }, slice('a'))).toEqual([])
  })

  it('takes a slice for its own only where it names this very Service', () => {
    const other = { ...controllerReference(service), uid: 'other' }
    const named = { ...controllerReference(service), kind: 'ConfigMap' }
    expect(acts(service, slice('a', [other]))).toEqual(['SliceAdopted: EndpointSlice a changed'])
    expect(acts(service, slice('a', [named]))).toEqual(['SliceAdopted: EndpointSlice a changed'])
    expect(acts(service, slice('a', [other, controllerReference(service)]))).toEqual([])
    const ending = slice('b')
    expect(acts(service, { ...ending, metadata: { ...ending.metadata, ...deleted('x/y') } })).toEqual([
      'SliceMissing: EndpointSlice s-bbbbb made',
    ])
  })

  it('takes a free name', () => {
    expect(acts(service, object('s-bbbbb', [], {}, 'EndpointSlice', 'discovery.k8s.io/v1'))).toEqual([
      'SliceMissing: EndpointSlice s-bbbbc made',
    ])
  })

  it('is woken by Services and their slices', () => {
    const { keysOf } = endpointSliceController()
    expect([added(service), gone(service), gone(slice('a'))].map(keysOf)).toEqual([['ns/s'], ['ns/s'], ['ns/s']])
    const others = object(
      'x',
      [],
      { labels: { 'kubernetes.io/service-name': 's' } },
      'EndpointSlice',
      'discovery.k8s.io/v1',
    )
    expect(
      [gone(others), added(object('s', [], { labels: slice('a').metadata.labels ?? {} }))].flatMap(keysOf),
    ).toEqual([])
  })

  it('says why in words', () => {
    expect(explainSlice({ _tag: 'SliceMissing', service: 's' })).toBe('Service s selects pods and has no EndpointSlice')
    expect(explainSlice({ _tag: 'SliceAdopted', service: 's' })).toBe(
      'its label names Service s, which has no EndpointSlice of its own',
    )
    expect(explainSlice({ _tag: 'SliceOfAnother', service: 's' })).toBe(
      'it is labelled as a slice of Service s but does not belong to it',
    )
  })
})
