/** What each feature gate does in each release, set to either value and with all gates of its stage. */
import { expect, it } from 'vitest'

import {
  type ConfigurationRules,
  type GateName,
  configurationPresets,
  kubeletPolicies,
  noFlags,
} from '../../../src/decode/kubelet-config/index.js'
import { since } from '../../since.js'

const rulesSet = (rules: ConfigurationRules, ...given: ReadonlyArray<readonly [string, boolean]>): string => {
  const policies = kubeletPolicies(noFlags, rules)({ featureGates: new Map(given) })
  if (policies._tag === 'Left') return policies.left.map(({ _tag }) => _tag).join()
  const { image, eviction, loop, idle } = policies.right
  const { maxAgePass, imageVolumes, postGCHooks, runtimeClassInImageCriApi } = image
  const { separateDiskGC, softGrace } = eviction
  const set = { maxAgePass, imageVolumes, postGCHooks, runtimeClassInImageCriApi, separateDiskGC, softGrace }
  const said = Object.entries({ ...set, imageLoopStops: loop.imageLoopStops }).flatMap(([rule, value]) =>
    value === undefined ? [] : [`${rule} ${value}`],
  )
  return [...said, ...(idle.length === 0 ? [] : ['as it is'])].join(', ')
}

const by = (decide: (rules: ConfigurationRules) => object): object =>
  since(Object.fromEntries(Object.entries(configurationPresets).map(([name, rules]) => [name, decide(rules)])))

const gate = (name: GateName): object =>
  by((rules) => ({ on: rulesSet(rules, [name, true]), off: rulesSet(rules, [name, false]) }))

it('AllowOverwriteTerminationGracePeriodSeconds brings the maximum back, until it is locked', () => {
  expect(gate('AllowOverwriteTerminationGracePeriodSeconds')).toEqual({
    on: { '1.26': 'GateUnrecognized', '1.32': 'softGrace maximum', '1.35': 'GateLocked' },
    off: { '1.26': 'GateUnrecognized', '1.32': 'as it is' },
  })
})

it('ImageMaximumGCAge', () => {
  const stops = (how: string): string => `imageLoopStops at-high-100${how}`
  expect(gate('ImageMaximumGCAge')).toEqual({
    on: {
      '1.26': 'GateUnrecognized',
      '1.31': `maxAgePass present, ${stops('-without-max-age')}, as it is`,
      '1.35': 'as it is',
    },
    off: { '1.26': 'GateUnrecognized', '1.31': `maxAgePass absent, ${stops('')}`, '1.35': 'GateLocked' },
  })
})

it('ImageVolume', () => {
  expect(gate('ImageVolume')).toEqual({
    on: {
      '1.26': 'GateUnrecognized',
      '1.31': 'imageVolumes in-use',
      '1.35': 'imageVolumes in-use, as it is',
      '1.36': 'as it is',
    },
    off: {
      '1.26': 'GateUnrecognized',
      '1.31': 'imageVolumes ignored, as it is',
      '1.35': 'imageVolumes ignored',
      '1.36': 'GateLocked',
    },
  })
})

it('KubeletEnsureSecretPulledImages', () => {
  expect(gate('KubeletEnsureSecretPulledImages')).toEqual({
    on: { '1.26': 'GateUnrecognized', '1.33': 'postGCHooks present', '1.35': 'postGCHooks present, as it is' },
    off: { '1.26': 'GateUnrecognized', '1.33': 'postGCHooks absent, as it is', '1.35': 'postGCHooks absent' },
  })
})

it('KubeletSeparateDiskGC', () => {
  expect(gate('KubeletSeparateDiskGC')).toEqual({
    on: { '1.26': 'GateUnrecognized', '1.31': 'separateDiskGC true, as it is' },
    off: { '1.26': 'GateUnrecognized', '1.31': 'separateDiskGC false' },
  })
})

it('RuntimeClassInImageCriApi', () => {
  expect(gate('RuntimeClassInImageCriApi')).toEqual({
    on: { '1.26': 'GateUnrecognized', '1.31': 'runtimeClassInImageCriApi true' },
    off: { '1.26': 'GateUnrecognized', '1.31': 'runtimeClassInImageCriApi false, as it is' },
  })
})

it('all of a stage', () => {
  const stages = by((rules) => ({
    alpha: rulesSet(rules, ['AllAlpha', true]),
    beta: rulesSet(rules, ['AllBeta', false]),
  }))
  const ages = 'maxAgePass absent'
  const disks = 'separateDiskGC false'
  const loops = 'imageLoopStops at-high-100'
  expect(stages).toEqual({
    alpha: {
      '1.26': '',
      '1.31': 'imageVolumes in-use, runtimeClassInImageCriApi true',
      '1.33': 'postGCHooks present, runtimeClassInImageCriApi true',
      '1.35': 'runtimeClassInImageCriApi true',
    },
    beta: {
      '1.26': '',
      '1.31': `${ages}, ${disks}, ${loops}`,
      '1.33': `${ages}, imageVolumes ignored, ${disks}, ${loops}`,
      '1.35': `imageVolumes ignored, postGCHooks absent, ${disks}`,
      '1.36': `postGCHooks absent, ${disks}`,
    },
  })
})
