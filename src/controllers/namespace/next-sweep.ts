/** When the namespace controller sweeps a namespace next, as far as its object and its content tell. */
import { type WholeObject, isPod } from '../../apiserver/object.js'
import { type Millis, after, millis } from '../../core/time.js'
import { ownField } from '../../internal/lists.js'
import { sweepDelay } from './controller.js'
import { isFinalized, paceOf } from './sweep.js'

/** When the namespace controller looks next. */
export interface NextSweep {
  /**
   * `FirstSweep`: 5 s after the deletion began. `AfterReport`: 5 s after it has changed a condition. `Estimate`: in half of
   * what it estimates, and a second. `BackOff`: after an error, at least once a minute. `Resync`: its own finalizer is off,
   * so that only events and a resync every 5 min lead to a sweep. `None`: no finalizer of the specification is left.
   */
  readonly because: 'FirstSweep' | 'AfterReport' | 'Estimate' | 'BackOff' | 'Resync' | 'None'
  /** Never before this. */
  readonly earliest?: Date
  /** When the last sweep was is not recorded; that it was long enough ago for this instant is. */
  readonly latest?: Date
}

/** What is known beside the objects. */
export interface Known {
  readonly at: Date
  /** The last sweep ended with an error. */
  readonly failed: boolean
  /** When a condition last changed. */
  readonly changed: Date | undefined
}

/**
 * When the next sweep comes.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/namespace_controller.go enqueueNamespace
 */
export const nextSweepOf = (
  namespace: WholeObject,
  content: ReadonlyArray<WholeObject>,
  { at, failed, changed }: Known,
): NextSweep => {
  const finalizers = ownField(namespace.spec, 'finalizers')
  if (isFinalized(namespace) || (Array.isArray(finalizers) && finalizers.length === 0)) return { because: 'None' }
  const begun = namespace.metadata.deletionTimestamp
  const first = begun === undefined ? undefined : after(begun, sweepDelay)
  if (first !== undefined && first > at) return { because: 'FirstSweep', earliest: first, latest: first }
  const within = (because: NextSweep['because'], longest: Millis): NextSweep => {
    const latest = after(at, longest)
    const report = changed === undefined ? undefined : after(changed, sweepDelay)
    return report !== undefined && report > at && report < latest
      ? { because: 'AfterReport', earliest: at, latest: report }
      : { because, earliest: at, latest }
  }
  if (failed) return within('BackOff', longestBackOff)
  if (Array.isArray(finalizers) && !finalizers.includes('kubernetes')) return within('Resync', resync)
  const pods = content.filter(isPod)
  const { period } = paceOf(pods.length > 0 ? pods : content, begun, at)
  return period === undefined ? within('BackOff', longestBackOff) : within('Estimate', period)
}

const longestBackOff: Millis = millis(60_000)
const resync: Millis = millis(300_000)
