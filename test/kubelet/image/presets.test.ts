import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { defaultPolicy, makePolicy, presets } from '../../../src/kubelet/image/index.js'

it.each(Object.entries(presets))('%s is a sound policy that wraps around as that release does', (_name, preset) => {
  expect(makePolicy(preset)).toEqual(E.right(preset))
  expect(preset.int64).toBe('wrap')
})

it('starts at 90 percent in the Docker era and at 85 from then on', () => {
  expect(presets.docker_era).toMatchObject({ highThresholdPercent: 90, lowThresholdPercent: 80, minAge: 120_000 })
  for (const { highThresholdPercent, lowThresholdPercent } of [
    presets.kubelet_1_20,
    presets.kubelet_1_26,
    presets.kubelet_1_32,
    presets.kubelet_1_36,
  ])
    expect([highThresholdPercent, lowThresholdPercent]).toEqual([85, 80])
})

describe('what changed when', () => {
  it('1.36 is the default but for its arithmetic', () => {
    expect(presets.kubelet_1_36).toEqual({ ...defaultPolicy, int64: 'wrap' })
  })

  it('1.36 counts image volumes as use, has hooks, and words a shortage anew', () => {
    expect(presets.kubelet_1_32).toEqual({
      ...presets.kubelet_1_36,
      imageVolumes: 'ignored',
      shortage: 'attempted-to-free',
      postGCHooks: 'absent',
    })
  })

  it('1.32 detects first, knows a maximum age and pins, and exempts no sandbox image', () => {
    expect(presets.kubelet_1_26).toEqual({
      ...presets.kubelet_1_32,
      runOrder: 'stats-first',
      maxAgePass: 'absent',
      firstDetection: 'zero',
      sandboxImage: 'registry.k8s.io/pause:3.9',
      pinned: 'ignored',
      shortage: 'wanted-to-free',
    })
  })

  it('before 1.26 only the sandbox image and the high threshold differ', () => {
    expect(presets.kubelet_1_20).toEqual({ ...presets.kubelet_1_26, sandboxImage: 'k8s.gcr.io/pause:3.2' })
    expect({ ...presets.docker_era, sandboxImage: '', highThresholdPercent: 85 }).toEqual({
      ...presets.kubelet_1_26,
      sandboxImage: '',
    })
    expect(presets.docker_era.sandboxImage).not.toBe('')
  })
})
