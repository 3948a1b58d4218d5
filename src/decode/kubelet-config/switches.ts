/** What releases change in the settings that a kubelet takes: one row for each rule; gates have stages of their own. */
import type { Switches } from '../../core/switch.js'
import { type ConfigurationRules, configurationPresets } from './release.js'

type SettingRules = Omit<ConfigurationRules, 'gates'>

const apis = 'kubernetes v1.36.2 pkg/kubelet/apis/config'

export const switches: Switches<SettingRules> = {
  negativeMinAge: {
    decides: 'whether a kubelet starts with a negative imageMinimumGCAge',
    upstream: `${apis}/validation/validation.go ValidateKubeletConfiguration`,
    example: 'imageMinimumGCAge is -1s: any image is old enough; the kubelet does not start',
  },
  imageMaximumGCAge: {
    decides: 'whether imageMaximumGCAge is read, or ignored as a field that is not known',
    upstream: `${apis}/v1beta1/defaults.go SetDefaults_KubeletConfiguration`,
    example: 'imageMaximumGCAge 168h: no image is too old; images that were unused for a week go',
  },
  mergeDefaultEvictionSettings: {
    decides: 'whether mergeDefaultEvictionSettings is read, or ignored as a field that is not known',
    upstream: `${apis}/v1beta1/defaults.go SetDefaults_KubeletConfiguration`,
    example:
      'it is true, and evictionHard names memory.available alone: nothing else is a threshold; the others have their defaults',
  },
}

/** The rules of releases without their gates. */
export const settingPresets: Readonly<Record<string, SettingRules>> = Object.fromEntries(
  Object.entries(configurationPresets).map(
    ([name, { negativeMinAge, imageMaximumGCAge, mergeDefaultEvictionSettings }]) => [
      name,
      { negativeMinAge, imageMaximumGCAge, mergeDefaultEvictionSettings },
    ],
  ),
)
