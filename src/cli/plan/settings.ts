/**
 * Reads kubelet settings from a configuration file, the command line of the kubelet and single flags; later sources
 * win.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import {
  type ConfigurationProblem,
  type ConfigurationRules,
  type FileKind,
  type KubeletConfiguration,
  type KubeletFlags,
  type KubeletPolicies,
  decodeKubeletConfiguration,
  decodeKubeletConfigResource,
  decodeKubeletFlags,
  defaultConfigurationRules,
  identify,
  kubeletPolicies,
  noFlags,
} from '../../decode/index.js'
import type { InvalidInput } from '../../index.js'
import type { Flag, Given, Text, Environment, Yaml } from '../command.js'
import { all, each } from '../fp.js'
import { isObject, parseStructured } from '../structured.js'
import { alsoTaker } from '../takers.js'
import { sayProblems } from './errors.js'

/** The flag whose file holds the kubelet's own command line. */
export const kubeletFlagsFlag: Flag = {
  name: 'kubelet-flags',
  value: 'FILE',
  about: "the kubelet's command line, as printed by ps -o args= -C kubelet",
}

/** The kubelet's flag for feature gates; of two that set a gate the later one holds. */
export const featureGatesFlag: Flag = {
  name: 'feature-gates',
  value: 'GATES',
  many: true,
  about: "the kubelet's feature gates, e.g. ImageVolume=true,AllAlpha=false",
}

const flagsAbout = {
  image: [
    { name: 'image-gc-high-threshold', value: 'PERCENT', about: 'disk usage at which image GC begins' },
    { name: 'image-gc-low-threshold', value: 'PERCENT', about: 'disk usage that image GC aims for' },
    { name: 'minimum-image-ttl-duration', value: 'DURATION', about: 'images detected more recently stay' },
    {
      name: 'image-maximum-gc-age',
      value: 'DURATION',
      about: 'images unused for longer go (imageMaximumGCAge); 0s: off',
    },
  ],
  container: [
    { name: 'minimum-container-ttl-duration', value: 'DURATION', about: 'containers created more recently stay' },
    {
      name: 'maximum-dead-containers-per-container',
      value: 'N',
      about: 'dead containers kept per container; negative: all',
    },
    { name: 'maximum-dead-containers', value: 'N', about: 'dead containers kept on the node; negative: all' },
  ],
  eviction: [
    { name: 'eviction-hard', value: 'PAIRS', about: "hard thresholds, e.g. 'imagefs.available<15%'; empty: none" },
    { name: 'eviction-soft', value: 'PAIRS', about: 'soft thresholds' },
  ],
  'beside thresholds': [
    {
      name: 'eviction-soft-grace-period',
      value: 'PAIRS',
      about: "how long each soft threshold may be met, e.g. 'imagefs.available=2m'",
    },
    {
      name: 'eviction-minimum-reclaim',
      value: 'PAIRS',
      about: "how much more is reclaimed, e.g. 'imagefs.available=2Gi'",
    },
    {
      name: 'eviction-pressure-transition-period',
      value: 'DURATION',
      about: 'how long a condition stays after its threshold was last met',
    },
    {
      name: 'eviction-max-pod-grace-period',
      value: 'SECONDS',
      about: 'longest grace period of a pod evicted at a soft threshold',
    },
  ],
} as const

/** The single flags of one concern, under the kubelet's names where it has one. */
export const settingsFlags = (...concerns: ReadonlyArray<keyof typeof flagsAbout>): ReadonlyArray<Flag> =>
  concerns
    .flatMap((concern): ReadonlyArray<Flag> => flagsAbout[concern])
    .map((flag) => (flag.value === 'PAIRS' ? { ...flag, mayBeEmpty: true } : flag))

/** The one setting that the kubelet takes from its configuration file only. */
const maximumAge = 'image-maximum-gc-age'

/** What settings are read with. */
interface Base {
  /** What holds without a file, as arguments of a kubelet. */
  readonly args?: ReadonlyArray<string>
  /** What the release takes; by default the latest. */
  readonly rules?: ConfigurationRules
  /** Gates that are left out, as if nobody had set them. */
  readonly without?: ReadonlySet<string>
}

/**
 * Reads settings from a file, if there is one, the kubelet's command line and single flags; what a file leaves out has the
 * kubelet's default.
 *
 * The outer error is input that cannot be understood, one line per problem; the inner one is the kubelet's refusal of
 * settings that were understood.
 */
export const kubeletSettings =
  (
    environment: Environment,
    given: Given,
    { args = [], rules = defaultConfigurationRules, without = new Set() }: Base = {},
  ) =>
  (file: O.Option<Text>): E.Either<string, E.Either<ReadonlyArray<ConfigurationProblem>, KubeletPolicies>> =>
    F.pipe(
      all({
        configuration: F.pipe(
          file,
          O.match(() => E.right({}), configurationOfText(environment.yaml)),
        ),
        age: maximumAgeOf(given),
        flags: F.pipe(
          [
            { name: '', args: O.isSome(file) ? [] : args },
            ...given
              .values(kubeletFlagsFlag.name)
              .map(environment.read)
              .map(({ name, text }) => ({ name, args: text.trim() })),
            { name: '', args: singleFlags(given) },
          ],
          each(readFlags),
          E.map((layers) => layers.reduce(over, noFlags)),
        ),
      }),
      E.map(({ configuration, age, flags }) =>
        kubeletPolicies(lessGates(without, flags), rules)({ ...lessGates(without, configuration), ...age }),
      ),
    )

const lessGates = <S extends Pick<KubeletConfiguration, 'featureGates'>>(
  without: ReadonlySet<string>,
  settings: S,
): S =>
  settings.featureGates === undefined
    ? settings
    : { ...settings, featureGates: new Map([...settings.featureGates].filter(([gate]) => !without.has(gate))) }

/** Flags over others: a value replaces the one below, gates do so one by one. */
const over = (below: KubeletFlags, flags: KubeletFlags): KubeletFlags => ({
  ...below,
  ...flags,
  featureGates: new Map([...(below.featureGates ?? []), ...(flags.featureGates ?? [])]),
})

const maximumAgeOf = (given: Given): E.Either<string, KubeletConfiguration> =>
  F.pipe(
    given.value(maximumAge),
    O.match(
      () => ({}),
      (imageMaximumGCAge) => ({ imageMaximumGCAge }),
    ),
    decodeKubeletConfiguration,
    E.mapLeft(sayProblems(`--${maximumAge}`)),
  )

const singleFlags = (given: Given): ReadonlyArray<string> =>
  [featureGatesFlag, ...settingsFlags('image', 'container', 'eviction', 'beside thresholds')]
    .filter(({ name }) => name !== maximumAge)
    .flatMap(({ name }) => given.values(name).map((value) => `--${name}=${value}`))

const readFlags = ({
  name,
  args,
}: {
  readonly name: string
  readonly args: string | ReadonlyArray<string>
}): E.Either<string, KubeletFlags> =>
  F.pipe(
    decodeKubeletFlags(args),
    E.bimap(sayProblems(name), ({ flags }) => flags),
  )

/** Reads a KubeletConfiguration, what `/configz` returns, or OpenShift's KubeletConfig, as JSON or YAML. */
const configurationOfText =
  (yaml: Yaml) =>
  ({ name, text }: Text): E.Either<string, KubeletConfiguration> =>
    F.pipe(
      parseStructured(yaml, text),
      E.mapLeft((message) => `${name}: ${message}`),
      E.filterOrElse(
        (value) => settingsKinds.has(identify(value)._tag),
        (value) => {
          const { is, _tag } = identify(value)
          return `${name}: this is ${is}, not a KubeletConfiguration${alsoTaker(_tag)}`
        },
      ),
      E.flatMap((value) => F.pipe(decodeSettings(value), E.mapLeft(sayProblems(name)))),
    )

const decodeSettings = (value: unknown): E.Either<InvalidInput, KubeletConfiguration> =>
  isResource(value)
    ? F.pipe(
        decodeKubeletConfigResource(value),
        E.map(({ configuration }) => configuration),
      )
    : decodeKubeletConfiguration(value)

/** Kinds of files that hold settings; a bare part is of no known kind, and objects are refused by `kind`. */
const settingsKinds: ReadonlySet<FileKind['_tag']> = new Set<FileKind['_tag']>([
  'KubeletConfiguration',
  'KubeletConfig',
  'KubernetesObject',
  'Unrecognized',
])

const isResource = (value: unknown): boolean => isObject(value) && 'kind' in value && value.kind === 'KubeletConfig'
