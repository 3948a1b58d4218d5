import { either as E } from 'fp-ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import type { EffectiveConfiguration, KubeletConfiguration } from '../../../src/decode/kubelet-config/index.js'
import {
  decodeKubeletConfiguration,
  decodeKubeletFlags,
  effectiveConfiguration,
  explainConfigurationProblem,
  kubeletPolicies,
  noFlags,
} from '../../../src/decode/kubelet-config/index.js'
import { problemsIn, right } from './reading.js'

const decoded = (input: unknown): KubeletConfiguration => right(decodeKubeletConfiguration(input))

const problemsOf = (input: unknown): unknown =>
  problemsIn(decodeKubeletConfiguration(input)).map(({ path, expected }) => `${path}: ${expected}`)

const read = (file: string): string => readFileSync(`captures/kubelet-1.36.2/${file}`, 'utf8')

describe('files of a real node', () => {
  it('reads what /configz returns', () => {
    expect(decoded(JSON.parse(read('configz.json')))).toEqual({
      imageGCHighThresholdPercent: 100,
      imageGCLowThresholdPercent: 80,
      imageMinimumGCAge: '10s',
      imageMaximumGCAge: '0s',
      evictionHard: new Map([
        ['imagefs.available', '1%'],
        ['memory.available', '50Mi'],
        ['nodefs.available', '1%'],
        ['nodefs.inodesFree', '1%'],
      ]),
      evictionPressureTransitionPeriod: '5m0s',
      mergeDefaultEvictionSettings: false,
    })
  })

  it.each(['config-1.yaml', 'config-2.yaml'])('reads %s as written', (file) => {
    const configuration = decoded(parse(read(file)))
    expect(configuration.imageMinimumGCAge).toBe('10s')
    expect(configuration.evictionHard?.get('imagefs.available')).toBe('1%')
    expect(configuration.evictionPressureTransitionPeriod).toBeUndefined()
  })

  it('has the same settings in force from the file as the node reports', () => {
    const effective = (input: unknown): unknown => effectiveConfiguration(noFlags)(decoded(input))
    expect(effective(parse(read('config-1.yaml')))).toEqual(effective(JSON.parse(read('configz.json'))))
  })
})

describe('decodeKubeletConfiguration', () => {
  it('drops fields of other concern', () => {
    expect(decoded({ address: '127.0.0.1', imageGCLowThresholdPercent: 1 })).toEqual({ imageGCLowThresholdPercent: 1 })
  })

  it('counts null as not set, except where the kubelet wants a duration', () => {
    expect(decoded({ imageGCHighThresholdPercent: null, evictionHard: null })).toEqual({})
    expect(problemsOf({ imageMinimumGCAge: null })).toEqual(['imageMinimumGCAge: a Go duration such as "2m0s"'])
  })

  it('names every wrong field with its path', () => {
    expect(
      problemsOf({
        kubeletconfig: {
          imageGCHighThresholdPercent: '85',
          imageGCLowThresholdPercent: 80.5,
          imageMinimumGCAge: '1d',
          evictionHard: { 'imagefs.available': 15 },
          evictionSoft: [],
          evictionMaxPodGracePeriod: 2 ** 31,
          mergeDefaultEvictionSettings: 'yes',
        },
      }),
    ).toEqual([
      'kubeletconfig.imageGCHighThresholdPercent: an integer of 32 bits',
      'kubeletconfig.imageGCLowThresholdPercent: an integer of 32 bits',
      'kubeletconfig.imageMinimumGCAge: a Go duration such as "2m0s"',
      'kubeletconfig.evictionHard["imagefs.available"]: a string',
      'kubeletconfig.evictionSoft: an object of strings',
      'kubeletconfig.evictionMaxPodGracePeriod: an integer of 32 bits',
      'kubeletconfig.mergeDefaultEvictionSettings: a boolean',
    ])
  })

  it('refuses other documents', () => {
    expect(problemsOf({ kind: 'KubeletConfig' })).toEqual(['kind: "KubeletConfiguration"'])
    expect(problemsOf({ apiVersion: 'v1' })).toEqual(['apiVersion: a version of kubelet.config.k8s.io'])
    expect(problemsOf([])).toEqual([': an object'])
    expect(problemsOf(null)).toEqual([': an object'])
    expect(problemsOf({ kubeletconfig: 'x' })).toEqual(['kubeletconfig: an object'])
  })

  it('refuses what has no fields but is no plain object, and names odd signals in full', () => {
    expect([new Map(), new Date(0)].map(problemsOf)).toEqual([[': an object'], [': an object']])
    expect(problemsOf({ evictionSoft: { '': 1, '0': 1 } })).toEqual([
      'evictionSoft["0"]: a string',
      'evictionSoft[""]: a string',
    ])
  })

  it('keeps a threshold for a signal called __proto__', () => {
    const configuration = decoded(JSON.parse('{"evictionHard": {"__proto__": "1%"}, "__proto__": {"kind": 1}}'))
    expect([...(configuration.evictionHard ?? [])]).toEqual([['__proto__', '1%']])
  })
})

describe('effectiveConfiguration', () => {
  const hard = (input: unknown): unknown =>
    Object.fromEntries(effectiveConfiguration(noFlags)(decoded(input)).evictionHard)
  const defaults = {
    'imagefs.available': '15%',
    'imagefs.inodesFree': '5%',
    'memory.available': '100Mi',
    'nodefs.available': '10%',
    'nodefs.inodesFree': '5%',
  }

  it('takes the default thresholds only when the file has none at all', () => {
    expect(hard({})).toEqual(defaults)
    expect(hard({ evictionHard: {} })).toEqual({})
    expect(hard({ evictionHard: { 'imagefs.available': '5%' } })).toEqual({ 'imagefs.available': '5%' })
  })

  it('merges the default thresholds when told to', () => {
    expect(hard({ evictionHard: { 'imagefs.available': '5%' }, mergeDefaultEvictionSettings: true })).toEqual({
      ...defaults,
      'imagefs.available': '5%',
    })
  })
})

describe('what is in force', () => {
  const file = {
    imageGCHighThresholdPercent: 70,
    imageGCLowThresholdPercent: 60,
    imageMinimumGCAge: '1m0s',
    imageMaximumGCAge: '24h0m0s',
    evictionHard: { a: '1%' },
    evictionSoft: { b: '2%' },
    evictionSoftGracePeriod: { b: '1m' },
    evictionMinimumReclaim: { a: '1Gi' },
    evictionPressureTransitionPeriod: '30s',
    evictionMaxPodGracePeriod: 7,
  }
  const line =
    '--image-gc-high-threshold=71 --image-gc-low-threshold=61 --minimum-image-ttl-duration=2s --eviction-hard=c<3% ' +
    '--eviction-soft=d<4% --eviction-soft-grace-period=d=5m --eviction-minimum-reclaim=c=2Gi ' +
    '--eviction-pressure-transition-period=3s --eviction-max-pod-grace-period=8 ' +
    '--minimum-container-ttl-duration=9s --maximum-dead-containers-per-container=2 --maximum-dead-containers=0'
  const plain = (effective: EffectiveConfiguration): unknown =>
    Object.fromEntries(
      Object.entries(effective).map(([name, value]: readonly [string, unknown]) => [
        name,
        value instanceof Map ? Object.fromEntries(value) : value,
      ]),
    )

  it('is the default where nothing is set', () => {
    expect(plain(effectiveConfiguration(noFlags)({}))).toMatchObject({
      imageGCHighThresholdPercent: 85,
      imageGCLowThresholdPercent: 80,
      imageMinimumGCAge: '2m0s',
      imageMaximumGCAge: '0s',
      evictionSoft: {},
      evictionSoftGracePeriod: {},
      evictionMinimumReclaim: {},
      evictionPressureTransitionPeriod: '5m0s',
      evictionMaxPodGracePeriod: 0,
      containerMinimumAge: '0s',
      maxPerPodContainer: 1,
      maxContainers: -1,
    })
  })

  it('is what the file sets', () => {
    expect(plain(effectiveConfiguration(noFlags)(decoded(file)))).toMatchObject({
      ...file,
      evictionSoftGracePeriod: { b: '1m' },
      maxContainers: -1,
    })
  })

  it('is what a flag says before all', () => {
    expect(plain(effectiveConfiguration(right(decodeKubeletFlags(line)).flags)(decoded(file)))).toEqual({
      featureGates: {},
      imageGCHighThresholdPercent: 71,
      imageGCLowThresholdPercent: 61,
      imageMinimumGCAge: '2s',
      imageMaximumGCAge: '24h0m0s',
      evictionHard: { c: '3%' },
      evictionSoft: { d: '4%' },
      evictionSoftGracePeriod: { d: '5m' },
      evictionMinimumReclaim: { c: '2Gi' },
      evictionPressureTransitionPeriod: '3s',
      evictionMaxPodGracePeriod: 8,
      containerMinimumAge: '9s',
      maxPerPodContainer: 2,
      maxContainers: 0,
    })
  })
})

describe('kubeletPolicies', () => {
  it('gives the article its policy', () => {
    const policies = kubeletPolicies(noFlags)(
      decoded({ imageGCHighThresholdPercent: 75, imageGCLowThresholdPercent: 70, imageMinimumGCAge: '5m30s' }),
    )
    expect(E.map(({ image }: { image: unknown }) => image)(policies)).toEqual(
      E.right({ highThresholdPercent: 75, lowThresholdPercent: 70, minAge: 330_000, maxAge: 0 }),
    )
  })

  it('gives the container collector its flags', () => {
    const { flags } = right(decodeKubeletFlags('--minimum-container-ttl-duration=1500us --maximum-dead-containers=240'))
    expect(right(kubeletPolicies(flags)({})).container).toEqual({
      minAge: 2,
      maxPerPodContainer: 1,
      maxContainers: 240,
    })
  })

  it('accepts a minimum age of zero from a flag', () => {
    const { flags } = right(decodeKubeletFlags('--minimum-image-ttl-duration=0'))
    expect(right(kubeletPolicies(flags)({})).image.minAge).toBe(0)
  })

  it('rounds a minimum up and a maximum down, but not to off', () => {
    const ages = (input: unknown): unknown => {
      const policies = kubeletPolicies(noFlags)(decoded(input))
      return E.isRight(policies) && [policies.right.image.minAge, policies.right.image.maxAge]
    }
    expect(ages({ imageMinimumGCAge: '1.2ms', imageMaximumGCAge: '3.9ms' })).toEqual([2, 3])
    expect(ages({ imageMinimumGCAge: '1ns', imageMaximumGCAge: '2ns' })).toEqual([1, 1])
  })

  it('gives eviction how long conditions stay, rounded up, and how long pods may take', () => {
    const eviction = (input: unknown): unknown => right(kubeletPolicies(noFlags)(decoded(input))).eviction
    expect(eviction({})).toEqual({ transitionPeriod: 300_000, maxPodGracePeriod: 0 })
    expect(eviction({ evictionPressureTransitionPeriod: '1m0.0001s', evictionMaxPodGracePeriod: 60 })).toEqual({
      transitionPeriod: 60_001,
      maxPodGracePeriod: 60,
    })
    expect(eviction({ evictionPressureTransitionPeriod: '-1m', evictionMaxPodGracePeriod: -1 })).toEqual({
      transitionPeriod: 0,
      maxPodGracePeriod: -1,
    })
  })

  it('refuses what the kubelet refuses, in its words and order', () => {
    const policies = kubeletPolicies({
      containerMinimumAge: effectiveConfiguration(noFlags)(decoded({ imageMaximumGCAge: '-1s' })).imageMaximumGCAge,
    })(decoded({ imageGCHighThresholdPercent: 80, imageMinimumGCAge: '-2s' }))
    expect(E.isLeft(policies) && policies.left.map(explainConfigurationProblem)).toEqual([
      'invalid configuration: imageGCLowThresholdPercent (--image-gc-low-threshold) 80 must be less than imageGCHighThresholdPercent (--image-gc-high-threshold) 80',
      'invalid configuration: imageMinimumGCAge -2s must not be negative',
      'invalid minimum garbage collection age: -1s',
    ])
  })
})
