/** Builds the kubelet's policies from a preset, the kubelet's settings over it, and what triggers the run. */
import { either as E, function as F, option as O } from 'fp-ts'

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
import { type Millis, presetOfVersion } from '../../index.js'
import { explainFinding, lintKubeletSettings } from '../../lint/index.js'
import { kubeletContainerRules, kubeletImageRules } from '../../upgrade/index.js'
import type { Flag, FlagGroup, Given, Text, Environment } from '../command.js'
import { all } from '../fp.js'
import { type RuleSource, chosenByFlags, rulesOf, versionFlag } from '../release/chosen.js'
import { type Choice, type NodeStatements, choiceForNode } from '../release/stated.js'
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
  flags: [kubeletFlagsFlag, featureGatesFlag, ...settingsFlags('image'), preset(imagePresets), versionFlag, entrance],
}

/** Flags of the container collector's policy; no configuration file has its settings. */
export const containerPolicyFlags: FlagGroup = {
  heading: 'Policy',
  flags: [
    kubeletFlagsFlag,
    featureGatesFlag,
    ...settingsFlags('container'),
    preset(containerPresets),
    versionFlag,
    entrance,
  ],
}

/** A policy, and how its release was chosen. */
export interface Ruled extends Choice {
  readonly settings: KubeletPolicies
}

/** The image collector's policy, with all settings that it was read from. */
export interface ImageRules extends Ruled {
  readonly image: ImagePolicy
}

/** The container collector's. */
interface ContainerRules extends Ruled {
  readonly container: ContainerPolicy
}

/** Reads a policy once its files are there: the kubelet's configuration, and what states its version. */
type ReadPolicy<P> = (environment: Environment, file: O.Option<Text>, statements: NodeStatements) => E.Either<string, P>

/** Reads the image collector's policy; what a file leaves out has the kubelet's default. */
export const imageRules = (given: Given): E.Either<string, ReadPolicy<ImageRules>> =>
  F.pipe(
    all({ asked: chosenByFlags(given, imagePresets), entrance: entranceOf(given) }),
    E.map(
      ({ asked, entrance }) =>
        (environment, file, statements) =>
          F.pipe(
            ruled(imageSource, choiceForNode(asked, statements)),
            E.bind('settings', ({ base, rules }) =>
              accepted(kubeletSettings(environment, given, { args: imageFlags(base), rules })(file)),
            ),
            E.map(({ base, chosen, notes, settings }) => ({
              chosen,
              notes: [...notes, ...sayIgnored(settings)],
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

/** Reads the container collector's policy; no configuration file has its settings. */
export const containerRules = (given: Given): E.Either<string, ReadPolicy<ContainerRules>> =>
  F.pipe(
    all({ asked: chosenByFlags(given, containerPresets), entrance: entranceOf(given) }),
    E.map(
      ({ asked, entrance }) =>
        (environment, file, statements) =>
          F.pipe(
            ruled(containerSource, choiceForNode(asked, statements)),
            E.bind('settings', ({ base, rules }) =>
              accepted(kubeletSettings(environment, given, { args: containerFlags(base), rules })(file)),
            ),
            E.map(({ base, chosen, notes, settings }) => ({
              chosen,
              notes: [...notes, ...sayIgnored(settings)],
              settings,
              container: { ...base, ...settings.container, evictNonDeletedPods: entrance === 'eviction' },
            })),
          ),
    ),
  )

/** What of the settings the kubelet ignores, or would not start with if the release does not have it either. */
export const sayIgnored = ({ idle }: KubeletPolicies): ReadonlyArray<string> =>
  lintKubeletSettings(idle)
    .filter(({ level }) => level === 'problem')
    .map(explainFinding)

const imageSource: RuleSource<ImagePolicy> = {
  presets: imagePresets,
  ofVersion: kubeletImageRules,
  otherwise: defaultImagePolicy,
}

/** Where the rules of containers come from. */
export const containerSource: RuleSource<ContainerPolicy> = {
  presets: containerPresets,
  ofVersion: kubeletContainerRules,
  otherwise: defaultContainerPolicy,
}

const { kubernetes_1_26: early, kubernetes_1_36: latest } = configurationPresets

const takenBy: Readonly<Record<keyof typeof imagePresets | keyof typeof containerPresets, ConfigurationRules>> = {
  ...configurationPresets,
  docker_era: early,
  kubernetes_1_20: early,
  openshift: latest,
}

/** What a release takes from its settings. */
const settingsSource: RuleSource<ConfigurationRules> = {
  presets: takenBy,
  ofVersion: presetOfVersion(takenBy),
  otherwise: latest,
}

/** The policy of a choice, and what its release takes from the settings. */
const ruled = <P>(
  source: RuleSource<P>,
  { chosen, notes }: Choice,
): E.Either<string, Choice & { readonly base: P; readonly rules: ConfigurationRules }> =>
  F.pipe(
    rulesOf(source)(chosen),
    E.bindTo('base'),
    E.bind('rules', () => rulesOf(settingsSource)(chosen)),
    E.map((rules) => ({ ...rules, chosen, notes })),
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
