/** Settings and feature gates of a kubelet against its release. */
import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import {
  type ConfigurationProblem,
  configurationPresets,
  decodeKubeletConfiguration,
  kubeletPolicies,
  noFlags,
} from '../../src/decode/kubelet-config/index.js'
import { type SettingFact, explainFinding, lintKubeletPolicies, lintKubeletSettings } from '../../src/lint/index.js'

const isFact = (problem: ConfigurationProblem): problem is ConfigurationProblem & SettingFact =>
  problem._tag === 'GateUnrecognized' || problem._tag === 'GateLocked'

/** What a release says of a file. */
const said = (release: keyof typeof configurationPresets, file: object): ReadonlyArray<string> => {
  const decoded = decodeKubeletConfiguration(file)
  if (decoded._tag === 'Left') return ['not read']
  const policies = kubeletPolicies(noFlags, configurationPresets[release])(decoded.right)
  const facts: ReadonlyArray<SettingFact> =
    policies._tag === 'Right' ? policies.right.idle : policies.left.filter(isFact)
  return lintKubeletSettings(facts).map((finding) => `${finding.level}: ${explainFinding(finding)}`)
}

describe('a setting', () => {
  it('that the release does not know yet has no effect', () => {
    const file = { imageMaximumGCAge: '168h' }
    expect(said('kubernetes_1_26', file)).toEqual([
      'problem: this release does not know imageMaximumGCAge: the kubelet ignores it',
    ])
    expect(said('kubernetes_1_31', file)).toEqual([])
    const merged = { mergeDefaultEvictionSettings: true }
    expect(said('kubernetes_1_32', merged)).toHaveLength(1)
    expect(said('kubernetes_1_33', merged)).toEqual([])
  })
})

describe('a misspelt setting', () => {
  it('is told with the one that was meant, where a slip of two letters explains it', () => {
    expect(said('kubernetes_1_36', { imagegchighthresholdpercent: 70 })).toEqual([
      'problem: the kubelet does not know "imagegchighthresholdpercent" and ignores it: did you mean imageGCHighThresholdPercent?',
    ])
    expect(said('kubernetes_1_36', { evictionHardd: {}, evictionHrd: {} })).toHaveLength(2)
    expect(said('kubernetes_1_36', { evictionHardddd: {}, serializeImagePulls: true })).toEqual([])
    expect(said('kubernetes_1_36', { featureGates: { ImageVolum: true } })).toEqual([
      'problem: feature gate "ImageVolum" is not one that decides what is collected: did you mean ImageVolume? With a gate that it does not have, the kubelet would not start',
    ])
    expect(said('kubernetes_1_36', { featureGates: { NodeSwap: true } })).toEqual([
      'note: feature gate "NodeSwap" is not examined: whether this release has it is not known',
    ])
  })
})

describe('a feature gate', () => {
  it('that the release does not have keeps the kubelet from starting', () => {
    const file = { featureGates: { KubeletEnsureSecretPulledImages: true } }
    expect(said('kubernetes_1_32', file)).toEqual([
      'problem: this release has no feature gate KubeletEnsureSecretPulledImages: the kubelet would not start',
    ])
    expect(said('kubernetes_1_33', file)).toEqual([])
  })

  it('that the release has locked keeps it from starting where it says otherwise', () => {
    const off = { featureGates: { ImageMaximumGCAge: false } }
    expect(said('kubernetes_1_34', off)).toEqual([])
    expect(said('kubernetes_1_35', off)).toEqual([
      'problem: feature gate ImageMaximumGCAge is locked on in this release: set off, the kubelet would not start',
    ])
    expect(said('kubernetes_1_35', { featureGates: { AllowOverwriteTerminationGracePeriodSeconds: true } })).toEqual([
      'problem: feature gate AllowOverwriteTerminationGracePeriodSeconds is locked off in this release: set on, the kubelet would not start',
    ])
  })

  it('that is so anyway is harmless', () => {
    const on = { featureGates: { ImageVolume: true } }
    expect(said('kubernetes_1_34', on)).toEqual([])
    expect(said('kubernetes_1_35', on)).toEqual([
      'note: feature gate ImageVolume is on in this release anyway: the setting changes nothing',
    ])
    expect(said('kubernetes_1_36', on)).toEqual([
      'note: feature gate ImageVolume is locked on in this release anyway: the setting changes nothing',
    ])
  })

  it('about which nothing is known is not called wrong', () => {
    expect(
      said('kubernetes_1_36', { featureGates: { RotateKubeletServerCertificate: true, AllAlpha: false } }),
    ).toEqual([
      'note: feature gate "RotateKubeletServerCertificate" is not examined: whether this release has it is not known',
    ])
  })
})

it('comes first among the findings on a kubelet', () => {
  const findings = lintKubeletPolicies({
    image: { highThresholdPercent: 75, lowThresholdPercent: 65, minAge: millis(120_000), maxAge: millis(0) },
    container: { minAge: millis(60_000), maxPerPodContainer: 1, maxContainers: -1 },
    settings: [{ _tag: 'FieldUnknown', field: 'imageMaximumGCAge' }],
  })
  expect(findings[0]).toEqual({ level: 'problem', _tag: 'SettingUnknown', field: 'imageMaximumGCAge' })
})
