/** The settings of an election, with the defaults and the checks of client-go. */
import { either as E } from 'fp-ts'

import { type InvalidInput, type Problem, show } from '../../../core/problem.js'
import { millis } from '../../../core/time.js'
import type { Clock, Signal } from '../../../execute/index.js'
import { fnv1a } from '../../../internal/fnv.js'
import { systemClock } from '../../clock.js'
import type { CallError } from '../request.js'
import type { Candidate } from './attempt.js'
import type { LeaseName } from './lease.js'

/** How to elect. Spans are in milliseconds. */
export interface ElectionOptions extends LeaseName {
  /** Whose lease it is: unique to this process, a restart included, e.g. the pod's name and a UUID. */
  readonly identity: string
  /** How long others wait after the last change before they take the lease; whole seconds. Default 15,000. */
  readonly leaseDuration?: number | undefined
  /** How long this process believes to lead after it sent its last successful request. Default 10,000. */
  readonly renewDeadline?: number | undefined
  /** Between two attempts. Default 2,000. */
  readonly retryPeriod?: number | undefined
  /** The time of day, which is written into the lease, and waits. Default: that of the machine. */
  readonly clock?: Clock | undefined
  /** A stopwatch that nobody sets. Default: that of the machine; the given clock where there is one. */
  readonly elapsed?: (() => number) | undefined
  /** From 0 up to 1, so that candidates don't all ask at once. Default: a sequence of its own for each identity. */
  readonly random?: (() => number) | undefined
  /** Ends the work, and then gives the lease back. */
  readonly signal?: Signal | undefined
  /** Told of each new holder; empty after one gave it back. */
  readonly onHolder?: ((holder: string) => void) | undefined
  /** Told of each attempt to read, write or give back the lease that failed; another follows, but after the last. */
  readonly onFailure?: ((error: CallError) => void) | undefined
}

/** Settings that are complete. */
export interface Settings extends Candidate {
  readonly renewDeadline: number
  readonly retryPeriod: number
  readonly clock: Clock
  readonly random: () => number
  readonly signal: Signal | undefined
  readonly onHolder: (holder: string) => void
  readonly onFailure: (error: CallError) => void
}

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go JitterFactor */
const jitterFactor = 1.2

/**
 * Completes and checks settings.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go NewLeaderElector
 */
export const settingsOf = (options: ElectionOptions): E.Either<InvalidInput, Settings> => {
  const { namespace, name, identity, leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2000 } = options
  const { clock = systemClock, random = sequenceOf(identity), signal } = options
  const { onHolder = () => undefined, onFailure = () => undefined } = options
  const named = (path: string, text: string): ReadonlyArray<Problem> =>
    text === '' ? [{ path, expected: 'text that is not empty', actual: show(text) }] : []
  const spanned = (path: string, span: number, holds: boolean, expected: string): ReadonlyArray<Problem> =>
    holds ? [] : [{ path, expected, actual: show(span) }]
  const isWhole = Number.isSafeInteger(leaseDuration) && leaseDuration >= 1000 && leaseDuration % 1000 === 0
  const [first, ...others] = [
    ...[...named('namespace', namespace), ...named('name', name), ...named('identity', identity)],
    ...spanned('leaseDuration', leaseDuration, isWhole, 'whole seconds in milliseconds, 1000 or more'),
    ...spanned('renewDeadline', renewDeadline, renewDeadline < leaseDuration, 'less than leaseDuration'),
    ...spanned('retryPeriod', retryPeriod, retryPeriod >= 1, 'a millisecond or more'),
    ...spanned(
      'retryPeriod',
      retryPeriod,
      retryPeriod * jitterFactor < renewDeadline,
      `less than renewDeadline / ${jitterFactor}`,
    ),
  ]
  const { elapsed = options.clock === undefined ? () => performance.now() : () => clock.now().getTime() } = options
  return first === undefined
    ? E.right({
        ...{ namespace, name, identity, leaseDuration, renewDeadline, retryPeriod },
        ...{ clock, random, signal, onHolder, onFailure, elapsed, now: clock.now },
      })
    : E.left({ _tag: 'InvalidInput', source: 'election', problems: [first, ...others] })
}

/** Numbers from 0 up to 1 that another text makes differ (FNV-1a, mixed by a linear congruence). */
const sequenceOf = (text: string): (() => number) => {
  let state = fnv1a(text)
  return () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223
    return (state >>> 0) / 2 ** 32
  }
}

/** The wait before the next attempt to acquire, so long by chance. */
export const jittered = ({ retryPeriod, random }: Settings): ReturnType<typeof millis> =>
  millis(Math.round(retryPeriod * (1 + jitterFactor * random())))

/**
 * How long one request may take.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go NewFromKubeconfig
 */
export const requestTimeout = ({ renewDeadline }: Settings): number => Math.max(1000, renewDeadline / 2)
