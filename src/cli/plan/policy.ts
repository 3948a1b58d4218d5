/** Builds the kubelet's policies from a preset, the kubelet's settings over it, and what triggers the run. */
import { either as E, function as F, option as O, readonlyRecord as R } from 'fp-ts'

import {
  type Policy as ContainerPolicy,
  defaultPolicy as defaultContainerPolicy,
  presets as containerPresets,
} from '../../kubelet/container/index.js'
import {
  type Policy as ImagePolicy,
  defaultPolicy as defaultImagePolicy,
  presets as imagePresets,
} from '../../kubelet/image/index.js'
import {
  type ConfigurationProblem,
  type ConfigurationRules,
  type KubeletPolicies,
  configurationPresets,
  explainConfigurationProblem,
  formatGoDuration,
} from '../../decode/index.js'
import type { Millis } from '../../index.js'
import type { Flag, FlagGroup, Given, Text, Environment } from '../command.js'
import { all } from '../fp.js'
import { oneOf, optional } from '../values.js'
import { featureGatesFlag, kubeletFlagsFlag, kubeletSettings, settingsFlags } from './settings.js'

const entrance: Flag = {
  name: 'entrance',
  value: 'WHO',
  about: 'what triggers the run: periodic (default) or eviction (the eviction manager)',
}

const preset = (presets: object): Flag => ({
  name: 'preset',
  value: 'NAME',
  about: `release whose rules and defaults apply: ${Object.keys(presets).join(', ')}`,
})

/** Flags of the image collector's policy. */
export const imagePolicyFlags: FlagGroup = {
  heading: 'Policy',
  flags: [kubeletFlagsFlag, featureGatesFlag, ...settingsFlags('image'), preset(imagePresets), entrance],
}

/** Flags of the container collector's policy; no configuration file has its settings. */
export const containerPolicyFlags: FlagGroup = {
  heading: 'Policy',
  flags: [kubeletFlagsFlag, featureGatesFlag, ...settingsFlags('container'), preset(containerPresets), entrance],
}

/** The image collector's policy, with all settings that it was read from. */
export interface ImageRules {
  readonly image: ImagePolicy
  readonly settings: KubeletPolicies
}

/** Reads a policy once its files are there; the file is the kubelet's configuration. */
type ReadPolicy<P> = (environment: Environment, file: O.Option<Text>) => E.Either<string, P>

/** Reads the image collector's policy; what a file leaves out has the kubelet's default. */
export const imageRules = (given: Given): E.Either<string, ReadPolicy<ImageRules>> =>
  F.pipe(
    all({ base: presetOf(given, imagePresets, defaultImagePolicy), entrance: entranceOf(given) }),
    E.map(
      ({ base, entrance }) =>
        (environment, file) =>
          F.pipe(
            kubeletSettings(environment, given, { args: imageFlags(base), rules: rulesOf(given) })(file),
            accepted,
            E.map((settings) => ({
              settings,
              image: {
                ...base,
                ...settings.image,
                entrance: entrance === 'eviction' ? 'DeleteUnusedImages' : 'GarbageCollect',
              },
            })),
          ),
    ),
  )

/** The same without the settings. */
export const imagePolicy = (given: Given): E.Either<string, ReadPolicy<ImagePolicy>> =>
  F.pipe(
    imageRules(given),
    E.map((rules) =>
      F.flow(
        rules,
        E.map(({ image }) => image),
      ),
    ),
  )

/** Reads the container collector's policy. */
export const containerPolicy = (
  given: Given,
): E.Either<string, (environment: Environment) => E.Either<string, ContainerPolicy>> =>
  F.pipe(
    all({ base: presetOf(given, containerPresets, defaultContainerPolicy), entrance: entranceOf(given) }),
    E.map(
      ({ base, entrance }) =>
        (environment) =>
          F.pipe(
            kubeletSettings(environment, given, { args: containerFlags(base), rules: rulesOf(given) })(O.none),
            accepted,
            E.map(({ container }) => ({ ...base, ...container, evictNonDeletedPods: entrance === 'eviction' })),
          ),
    ),
  )

const presetOf = <P>(given: Given, presets: Readonly<Record<string, P>>, otherwise: P): E.Either<string, P> =>
  F.pipe(
    optional(oneOf(Object.keys(presets)))(given, 'preset'),
    E.map(
      O.match(
        () => otherwise,
        (name) => presets[name] ?? otherwise,
      ),
    ),
  )

const { kubernetes_1_26: early, kubernetes_1_36: latest } = configurationPresets

const takenBy: Readonly<Record<keyof typeof imagePresets | keyof typeof containerPresets, ConfigurationRules>> = {
  ...configurationPresets,
  docker_era: early,
  kubernetes_1_20: early,
  openshift: latest,
}

/** What the release of a preset takes from its settings; the latest where no preset is given. */
const rulesOf = (given: Given): ConfigurationRules =>
  F.pipe(
    given.value('preset'),
    O.chain((name) => R.lookup(name)(takenBy)),
    O.getOrElse(() => latest),
  )

type Entrance = 'periodic' | 'eviction'

const entranceOf = (given: Given): E.Either<string, Entrance> =>
  F.pipe(
    optional(oneOf<Entrance>(['periodic', 'eviction']))(given, 'entrance'),
    E.map(O.getOrElse((): Entrance => 'periodic')),
  )

/** A preset's settings as the kubelet's flags. */
const imageFlags = ({ highThresholdPercent, lowThresholdPercent, minAge }: ImagePolicy): ReadonlyArray<string> => [
  `--image-gc-high-threshold=${highThresholdPercent}`,
  `--image-gc-low-threshold=${lowThresholdPercent}`,
  `--minimum-image-ttl-duration=${inGoNotation(minAge)}`,
]

const containerFlags = ({ minAge, maxPerPodContainer, maxContainers }: ContainerPolicy): ReadonlyArray<string> => [
  `--minimum-container-ttl-duration=${inGoNotation(minAge)}`,
  `--maximum-dead-containers-per-container=${maxPerPodContainer}`,
  `--maximum-dead-containers=${maxContainers}`,
]

/** A plan needs settings with which a kubelet would start. */
const accepted: (
  settings: E.Either<string, E.Either<ReadonlyArray<ConfigurationProblem>, KubeletPolicies>>,
) => E.Either<string, KubeletPolicies> = E.flatMap(
  E.mapLeft((problems) =>
    problems.map((problem) => `the kubelet would not start: ${explainConfigurationProblem(problem)}`).join('\n'),
  ),
)

/** A span as Go prints it. */
export const inGoNotation = (span: Millis): string => formatGoDuration(BigInt(span) * 1_000_000n)
