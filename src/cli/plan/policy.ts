/**
 * Answers which policies the command line asks for: a preset, the kubelet's settings over it, and the entrance.
 */
import { either as E, option as O } from 'fp-ts'

import type { Policy as ContainerPolicy } from '../../kubelet/container/index.js'
import { defaultPolicy as defaultContainerPolicy, presets as containerPresets } from '../../kubelet/container/index.js'
import type { Policy as ImagePolicy } from '../../kubelet/image/index.js'
import { defaultPolicy as defaultImagePolicy, presets as imagePresets } from '../../kubelet/image/index.js'
import type { KubeletPolicies } from '../../decode/index.js'
import { formatGoDuration } from '../../decode/index.js'
import type { Millis } from '../../index.js'
import type { Flag, FlagGroup, Given, Text, Environment } from '../command.js'
import { oneOf, optional } from '../values.js'
import { kubeletFlagsFlag, kubeletSettings, settingsFlags } from './settings.js'

const entrance: Flag = {
  name: 'entrance',
  value: 'WHO',
  about: 'periodic (default), or eviction: the eviction manager asks for space',
}

const preset = (presets: object): Flag => ({
  name: 'preset',
  value: 'NAME',
  about: `rules and defaults of a release: ${Object.keys(presets).join(', ')}`,
})

/** Flags of the image collector's policy. */
export const imagePolicyFlags: FlagGroup = {
  heading: 'Policy',
  flags: [kubeletFlagsFlag, ...settingsFlags('image'), preset(imagePresets), entrance],
}

/** Flags of the container collector's policy; no configuration file has its settings. */
export const containerPolicyFlags: FlagGroup = {
  heading: 'Policy',
  flags: [kubeletFlagsFlag, ...settingsFlags('container'), preset(containerPresets), entrance],
}

/** The image collector's policy, with all settings that it was read from. */
export interface ImageRules {
  readonly image: ImagePolicy
  readonly settings: KubeletPolicies
}

/** Reads the image collector's policy once its files are there; what a file leaves out has the kubelet's default. */
export const imageRules = (
  given: Given,
): E.Either<string, (environment: Environment, file: O.Option<Text>) => E.Either<string, ImageRules>> => {
  const base = presetOf(given, imagePresets, defaultImagePolicy)
  if (E.isLeft(base)) return base
  const asked = entranceOf(given)
  if (E.isLeft(asked)) return asked
  const { highThresholdPercent, lowThresholdPercent, minAge } = base.right
  const defaults = [
    `--image-gc-high-threshold=${highThresholdPercent}`,
    `--image-gc-low-threshold=${lowThresholdPercent}`,
    `--minimum-image-ttl-duration=${inGoNotation(minAge)}`,
  ]
  return E.right((environment, file) =>
    E.map((settings: KubeletPolicies): ImageRules => ({
      settings,
      image: {
        ...base.right,
        ...settings.image,
        entrance: asked.right === 'eviction' ? 'DeleteUnusedImages' : 'GarbageCollect',
      },
    }))(accepted(kubeletSettings(environment, given, defaults)(file))),
  )
}

/** The same without the settings. */
export const imagePolicy = (
  given: Given,
): E.Either<string, (environment: Environment, file: O.Option<Text>) => E.Either<string, ImagePolicy>> =>
  E.map(
    (rules: (environment: Environment, file: O.Option<Text>) => E.Either<string, ImageRules>) =>
      (environment: Environment, file: O.Option<Text>) =>
        E.map(({ image }: ImageRules) => image)(rules(environment, file)),
  )(imageRules(given))

/** Reads the container collector's policy once its files are there. */
export const containerPolicy = (
  given: Given,
): E.Either<string, (environment: Environment) => E.Either<string, ContainerPolicy>> => {
  const base = presetOf(given, containerPresets, defaultContainerPolicy)
  if (E.isLeft(base)) return base
  const asked = entranceOf(given)
  if (E.isLeft(asked)) return asked
  const { minAge, maxPerPodContainer, maxContainers } = base.right
  const defaults = [
    `--minimum-container-ttl-duration=${inGoNotation(minAge)}`,
    `--maximum-dead-containers-per-container=${maxPerPodContainer}`,
    `--maximum-dead-containers=${maxContainers}`,
  ]
  return E.right((environment) =>
    E.map(({ container }: KubeletPolicies): ContainerPolicy => ({
      ...base.right,
      ...container,
      evictNonDeletedPods: asked.right === 'eviction',
    }))(accepted(kubeletSettings(environment, given, defaults)(O.none))),
  )
}

const presetOf = <P>(given: Given, presets: Readonly<Record<string, P>>, without: P): E.Either<string, P> => {
  const name = optional(oneOf(Object.keys(presets)))(given, 'preset')
  if (E.isLeft(name)) return name
  return E.right(O.isSome(name.right) ? (presets[name.right.value] ?? without) : without)
}

const entranceOf = (given: Given): E.Either<string, 'periodic' | 'eviction'> =>
  E.map(O.getOrElse((): 'periodic' | 'eviction' => 'periodic'))(
    optional(oneOf(['periodic', 'eviction'] as const))(given, 'entrance'),
  )

/** A plan needs settings with which a kubelet would start. */
const accepted = (
  settings: E.Either<string, E.Either<ReadonlyArray<string>, KubeletPolicies>>,
): E.Either<string, KubeletPolicies> => {
  if (E.isLeft(settings)) return settings
  return E.isLeft(settings.right)
    ? E.left(settings.right.left.map((refusal) => `the kubelet would not start: ${refusal}`).join('\n'))
    : settings.right
}

const inGoNotation = (span: Millis): string => formatGoDuration(BigInt(span) * 1_000_000n)
