import { describe, expect, it } from 'vitest'

import { type OwnerReference, namesExactly } from '../../src/apiserver/object.js'

const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', uid: 'u1' } }
const reference: OwnerReference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u1' }

describe('a reference', () => {
  it('names the object that it agrees with in version, kind, name and uid', () => {
    expect(namesExactly(reference)(owner)).toBe(true)
  })

  it.each([{ apiVersion: 'extensions/v1beta1' }, { kind: 'Deployment' }, { name: 'shop' }, { uid: 'u2' }])(
    'names no object from which it differs in %o',
    (other) => {
      expect(namesExactly({ ...reference, ...other })(owner)).toBe(false)
    },
  )
})
