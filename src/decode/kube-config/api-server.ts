/**
 * Decoder of kube-apiserver flags: the TTL of Events. Other flags are reported, never an error.
 */
import { either as E, option as O } from 'fp-ts'

import { pipe } from '../../core/function.js'
import { millisPassing, parseGoDuration } from '../../core/go-duration.js'
import { type InvalidInput, type Problem, show } from '../../core/problem.js'
import type { Millis } from '../../core/time.js'
import { type GivenFlags, flagsIn } from '../flags.js'

/** What a command line says, and what of it was ignored, in its order. */
export interface DecodedApiServerFlags {
  /** `--event-ttl`, one hour where it is not given. Of a length whole seconds count; less than one: Events never end. */
  readonly eventTtl: Millis
  readonly ignored: ReadonlyArray<string>
}

const source = 'flags of kube-apiserver'

/**
 * Reads the flags of kube-apiserver from a list of arguments, or from one text that is split as a shell would.
 *
 * Takes `--event-ttl=1h0m0s` and `--event-ttl 1h`; given twice, the later value holds.
 * Units: milliseconds, rounded down.
 * Fails with InvalidInput, the path being the flag, for a missing value and a text that is no Go duration of zero or more,
 * and for an input that is neither text nor list of texts.
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
export const decodeApiServerFlags = (input: unknown): E.Either<InvalidInput, DecodedApiServerFlags> => {
  return pipe(
    flagsIn((flag) => flag === 'event-ttl')(input),
    E.flatMap(({ given, ignored }) =>
      pipe(
        given,
        E.traverseArray(readSpan),
        E.map((spans) => ({ eventTtl: millisPassing(spans.at(-1) ?? 3_600_000_000_000n), ignored })),
      ),
    ),
    E.orElseW(refuse),
  )
}

const readSpan = ({ flag, value }: GivenFlags['given'][number]): E.Either<ReadonlyArray<Problem>, bigint> =>
  pipe(
    value === undefined ? O.none : O.fromEither(parseGoDuration(value)),
    O.filter((nanoseconds) => nanoseconds >= 0n),
    E.fromOption(() => [
      {
        path: `--${flag}`,
        expected: value === undefined ? 'a value' : 'a Go duration such as "1h0m0s", zero or more',
        actual: value === undefined ? 'nothing' : show(value),
      },
    ]),
  )

const refuse = ([first, ...rest]: ReadonlyArray<Problem>): E.Either<InvalidInput, never> => {
  const nothing: Problem = { path: '', expected: source, actual: 'something else' }
  return E.left({ _tag: 'InvalidInput', source, problems: [first ?? nothing, ...rest] })
}
