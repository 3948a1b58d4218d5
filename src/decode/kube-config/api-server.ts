/**
 * Decoder of kube-apiserver flags: the TTL of Events. Other flags are reported, never an error.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import { millisPassing, parseGoDuration } from '../../core/go-duration.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Millis } from '../../core/time.js'
import { type FlagReader, settingsIn } from '../flags.js'

/** The flags of a command line, and what was ignored, in order. */
export interface DecodedApiServerFlags {
  /** `--event-ttl`, default one hour. Whole seconds count; below one, Events never expire. */
  readonly eventTtl: Millis
  readonly ignored: ReadonlyArray<string>
}

const readSpan: FlagReader<bigint> = F.flow(
  parseGoDuration,
  O.fromEither,
  O.filter((nanoseconds) => nanoseconds >= 0n),
  E.fromOption(() => 'a Go duration such as "1h0m0s", zero or more'),
)

/**
 * Reads the flags of kube-apiserver from a list of arguments, or from one text that is split as a shell would.
 *
 * Takes `--event-ttl=1h0m0s` and `--event-ttl 1h`; the last one wins.
 * Units: milliseconds, rounded down. Fails with InvalidInput, the path being the flag, for a missing value, an invalid
 * or negative duration, and other input.
 *
 * @upstream kubernetes 1.36.2 pkg/controlplane/apiserver/options/options.go AddFlags
 *
 * @example
 * ```ts
 * import { decodeApiServerFlags } from 'gcplan/decode'
 *
 * const decoded = decodeApiServerFlags('--event-ttl=30m')
 * if (decoded._tag === 'Right') console.log(decoded.right.eventTtl) // 1800000
 * ```
 */
export const decodeApiServerFlags: (input: unknown) => E.Either<InvalidInput, DecodedApiServerFlags> = F.flow(
  settingsIn('flags of kube-apiserver')(new Map([['event-ttl', readSpan]])),
  E.map(({ settings, ignored }) => ({ eventTtl: millisPassing(settings.at(-1) ?? 3_600_000_000_000n), ignored })),
)
