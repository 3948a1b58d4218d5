import { describe, expect, it } from 'vitest'

import { memberName, specOf } from '../../../src/controllers/statefulset/set.js'
import { set } from './build.js'

const retentionIn = (persistentVolumeClaimRetentionPolicy: unknown) =>
  specOf(set({ persistentVolumeClaimRetentionPolicy }))?.retention

describe('the specification of a StatefulSet', () => {
  it('retains claims unless it says otherwise', () => {
    expect(retentionIn(undefined)).toEqual({ whenDeleted: 'Retain', whenScaled: 'Retain' })
    expect(retentionIn({ whenDeleted: 'Delete' })).toEqual({ whenDeleted: 'Delete', whenScaled: 'Retain' })
    expect(retentionIn({ whenScaled: 'Delete' })).toEqual({ whenDeleted: 'Retain', whenScaled: 'Delete' })
    expect(retentionIn({ whenDeleted: 'Delete', whenScaled: 'Forget' })).toEqual({
      whenDeleted: 'Retain',
      whenScaled: 'Retain',
    })
  })

  it('is nothing where none is shown', () => {
    expect([undefined, null, 7].map((spec) => specOf({ ...set(), spec }))).toEqual([undefined, undefined, undefined])
  })

  it('leaves out templates of claims that have no name', () => {
    const volumeClaimTemplates = [{ metadata: {} }, { metadata: { name: 'data' } }, 7]
    expect(specOf(set({ volumeClaimTemplates }))?.claimTemplates).toEqual([
      { name: 'data', template: { metadata: { name: 'data' } } },
    ])
  })
})

describe('the name of a pod', () => {
  it('ends in its ordinal', () => {
    expect(memberName('web-a-12')).toEqual({ set: 'web-a', ordinal: 12 })
    expect(memberName('web-2147483647')).toEqual({ set: 'web', ordinal: 2_147_483_647 })
    expect(['web', 'web-', 'web-1x', 'web-2147483648'].map(memberName)).toEqual(Array(4).fill(undefined))
  })
})
