/**
 * Answers what the command line of kube-apiserver says about the life of Events. Flags of other concern are reported, never
 * an error.
 */
import { either as E } from 'fp-ts'

import { millisPassing, parseGoDuration } from '../../core/go-duration.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import { show } from '../../core/problem.js'
import type { Millis } from '../../core/time.js'
import { flagsIn } from '../flags.js'

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
  const found = flagsIn((flag) => flag === 'event-ttl')(input)
  if (E.isLeft(found)) return refuse(found.left)
  let nanoseconds = 3_600_000_000_000n
  for (const { flag, value } of found.right.given) {
    const read = value === undefined ? null : parseGoDuration(value)
    if (read === null || E.isLeft(read) || read.right < 0n) {
      const expected = value === undefined ? 'a value' : 'a Go duration such as "1h0m0s", zero or more'
      return refuse([{ path: `--${flag}`, expected, actual: value === undefined ? 'nothing' : show(value) }])
    }
    nanoseconds = read.right
  }
  return E.right({ eventTtl: millisPassing(nanoseconds), ignored: found.right.ignored })
}

const refuse = ([first, ...rest]: ReadonlyArray<Problem>): E.Either<InvalidInput, never> => {
  const nothing: Problem = { path: '', expected: source, actual: 'something else' }
  return E.left({ _tag: 'InvalidInput', source, problems: [first ?? nothing, ...rest] })
}
