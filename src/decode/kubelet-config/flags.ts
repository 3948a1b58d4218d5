/**
 * Decoder of the kubelet's garbage collection flags: the older way to configure it, and the only one for the container
 * collector. Other flags are reported, never an error.
 */
import { either as E, function as F } from 'fp-ts'

import { type GoDuration, goDuration, parseGoDuration } from '../../core/go-duration.js'
import type { InvalidInput } from '../../core/problem.js'
import { type FlagReader, int32Flag, settingsIn } from '../flags.js'
import type { KubeletConfiguration } from './configuration.js'

/** The flags that concern garbage collection; absent ones were not given. */
export interface KubeletFlags {
  /** `--minimum-container-ttl-duration` */
  readonly containerMinimumAge?: GoDuration
  /** `--maximum-dead-containers-per-container` */
  readonly maxPerPodContainer?: number
  /** `--maximum-dead-containers` */
  readonly maxContainers?: number
  /** `--image-gc-high-threshold` */
  readonly imageGCHighThresholdPercent?: number
  /** `--image-gc-low-threshold` */
  readonly imageGCLowThresholdPercent?: number
  /** `--minimum-image-ttl-duration` */
  readonly imageMinimumGCAge?: GoDuration
  /** `--eviction-hard`, pairs `signal<threshold` */
  readonly evictionHard?: ReadonlyMap<string, string>
  /** `--eviction-soft`, pairs `signal<threshold` */
  readonly evictionSoft?: ReadonlyMap<string, string>
  /** `--eviction-soft-grace-period`, pairs `signal=duration` */
  readonly evictionSoftGracePeriod?: ReadonlyMap<string, string>
  /** `--eviction-minimum-reclaim`, pairs `signal=amount` */
  readonly evictionMinimumReclaim?: ReadonlyMap<string, string>
  /** `--eviction-pressure-transition-period` */
  readonly evictionPressureTransitionPeriod?: GoDuration
  /** `--eviction-max-pod-grace-period`, seconds */
  readonly evictionMaxPodGracePeriod?: number
  /** `--feature-gates`, pairs `gate=true` */
  readonly featureGates?: ReadonlyMap<string, boolean>
}

/** A command line without any of these flags. */
export const noFlags: KubeletFlags = {}

/** The flags of a command line, and what was ignored, in order: unknown flags with their values, other words. */
export interface DecodedFlags {
  readonly flags: KubeletFlags
  readonly ignored: ReadonlyArray<string>
}

/** Settings that are pairs; given in parts, they add up. */
const pairFields = ['evictionHard', 'evictionSoft', 'evictionSoftGracePeriod', 'evictionMinimumReclaim'] as const

type FieldOf<A> = {
  readonly [K in keyof KubeletFlags]-?: KubeletFlags[K] extends A | undefined ? K : never
}[keyof KubeletFlags]

/** Settings over each other: of two values the later holds, thresholds are merged signal by signal, gates one by one. */
export const overlaid = (
  layers: ReadonlyArray<KubeletFlags & KubeletConfiguration>,
): KubeletFlags & KubeletConfiguration => ({
  ...layers.reduce((below, layer) => ({ ...below, ...layer }), {}),
  ...Object.fromEntries(
    ([...pairFields, 'featureGates'] as const).flatMap((field) => {
      const maps = layers.flatMap((layer): ReadonlyArray<ReadonlyMap<string, unknown>> => {
        const map = layer[field]
        return map === undefined ? [] : [map]
      })
      return maps.length === 0 ? [] : [[field, new Map(maps.flatMap((map) => [...map]))]]
    }),
  ),
})

const durationTo = (field: FieldOf<GoDuration>): FlagReader<KubeletFlags> =>
  F.flow(
    parseGoDuration,
    E.bimap(
      () => 'a Go duration such as "2m0s"',
      (nanoseconds) => ({ [field]: goDuration(nanoseconds) }),
    ),
  )

const integerTo = (field: FieldOf<number>): FlagReader<KubeletFlags> =>
  F.flow(
    int32Flag,
    E.map((value) => ({ [field]: value })),
  )

const pairsTo =
  (field: (typeof pairFields)[number], separator: '<' | '='): FlagReader<KubeletFlags> =>
  (value) => {
    const pairs = value.split(',').filter((pair) => pair !== '')
    if (pairs.some((pair) => !pair.includes(separator)))
      return E.left(`pairs signal${separator}value, separated by commas`)
    const halves = pairs.map((pair): readonly [string, string] => {
      const at = pair.indexOf(separator)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    })
    return E.right({ [field]: new Map(halves) })
  }

/** As Go reads a truth value. */
const truthOf = (text: string): boolean | undefined =>
  ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)
    ? true
    : ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)
      ? false
      : undefined

const gates: FlagReader<KubeletFlags> = (value) => {
  const pairs = value
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [, name = '', given = ''] = /^([^=]*)=([^]*)$/.exec(pair) ?? []
      return [name.trim(), truthOf(given.trim())] as const
    })
  const known = pairs.flatMap(([name, given]) => (name === '' || given === undefined ? [] : [[name, given] as const]))
  return known.length === pairs.length
    ? E.right({ featureGates: new Map(known) })
    : E.left('pairs gate=true or gate=false, separated by commas')
}

const readers: ReadonlyMap<string, FlagReader<KubeletFlags>> = new Map([
  ['minimum-container-ttl-duration', durationTo('containerMinimumAge')],
  ['maximum-dead-containers-per-container', integerTo('maxPerPodContainer')],
  ['maximum-dead-containers', integerTo('maxContainers')],
  ['image-gc-high-threshold', integerTo('imageGCHighThresholdPercent')],
  ['image-gc-low-threshold', integerTo('imageGCLowThresholdPercent')],
  ['minimum-image-ttl-duration', durationTo('imageMinimumGCAge')],
  ['eviction-hard', pairsTo('evictionHard', '<')],
  ['eviction-soft', pairsTo('evictionSoft', '<')],
  ['eviction-soft-grace-period', pairsTo('evictionSoftGracePeriod', '=')],
  ['eviction-minimum-reclaim', pairsTo('evictionMinimumReclaim', '=')],
  ['eviction-pressure-transition-period', durationTo('evictionPressureTransitionPeriod')],
  ['eviction-max-pod-grace-period', integerTo('evictionMaxPodGracePeriod')],
  ['feature-gates', gates],
])

/**
 * Reads the kubelet's flags from a list of arguments, or from one text that is split as a shell would.
 *
 * Takes `--flag=value` and `--flag value`; `_` in a flag's name counts as `-`. The last value wins; lists of pairs add
 * up. Unknown flags, other words and everything after `--` are ignored and listed.
 *
 * Fails with InvalidInput, the path being the flag, for a missing value, an invalid 32-bit integer, duration or pair,
 * an open quote, and other input.
 *
 * @upstream kubernetes v1.36.2 cmd/kubelet/app/options/options.go AddKubeletConfigFlags
 *
 * @example
 * ```ts
 * import { decodeKubeletFlags } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletFlags('--maximum-dead-containers=240 --minimum-container-ttl-duration 60s --v=2')
 * if (decoded._tag === 'Right') {
 *   console.log(decoded.right.flags.maxContainers, decoded.right.flags.containerMinimumAge) // 240 1m0s
 *   console.log(decoded.right.ignored) // [ '--v=2' ]
 * }
 * ```
 */
export const decodeKubeletFlags: (input: unknown) => E.Either<InvalidInput, DecodedFlags> = F.flow(
  settingsIn('kubelet flags', 'undefined')(readers),
  E.map(({ settings, ignored }) => ({ flags: overlaid(settings), ignored })),
)
