/** What each release takes from the settings of a kubelet: fields, ages and feature gates. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import {
  type ConfigurationRules,
  type KubeletPolicies,
  configurationPresets,
  decodeKubeletConfiguration,
  decodeKubeletFlags,
  defaultConfigurationRules,
  explainConfigurationProblem,
  kubeletPolicies,
} from '../../../src/decode/kubelet-config/index.js'
import { since } from '../../since.js'
import { right } from './reading.js'

const {
  kubernetes_1_26: in26,
  kubernetes_1_31: in31,
  kubernetes_1_32: in32,
  kubernetes_1_33: in33,
  kubernetes_1_34: in34,
  kubernetes_1_35: in35,
  kubernetes_1_36: in36,
} = configurationPresets

const policiesOf = (rules: ConfigurationRules, file: object, line = '') =>
  kubeletPolicies(right(decodeKubeletFlags(line)).flags, rules)(right(decodeKubeletConfiguration(file)))

const taken = (...settings: Parameters<typeof policiesOf>): KubeletPolicies => right(policiesOf(...settings))

const refusals = (...settings: Parameters<typeof policiesOf>): ReadonlyArray<string> => {
  const policies = policiesOf(...settings)
  return E.isLeft(policies) ? policies.left.map(explainConfigurationProblem) : []
}

describe('a release', () => {
  it('takes these fields and gates since', () => {
    expect(since(configurationPresets)).toMatchObject({
      negativeMinAge: { '1.26': 'accepted', '1.36': 'refused' },
      imageMaximumGCAge: { '1.26': 'unknown', '1.31': 'known' },
      mergeDefaultEvictionSettings: { '1.26': 'unknown', '1.33': 'known' },
    })
    const gates = Object.entries(configurationPresets).map(
      ([name, rules]) =>
        [
          name,
          Object.fromEntries(
            Object.entries(rules.gates).map(([gate, { stage, on, locked }]) => [
              gate,
              [stage, on ? 'on' : 'off', ...(locked ? ['locked'] : [])].join(' '),
            ]),
          ),
        ] as const,
    )
    expect(since(Object.fromEntries(gates))).toEqual({
      AllowOverwriteTerminationGracePeriodSeconds: { '1.32': 'deprecated off', '1.35': 'deprecated off locked' },
      ImageMaximumGCAge: { '1.31': 'beta on', '1.35': 'stable on locked' },
      ImageVolume: { '1.31': 'alpha off', '1.33': 'beta off', '1.35': 'beta on', '1.36': 'stable on locked' },
      KubeletEnsureSecretPulledImages: { '1.33': 'alpha off', '1.35': 'beta on' },
      KubeletSeparateDiskGC: { '1.31': 'beta on' },
      RuntimeClassInImageCriApi: { '1.31': 'alpha off' },
    })
    expect(in26.gates).toEqual({})
    expect(defaultConfigurationRules).toBe(in36)
  })
})

describe('imageMinimumGCAge: -1s', () => {
  it('counts any image as old enough up to 1.35; from 1.36 on the kubelet does not start', () => {
    const file = { imageMinimumGCAge: '-1s' }
    expect(taken(in35, file).image.minAge).toBe(0)
    expect(refusals(in36, file)).toEqual(['invalid configuration: imageMinimumGCAge -1s must not be negative'])
  })
})

describe('mergeDefaultEvictionSettings', () => {
  const file = { evictionHard: { 'memory.available': '500Mi' }, mergeDefaultEvictionSettings: true }

  it('keeps the default thresholds from 1.33 on, and is ignored before', () => {
    expect([...taken(in32, file).effective.evictionHard]).toEqual([['memory.available', '500Mi']])
    expect(taken(in33, file).effective.evictionHard).toEqual(
      new Map([
        ['imagefs.available', '15%'],
        ['imagefs.inodesFree', '5%'],
        ['memory.available', '500Mi'],
        ['nodefs.available', '10%'],
        ['nodefs.inodesFree', '5%'],
      ]),
    )
    expect([taken(in32, file).idle, taken(in33, file).idle]).toEqual([
      [{ _tag: 'FieldUnknown', field: 'mergeDefaultEvictionSettings' }],
      [],
    ])
  })
})

describe('imageMaximumGCAge', () => {
  const file = { imageMaximumGCAge: '168h' }

  it('is ignored where the release does not know it, even one below the minimum', () => {
    const { image, idle } = taken(in26, { imageMaximumGCAge: '1s' })
    expect([image.maxAge, idle]).toEqual([0, [{ _tag: 'FieldUnknown', field: 'imageMaximumGCAge' }]])
  })

  it('needs its gate, as long as that can be off', () => {
    const off = { ...file, featureGates: { ImageMaximumGCAge: false } }
    expect(refusals(in34, off)).toEqual([
      'invalid configuration: ImageMaximumGCAge feature gate is required for Kubelet configuration option imageMaximumGCAge',
    ])
    expect(refusals(in34, { ...file, featureGates: { AllBeta: false } })).toHaveLength(1)
    expect(refusals(in34, { ...file, featureGates: { AllBeta: false, ImageMaximumGCAge: true } })).toEqual([])
    expect(refusals(in34, file)).toEqual([])
    expect(refusals(in35, off)).toEqual([
      'cannot set feature gate ImageMaximumGCAge to false, feature is locked to true',
    ])
  })
})

describe('feature gates', () => {
  it('set the rules that they govern', () => {
    const rulesOf = (rules: ConfigurationRules, featureGates: object): object => {
      const { image, eviction, loop } = taken(rules, { featureGates })
      const plain = taken(rules, {})
      const set = [...Object.entries(image), ...Object.entries(eviction), ...Object.entries(loop)]
      return Object.fromEntries(
        set.filter(([rule]) => !(rule in plain.image || rule in plain.eviction || rule in plain.loop)),
      )
    }
    expect(rulesOf(in31, { ImageMaximumGCAge: false })).toEqual({ maxAgePass: 'absent', imageLoopStops: 'at-high-100' })
    expect(rulesOf(in31, { ImageMaximumGCAge: true })).toEqual({
      maxAgePass: 'present',
      imageLoopStops: 'at-high-100-without-max-age',
    })
    expect(rulesOf(in31, { ImageVolume: true })).toEqual({ imageVolumes: 'in-use' })
    expect(rulesOf(in35, { ImageVolume: false })).toEqual({ imageVolumes: 'ignored' })
    expect(rulesOf(in33, { KubeletEnsureSecretPulledImages: true })).toEqual({ postGCHooks: 'present' })
    expect(rulesOf(in36, { KubeletEnsureSecretPulledImages: false })).toEqual({ postGCHooks: 'absent' })
    expect(rulesOf(in36, { RuntimeClassInImageCriApi: true })).toEqual({ runtimeClassInImageCriApi: true })
    expect(rulesOf(in36, { KubeletSeparateDiskGC: false })).toEqual({ separateDiskGC: false })
    expect(rulesOf(in32, { AllowOverwriteTerminationGracePeriodSeconds: true })).toEqual({
      softGrace: 'maximum',
    })
    expect(rulesOf(in32, { AllowOverwriteTerminationGracePeriodSeconds: false })).toEqual({})
    expect(rulesOf(in36, { NodeSwap: false })).toEqual({})
  })

  it('of one stage are set together, but for those given by name', () => {
    const { image, eviction } = taken(in34, {
      featureGates: { AllAlpha: true, KubeletSeparateDiskGC: true, AllBeta: false },
    })
    expect(image).toMatchObject({
      postGCHooks: 'present',
      runtimeClassInImageCriApi: true,
      maxAgePass: 'absent',
      imageVolumes: 'ignored',
    })
    expect(eviction).toMatchObject({ separateDiskGC: true })
    expect(taken(in36, { featureGates: { AllBeta: false } }).image).not.toHaveProperty('imageVolumes')
  })

  it('are refused before they come and once they are locked', () => {
    expect(refusals(in32, { featureGates: { KubeletEnsureSecretPulledImages: true } })).toEqual([
      'unrecognized feature gate: KubeletEnsureSecretPulledImages',
    ])
    expect(refusals(in26, { featureGates: { KubeletSeparateDiskGC: false } })).toHaveLength(1)
    expect(refusals(in36, { featureGates: { ImageVolume: false } })).toEqual([
      'cannot set feature gate ImageVolume to false, feature is locked to true',
    ])
    expect(refusals(in35, { featureGates: { AllowOverwriteTerminationGracePeriodSeconds: true } })).toEqual([
      'cannot set feature gate AllowOverwriteTerminationGracePeriodSeconds to true, feature is locked to false',
    ])
  })

  it('make no difference where the release has them that way', () => {
    expect(taken(in36, { featureGates: { ImageVolume: true, KubeletSeparateDiskGC: false } }).idle).toEqual([
      { _tag: 'GateIdle', gate: 'ImageVolume', stage: 'stable', on: true, locked: true },
    ])
  })

  it('of other concerns are not examined', () => {
    expect(taken(in36, { featureGates: { NodeSwap: true, AllAlpha: false, AllBeta: true } }).idle).toEqual([
      { _tag: 'GateUnexamined', gate: 'NodeSwap' },
    ])
  })

  it('of the command line win one by one', () => {
    const file = { featureGates: { ImageVolume: false, KubeletSeparateDiskGC: false } }
    const { effective } = taken(
      in35,
      file,
      '--feature-gates=ImageVolume=T --feature-gates RuntimeClassInImageCriApi=1,',
    )
    expect([...effective.featureGates]).toEqual([
      ['ImageVolume', true],
      ['KubeletSeparateDiskGC', false],
      ['RuntimeClassInImageCriApi', true],
    ])
  })

  it.each(['ImageVolume', 'ImageVolume=yes', '=true', 'ImageVolume=true=false'])('%s is none', (text) => {
    expect(E.isLeft(decodeKubeletFlags([`--feature-gates=${text}`]))).toBe(true)
  })

  it('of a file are truth values', () => {
    expect(E.isLeft(decodeKubeletConfiguration({ featureGates: { ImageVolume: 'true' } }))).toBe(true)
  })
})
