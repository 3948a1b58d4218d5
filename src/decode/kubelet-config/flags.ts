/**
 * Decoder of the kubelet's garbage collection flags: the older way to configure it, and the only one for the container
 * collector. Other flags are reported, never an error.
 */
import { either as E } from 'fp-ts'

import { pipe } from '../../core/function.js'
import { type GoDuration, goDuration, parseGoDuration } from '../../core/go-duration.js'
import { type InvalidInput, type Problem, problemLimit, show } from '../../core/problem.js'
import { type GivenFlags, flagsIn } from '../flags.js'
import { isInt32 } from './leaf.js'

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
}

/** A command line without any of these flags. */
export const noFlags: KubeletFlags = {}

/** What a command line says, and what of it was ignored, in its order: unknown flags with their values, other words. */
export interface DecodedFlags {
  readonly flags: KubeletFlags
  readonly ignored: ReadonlyArray<string>
}

/**
 * Reads the kubelet's flags from a list of arguments, or from one text that is split as a shell would.
 *
 * Takes `--flag=value` and `--flag value`; `_` in a flag's name counts as `-`. A flag given twice: the later value holds,
 * lists of pairs add up. What follows `--`, unknown flags and other words are ignored and listed. No arguments set
 * nothing.
 *
 * Fails with InvalidInput, the path being the flag, for a missing value, a number that is no decimal integer of 32 bits,
 * a text that is no Go duration, a malformed pair, an open quote, and an input that is neither text nor list of texts.
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
export const decodeKubeletFlags = (input: unknown): E.Either<InvalidInput, DecodedFlags> =>
  pipe(flagsIn((flag) => readers.has(flag))(input), E.match(refuse, readValues))

/** Settings that are pairs; given in parts, they add up. */
type PairField = 'evictionHard' | 'evictionSoft' | 'evictionSoftGracePeriod' | 'evictionMinimumReclaim'

/** What one value says: settings, pairs to be added to a setting, or else what was expected. */
type Reading =
  | { readonly _tag: 'Settings'; readonly flags: KubeletFlags }
  | { readonly _tag: 'Pairs'; readonly field: PairField; readonly pairs: ReadonlyArray<readonly [string, string]> }
  | { readonly _tag: 'Malformed'; readonly expected: string }

type Reader = (value: string) => Reading

const malformed = (expected: string): Reading => ({ _tag: 'Malformed', expected })

const durationTo =
  (field: 'containerMinimumAge' | 'imageMinimumGCAge' | 'evictionPressureTransitionPeriod'): Reader =>
  (value) =>
    pipe(
      parseGoDuration(value),
      E.match(
        () => malformed('a Go duration such as "2m0s"'),
        (nanoseconds) => ({ _tag: 'Settings', flags: { [field]: goDuration(nanoseconds) } }),
      ),
    )

const integerTo =
  (
    field:
      | 'maxPerPodContainer'
      | 'maxContainers'
      | 'imageGCHighThresholdPercent'
      | 'imageGCLowThresholdPercent'
      | 'evictionMaxPodGracePeriod',
  ): Reader =>
  (value) =>
    /^[-+]?(0|[1-9]\d*)$/.test(value) && isInt32(Number(value))
      ? { _tag: 'Settings', flags: { [field]: Number(value) + 0 } }
      : malformed('a decimal integer of 32 bits')

const pairsTo =
  (field: PairField, separator: '<' | '='): Reader =>
  (value) => {
    const pairs = value.split(',').filter((pair) => pair !== '')
    if (pairs.some((pair) => !pair.includes(separator)))
      return malformed(`pairs signal${separator}value, separated by commas`)
    const halves = pairs.map((pair): readonly [string, string] => {
      const at = pair.indexOf(separator)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    })
    return { _tag: 'Pairs', field, pairs: halves }
  }

const readers: ReadonlyMap<string, Reader> = new Map([
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
])

const readValues = ({ given, ignored }: GivenFlags): E.Either<InvalidInput, DecodedFlags> => {
  const problems: Problem[] = []
  const maps = new Map<PairField, Map<string, string>>()
  let flags = noFlags
  for (const { flag, value } of given) {
    const reading =
      value === undefined ? malformed('a value') : (readers.get(flag)?.(value) ?? malformed('a known flag'))
    if (reading._tag === 'Malformed')
      problems.push({ path: `--${flag}`, expected: reading.expected, actual: show(value) })
    else if (reading._tag === 'Settings') flags = { ...flags, ...reading.flags }
    else addPairs(maps, reading)
  }
  return problems.length > 0 ? refuse(problems) : E.right({ flags: { ...flags, ...Object.fromEntries(maps) }, ignored })
}

const addPairs = (
  maps: Map<PairField, Map<string, string>>,
  { field, pairs }: Extract<Reading, { readonly _tag: 'Pairs' }>,
): void => {
  const map = maps.get(field) ?? new Map<string, string>()
  for (const [signal, value] of pairs) map.set(signal, value)
  maps.set(field, map)
}

const refuse = (problems: ReadonlyArray<Problem>): E.Either<InvalidInput, never> => {
  const [first, ...rest] = problems.slice(0, problemLimit)
  const nothing: Problem = { path: '', expected: 'kubelet flags', actual: 'something else' }
  return E.left({ _tag: 'InvalidInput', source: 'kubelet flags', problems: [first ?? nothing, ...rest] })
}
