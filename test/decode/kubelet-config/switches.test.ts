/** Each rule about settings changes what a kubelet of some release makes of them: decided by every preset. */
import { expect, it } from 'vitest'

import {
  type ConfigurationRules,
  configurationPresets,
  decodeKubeletConfiguration,
  kubeletPolicies,
  noFlags,
} from '../../../src/decode/kubelet-config/index.js'
import { settingPresets, switches } from '../../../src/decode/kubelet-config/switches.js'
import { type Decisions, decided, unnoticed } from '../../decisions.js'
import { since } from '../../since.js'

type Rules = Omit<ConfigurationRules, 'gates'>

/** Of a file: the fields that are ignored, or that the kubelet would not start. */
const made = (rules: Rules, file: object): string => {
  const decoded = decodeKubeletConfiguration(file)
  if (decoded._tag === 'Left') return 'not read'
  const policies = kubeletPolicies(noFlags, { ...configurationPresets.kubernetes_1_36, ...rules })(decoded.right)
  return policies._tag === 'Left'
    ? policies.left.map(({ _tag }) => _tag).join()
    : policies.right.idle.map((idle) => ('field' in idle ? idle.field : idle._tag)).join()
}

const decisions: Decisions<Rules> = {
  negativeMinAge: (rules) => made(rules, { imageMinimumGCAge: '-1s' }),
  imageMaximumGCAge: (rules) => made(rules, { imageMaximumGCAge: '168h' }),
  mergeDefaultEvictionSettings: (rules) => made(rules, { mergeDefaultEvictionSettings: true }),
}

it('each release takes settings so since', () => {
  expect(since(decided(configurationPresets, decisions))).toEqual({
    negativeMinAge: { '1.26': '', '1.36': 'AgeNegative' },
    imageMaximumGCAge: { '1.26': 'imageMaximumGCAge', '1.31': '' },
    mergeDefaultEvictionSettings: { '1.26': 'mergeDefaultEvictionSettings', '1.33': '' },
  })
})

it('no value of a rule could be another one unnoticed, and the table of releases has the same', () => {
  expect(unnoticed(settingPresets, switches, decisions)).toEqual([])
  expect(since(settingPresets)).toEqual({
    negativeMinAge: { '1.26': 'accepted', '1.36': 'refused' },
    imageMaximumGCAge: { '1.26': 'unknown', '1.31': 'known' },
    mergeDefaultEvictionSettings: { '1.26': 'unknown', '1.33': 'known' },
  })
})
