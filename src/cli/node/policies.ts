/** The policies of a forecast: image and container garbage collection, and eviction. */
import { either as E, function as F } from 'fp-ts'

import { presetOfVersion } from '../../index.js'
import * as Eviction from '../../kubelet/eviction/index.js'
import type { presets as imagePresets } from '../../kubelet/image/index.js'
import * as Forecast from '../../simulate/node/index.js'
import type { Flag } from '../command.js'
import { all } from '../fp.js'
import { type ImageRules, containerSource } from '../plan/policy.js'
import { settingsFlags } from '../plan/settings.js'
import { type RuleSource, rulesOf } from '../release/chosen.js'

/** Flags of the policies other than that of images. */
export const nodePolicyFlags: ReadonlyArray<Flag> = settingsFlags('eviction', 'beside thresholds', 'container')

/** The rules. */
export const nodePolicies = ({ image, settings, chosen }: ImageRules): E.Either<string, Forecast.NodePolicies> =>
  F.pipe(
    all({ container: rulesOf(containerSource)(chosen), eviction: rulesOf(evictionSource)(chosen) }),
    E.flatMap((rules) =>
      F.pipe(
        Forecast.nodePolicies({ image, ...rules })(settings),
        E.mapLeft(({ message }) => `the kubelet would not start: ${message}`),
      ),
    ),
  )

const { kubernetes_1_26: early } = Eviction.evictionPresets

/** Of every release of the image collector; before 1.26 eviction is as in 1.26. */
const evictionRules: Readonly<Record<keyof typeof imagePresets, Eviction.EvictionPolicy>> = {
  ...Eviction.evictionPresets,
  kubernetes_1_20: early,
  docker_era: early,
}

const evictionSource: RuleSource<Eviction.EvictionPolicy> = {
  presets: evictionRules,
  ofVersion: presetOfVersion(evictionRules),
  otherwise: Eviction.defaultEvictionPolicy,
}
