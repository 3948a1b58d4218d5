/**
 * Decoder of KubeletConfiguration: the garbage collection fields that are set, without defaults. Takes a parsed object
 * from a configuration file or from `/configz`; other fields are ignored.
 */
import { either as E } from 'fp-ts'
import * as t from 'io-ts'

import { pipe } from '../../core/fp.js'
import type { GoDuration } from '../../core/go-duration.js'
import type { InvalidInput } from '../../core/problem.js'
import { meantBy } from '../../internal/edits.js'
import { type Decoder, entries, holding, named, readFrom } from '../codec.js'
import { flag } from '../leaf.js'
import { duration, int32, settings, texts } from './leaf.js'
import { isRecord } from '../../internal/lists.js'

/** The fields of a KubeletConfiguration that concern garbage collection; absent ones were not set. */
export interface KubeletConfiguration {
  readonly imageGCHighThresholdPercent?: number
  readonly imageGCLowThresholdPercent?: number
  readonly imageMinimumGCAge?: GoDuration
  readonly imageMaximumGCAge?: GoDuration
  /** Signal to threshold, e.g. `imagefs.available` to `15%`; not parsed further. */
  readonly evictionHard?: ReadonlyMap<string, string>
  readonly evictionSoft?: ReadonlyMap<string, string>
  readonly evictionSoftGracePeriod?: ReadonlyMap<string, string>
  readonly evictionMinimumReclaim?: ReadonlyMap<string, string>
  readonly evictionPressureTransitionPeriod?: GoDuration
  /** Seconds. */
  readonly evictionMaxPodGracePeriod?: number
  readonly mergeDefaultEvictionSettings?: boolean
  /** Gates of any kind, by name. */
  readonly featureGates?: ReadonlyMap<string, boolean>
  /** Fields that no kubelet knows, but that are within two letters of one of these; in the order of the document. */
  readonly misspelt?: ReadonlyArray<MisspeltField>
}

/** A field, and what it was probably meant to be. */
export interface MisspeltField {
  readonly field: string
  readonly meant: string
}

/**
 * Reads a KubeletConfiguration from an already parsed object.
 *
 * Takes a parsed configuration file or `/configz` answer. `kind` and `apiVersion` are optional; unknown fields are
 * ignored, and those that look like a known one are told as `misspelt`. As in the kubelet, `null` counts as not set, except for durations, which must be texts.
 *
 * Fails with InvalidInput for another kind of document, a field of the wrong type, an integer beyond 32 bits, and an
 * invalid duration. {@link validateConfiguration} checks ranges.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/kubelet/config/v1beta1/types.go KubeletConfiguration
 *
 * @example
 * ```ts
 * import { decodeKubeletConfiguration } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletConfiguration({ kind: 'KubeletConfiguration', imageMinimumGCAge: '300s' })
 * if (decoded._tag === 'Right') console.log(decoded.right.imageMinimumGCAge) // 5m0s
 * ```
 */
export const decodeKubeletConfiguration = (input: unknown): E.Either<InvalidInput, KubeletConfiguration> =>
  isRecord(input) && Object.hasOwn(input, 'kubeletconfig')
    ? decodeConfigurationAt('kubeletconfig')(input['kubeletconfig'])
    : decodeConfigurationAt('')(input)

/** Reads a KubeletConfiguration that lies at a path of a larger document. */
export const decodeConfigurationAt =
  (path: string) =>
  (input: unknown): E.Either<InvalidInput, KubeletConfiguration> =>
    pipe(
      readFrom(head, path)(source)(input),
      E.flatMap(() => readFrom(body, path)(source)(withoutNulls(input))),
      E.map((configuration) => ({ ...configuration, ...misspeltIn(input) })),
    )

const source = 'KubeletConfiguration'

const head: Decoder<unknown> = settings({
  kind: t.literal('KubeletConfiguration'),
  apiVersion: holding(
    'a version of kubelet.config.k8s.io',
    (value): value is string => typeof value === 'string' && value.startsWith('kubelet.config.k8s.io/'),
  ),
})

const readers = {
  imageGCHighThresholdPercent: int32,
  imageGCLowThresholdPercent: int32,
  imageMinimumGCAge: duration,
  imageMaximumGCAge: duration,
  evictionHard: texts,
  evictionSoft: texts,
  evictionSoftGracePeriod: texts,
  evictionMinimumReclaim: texts,
  evictionPressureTransitionPeriod: duration,
  evictionMaxPodGracePeriod: int32,
  mergeDefaultEvictionSettings: flag,
  featureGates: named('an object of booleans', entries(flag)),
} as const

const body: Decoder<KubeletConfiguration> = settings(readers)

const knownFields: ReadonlyArray<string> = Object.keys(readers)

const misspeltIn = (input: unknown): Pick<KubeletConfiguration, 'misspelt'> => {
  const misspelt = (isRecord(input) ? Object.keys(input) : []).flatMap((field) => {
    const meant = knownFields.includes(field) ? undefined : meantBy(knownFields, field)
    return meant === undefined ? [] : [{ field, meant }]
  })
  return misspelt.length === 0 ? {} : { misspelt }
}

/** Fields that read themselves in Go, where `null` is a text that is no duration. */
const refusesNull: ReadonlySet<string> = new Set([
  'imageMinimumGCAge',
  'imageMaximumGCAge',
  'evictionPressureTransitionPeriod',
])

const withoutNulls = (input: unknown): unknown =>
  isRecord(input)
    ? Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== null || refusesNull.has(name)))
    : input
