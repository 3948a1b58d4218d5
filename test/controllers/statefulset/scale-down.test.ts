import { describe, expect, it } from 'vitest'

import { claim, down, noon, ofSet, ownersAfter, played, pod, retention, set } from './build.js'

const going = { deletionTimestamp: noon, deletionGracePeriodSeconds: 30 }
const one = { replicas: 1, volumeClaimTemplates: [] }
const inOrder = { ...one, podManagementPolicy: 'OrderedReady' }

describe('pods of a StatefulSet that are too many', () => {
  it('go, the highest ordinal first', () => {
    expect(played(set(one), pod(0), pod(1), pod(2))).toEqual(['SetScaledDown web-2 gone', 'SetScaledDown web-1 gone'])
  })

  it('may be too low as well', () => {
    expect(played(set({ ...one, ordinals: { start: 1 } }), pod(0), pod(1))).toEqual(['SetScaledDown web-0 gone'])
  })

  it('stay where the set does not state how many it wants', () => {
    expect(played(set({ volumeClaimTemplates: [], replicas: undefined }), pod(0), pod(1))).toEqual([])
  })

  it('stay while the set has no selector that can be read', () => {
    for (const selector of [undefined, {}, { matchLabels: { app: 1 } }, { matchExpressions: [{ key: 1 }] }])
      expect(played(set({ ...one, selector }), pod(0), pod(1))).toEqual([])
  })

  it('get their claim under whenScaled Delete before they go', () => {
    const down1 = set({ replicas: 1, ...retention('Delete', 'Delete') })
    const objects = [down1, pod(0), pod(1), claim(0, [ofSet]), claim(1, [ofSet])]
    expect(played(...objects)).toEqual(['SetClaimRetention data-web-1', 'SetScaledDown web-1 gone'])
    expect(ownersAfter('data-web-1', ...objects)).toEqual(['Pod web-1'])
  })

  // [S] stateful_set_control.go processCondemned
  it('go one at a time in order, only when the wanted ones are up', () => {
    expect(played(set(inOrder), down(0), pod(1))).toEqual([])
    expect(played(set(inOrder), pod(0), pod(1, going), pod(2, going))).toEqual([])
    expect(played(set(inOrder), pod(0), pod(1, going), pod(2))).toEqual(['SetScaledDown web-2 gone'])
  })

  // [S] the same: only the lowest that is not up may go without being up
  it('go in order only when they are up, or are the lowest that is not', () => {
    expect(played(set(inOrder), pod(0), down(1), down(2))).toEqual([])
    expect(played(set(inOrder), pod(0), pod(1), down(2))).toEqual([
      'SetScaledDown web-2 gone',
      'SetScaledDown web-1 gone',
    ])
  })
})
