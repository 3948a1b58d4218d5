import { describe, expect, it } from 'vitest'

import { rulesFor } from '../../../plugins/headlamp/src/model/release.js'
import { presets } from '../../../src/controllers/owner/index.js'
import { cascadePresets } from '../../../src/simulate/cascade/index.js'

describe('the rules of a cluster', () => {
  it('are those of the release that it states', () => {
    expect(rulesFor('v1.33.4-eks-abc')).toEqual({
      owner: presets.kubernetes_1_33,
      cascade: cascadePresets.kubernetes_1_33,
      notes: [],
    })
  })

  it('are those of the nearest release where its own are unknown, and the note says so', () => {
    const { cascade, notes } = rulesFor('v1.29.1')
    expect(cascade).toBe(cascadePresets.kubernetes_1_31)
    expect(notes).toEqual(['The rules of v1.29.1 are not known: those of Kubernetes 1.31, the nearest, are applied.'])
    expect(rulesFor('v1.99.0').cascade).toBe(cascadePresets.kubernetes_1_36)
  })

  it.each([
    [undefined, 'The server did not state its version: rules of Kubernetes 1.36.'],
    ['master', 'The server states the version master, which cannot be read: rules of Kubernetes 1.36.'],
  ])('are the latest for the version %s, and the note says why', (version, note) => {
    const { owner, notes } = rulesFor(version)
    expect(owner).toBe(presets.kubernetes_1_36)
    expect(notes).toEqual([note])
  })
})
