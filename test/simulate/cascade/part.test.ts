/** What the part of a cluster that a cascade has to do with takes in. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import { cascadeIndex } from '../../../src/simulate/cascade/index.js'

const networking = 'networking.k8s.io/v1'
const address: WholeObject = {
  apiVersion: networking,
  kind: 'IPAddress',
  metadata: {
    name: '10.1.0.1',
    uid: 'address',
    labels: { 'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io' },
  },
}
const range = (owner?: string): WholeObject => ({
  apiVersion: networking,
  kind: 'ServiceCIDR',
  spec: { cidrs: ['10.1.0.0/16'] },
  metadata: {
    name: 'range',
    uid: 'range',
    finalizers: ['networking.k8s.io/service-cidr-finalizer'],
    ...(owner === undefined
      ? {}
      : { ownerReferences: [{ apiVersion: networking, kind: 'ServiceCIDR', name: owner, uid: owner }] }),
  },
})

const reachedFrom = (objects: ReadonlyArray<WholeObject>, target = 'address'): ReadonlyArray<string> => {
  const part = cascadeIndex(objects).partOf([{ _tag: 'Delete', target, options: {} }])
  return part._tag === 'Part' ? [...part.reached] : []
}

describe('what waits until an object is gone takes part', () => {
  it('if it will be deleted, as its owner is not there', () => {
    expect(reachedFrom([address, range('nobody')])).toEqual(['address', 'range', 'nobody'])
  })

  it('unless nobody deletes it', () => {
    expect(reachedFrom([address, range()])).toEqual(['address'])
    const owner = { ...range(), metadata: { name: 'other', uid: 'other' } }
    expect(reachedFrom([address, range('other'), owner])).toEqual(['address'])
  })
})

describe('the claim that a volume names takes part', () => {
  const volume: WholeObject = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'disk', uid: 'disk' },
    spec: {
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data', namespace: 'shop', uid: 'data' },
    },
  }
  const claim: WholeObject = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop', uid: 'data' },
  }

  it('when the volume is deleted', () => {
    expect(reachedFrom([volume, claim], 'disk')).toEqual(['disk', 'data'])
  })
})
