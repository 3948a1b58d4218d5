import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { defaultPolicy, makePolicy, presets } from '../../../src/kubelet/image/index.js'
import { since } from '../../since.js'

it.each(Object.entries(presets))('%s is a sound policy', (_name, preset) => {
  expect(makePolicy(preset)).toEqual(E.right(preset))
})

it('1.36 has the default rules, but for its arithmetic', () => {
  expect(presets.kubernetes_1_36).toEqual({ ...defaultPolicy, int64: 'wrap' })
})

it('has the releases that it names', () => {
  expect(Object.keys(presets)).toEqual([
    'docker_era',
    'kubernetes_1_20',
    'kubernetes_1_26',
    'kubernetes_1_31',
    'kubernetes_1_32',
    'kubernetes_1_33',
    'kubernetes_1_34',
    'kubernetes_1_35',
    'kubernetes_1_36',
    'kubernetes_1_37_preview',
  ])
})

it('states what each release changed', () => {
  expect(since(presets)).toEqual({
    highThresholdPercent: { 'docker.era': 90, '1.20': 85 },
    lowThresholdPercent: { 'docker.era': 80 },
    minAge: { 'docker.era': 120_000 },
    maxAge: { 'docker.era': 0 },
    entrance: { 'docker.era': 'GarbageCollect' },
    runOrder: { 'docker.era': 'stats-first', '1.31': 'detect-first' },
    maxAgePass: { 'docker.era': 'absent', '1.31': 'present' },
    maxAgeGrace: { 'docker.era': 'none', '1.31': 'uptime' },
    firstDetection: { 'docker.era': 'zero', '1.31': 'now' },
    sandboxImage: {
      'docker.era': 'gcr.io/google_containers/pause-amd64:3.0',
      '1.20': 'k8s.gcr.io/pause:3.2',
      '1.26': 'registry.k8s.io/pause:3.9',
      '1.31': '',
    },
    containerKey: { 'docker.era': 'image-id', '1.20': 'image-ref', '1.31': 'image-id' },
    pinned: { 'docker.era': 'ignored', '1.31': 'honoured' },
    imageVolumes: { 'docker.era': 'ignored', '1.35': 'in-use' },
    runtimeClassInImageCriApi: { 'docker.era': false },
    shortage: {
      'docker.era': 'wanted-to-free',
      '1.26': 'attempted-to-free',
      '1.35': 'insufficient-free-space',
    },
    postGCHooks: { 'docker.era': 'absent', '1.35': 'present' },
    int64: { 'docker.era': 'wrap' },
  })
})
