/** The policies of a forecast: image and container garbage collection, and eviction. */
import { either as E, function as F, option as O } from 'fp-ts'

import { defaultPolicy as defaultContainerPolicy, presets as containerPresets } from '../../kubelet/container/index.js'
import * as Eviction from '../../kubelet/eviction/index.js'
import type { presets as imagePresets } from '../../kubelet/image/index.js'
import type * as Forecast from '../../simulate/node/index.js'
import type { Flag, Given } from '../command.js'
import type { ImageRules } from '../plan/policy.js'
import { settingsFlags } from '../plan/settings.js'

/** Flags of the policies other than that of images. */
export const nodePolicyFlags: ReadonlyArray<Flag> = settingsFlags('eviction', 'beside thresholds', 'container')

/** The rules. */
export const nodePolicies = (
  given: Given,
  { image, settings }: ImageRules,
): E.Either<string, Forecast.NodePolicies> => {
  const { evictionHard, evictionSoft, evictionSoftGracePeriod, evictionMinimumReclaim } = settings.effective
  const preset = O.toUndefined(given.value('preset'))
  return F.pipe(
    Eviction.parseThresholds({ evictionHard, evictionSoft, evictionSoftGracePeriod, evictionMinimumReclaim }),
    E.bimap(
      ({ message }) => `the kubelet would not start: ${message}`,
      (thresholds) => ({
        image,
        container: { ...(ofPreset(containerPresets, preset) ?? defaultContainerPolicy), ...settings.container },
        eviction: {
          ...(ofPreset(evictionRules, preset) ?? Eviction.defaultEvictionPolicy),
          ...settings.eviction,
          thresholds,
        },
      }),
    ),
  )
}

const { kubernetes_1_26: early } = Eviction.evictionPresets

/** Of every release of the image collector; before 1.26 eviction is as in 1.26. */
const evictionRules: Readonly<Record<keyof typeof imagePresets, Eviction.EvictionPolicy>> = {
  ...Eviction.evictionPresets,
  kubernetes_1_20: early,
  docker_era: early,
}

const ofPreset = <P>(presets: Readonly<Record<string, P>>, name: string | undefined): P | undefined =>
  name !== undefined && Object.hasOwn(presets, name) ? presets[name] : undefined
