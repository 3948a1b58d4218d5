/**
 * Answers which kubelet settings the command line gives: a configuration file, the kubelet's own command line, and single
 * flags, the later winning over the earlier.
 */
import { either as E, option as O } from 'fp-ts'

import type { FileKind, KubeletConfiguration, KubeletFlags, KubeletPolicies } from '../../decode/index.js'
import {
  decodeKubeletConfiguration,
  decodeKubeletConfigResource,
  decodeKubeletFlags,
  explainConfigurationProblem,
  identify,
  kubeletPolicies,
  noFlags,
} from '../../decode/index.js'
import type { Flag, Given, Text, Environment, Yaml } from '../command.js'
import { parseStructured } from '../structured.js'
import { sayProblems } from './errors.js'

/** The flag whose file holds the kubelet's own command line. */
export const kubeletFlagsFlag: Flag = {
  name: 'kubelet-flags',
  value: 'FILE',
  about: "the kubelet's command line, as printed by ps -o args= -C kubelet",
}

const flagsAbout = {
  image: [
    { name: 'image-gc-high-threshold', value: 'PERCENT', about: 'disk usage at which image collection begins' },
    { name: 'image-gc-low-threshold', value: 'PERCENT', about: 'disk usage that it aims for' },
    { name: 'minimum-image-ttl-duration', value: 'DURATION', about: 'images seen for less time stay' },
    {
      name: 'image-maximum-gc-age',
      value: 'DURATION',
      about: 'images unused for longer go (imageMaximumGCAge); 0s: off',
    },
  ],
  container: [
    { name: 'minimum-container-ttl-duration', value: 'DURATION', about: 'containers created less time ago stay' },
    { name: 'maximum-dead-containers-per-container', value: 'N', about: 'dead containers kept of each; negative: all' },
    { name: 'maximum-dead-containers', value: 'N', about: 'dead containers kept on the node; negative: all' },
  ],
  eviction: [
    { name: 'eviction-hard', value: 'PAIRS', about: "hard thresholds, e.g. 'imagefs.available<15%'" },
    { name: 'eviction-soft', value: 'PAIRS', about: 'soft thresholds' },
  ],
  'beside thresholds': [
    {
      name: 'eviction-soft-grace-period',
      value: 'PAIRS',
      about: "how long each may be met, e.g. 'imagefs.available=2m'",
    },
    {
      name: 'eviction-minimum-reclaim',
      value: 'PAIRS',
      about: "what is reclaimed on top, e.g. 'imagefs.available=2Gi'",
    },
    {
      name: 'eviction-pressure-transition-period',
      value: 'DURATION',
      about: 'how long a condition stays after it was seen',
    },
    {
      name: 'eviction-max-pod-grace-period',
      value: 'SECONDS',
      about: 'the longest grace of a pod over a soft threshold',
    },
  ],
} as const

/** The single flags of one concern, under the kubelet's names where it has one. */
export const settingsFlags = (...concerns: ReadonlyArray<keyof typeof flagsAbout>): ReadonlyArray<Flag> =>
  concerns.flatMap((concern): ReadonlyArray<Flag> => flagsAbout[concern])

/** The one setting that the kubelet takes from its configuration file only. */
const maximumAge = 'image-maximum-gc-age'

/**
 * Reads settings from a file, if there is one, the kubelet's command line and single flags. `preset` gives what holds
 * without a file, as arguments of a kubelet; what a file leaves out has the kubelet's default.
 *
 * The outer error is input that cannot be understood, one line per problem; the inner one is the kubelet's refusal of
 * settings that were understood, in its words.
 */
export const kubeletSettings =
  (environment: Environment, given: Given, preset: ReadonlyArray<string> = []) =>
  (file: O.Option<Text>): E.Either<string, E.Either<ReadonlyArray<string>, KubeletPolicies>> => {
    const configuration = O.isSome(file) ? configurationOfText(environment.yaml, file.value) : E.right({})
    if (E.isLeft(configuration)) return configuration
    const age = given.value(maximumAge)
    const fields = decodeKubeletConfiguration(O.isSome(age) ? { imageMaximumGCAge: age.value } : {})
    if (E.isLeft(fields)) return E.left(sayProblems(`--${maximumAge}`)(fields.left))
    const layers = [
      readFlags('', O.isSome(file) ? [] : preset),
      ...given
        .values(kubeletFlagsFlag.name)
        .map(environment.read)
        .map(({ name, text }) => readFlags(name, text.trim())),
      readFlags('', singleFlags(given)),
    ]
    let flags: KubeletFlags = noFlags
    for (const layer of layers) {
      if (E.isLeft(layer)) return layer
      flags = { ...flags, ...layer.right }
    }
    const policies = kubeletPolicies(flags)({ ...configuration.right, ...fields.right })
    return E.right(E.isLeft(policies) ? E.left(policies.left.map(explainConfigurationProblem)) : policies)
  }

const singleFlags = (given: Given): ReadonlyArray<string> =>
  settingsFlags('image', 'container', 'eviction', 'beside thresholds')
    .filter(({ name }) => name !== maximumAge)
    .flatMap(({ name }) => given.values(name).map((value) => `--${name}=${value}`))

const readFlags = (file: string, args: string | ReadonlyArray<string>): E.Either<string, KubeletFlags> => {
  const decoded = decodeKubeletFlags(args)
  return E.isLeft(decoded) ? E.left(sayProblems(file)(decoded.left)) : E.right(decoded.right.flags)
}

/** Reads a KubeletConfiguration, what `/configz` returns, or OpenShift's KubeletConfig, as JSON or YAML. */
const configurationOfText = (yaml: Yaml, { name, text }: Text): E.Either<string, KubeletConfiguration> => {
  const value = parseStructured(yaml, text)
  if (E.isLeft(value)) return E.left(`${name}: ${value.left}`)
  const kind = identify(value.right)
  if (!settingsKinds.has(kind._tag)) return E.left(`${name}: this is ${kind.is}, not a KubeletConfiguration`)
  if (!isResource(value.right)) return E.mapLeft(sayProblems(name))(decodeKubeletConfiguration(value.right))
  const resource = decodeKubeletConfigResource(value.right)
  return E.isLeft(resource) ? E.left(sayProblems(name)(resource.left)) : E.right(resource.right.configuration)
}

/** Kinds of files that hold settings; a bare part is of no known kind, and objects are refused by `kind`. */
const settingsKinds: ReadonlySet<FileKind['_tag']> = new Set<FileKind['_tag']>([
  'KubeletConfiguration',
  'KubeletConfig',
  'KubernetesObject',
  'Unrecognized',
])

const isResource = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as { readonly kind?: unknown }).kind === 'KubeletConfig'
