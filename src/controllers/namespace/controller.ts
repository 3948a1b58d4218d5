/**
 * The namespace controller: deletes the content of a terminating namespace until nothing is left, reports what it found in
 * the conditions, then removes its finalizer.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/namespace_controller.go
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go Delete
 */
import type { Address } from '../../apiserver/scope.js'
import { type WholeObject, isNamespace, isBeingDeleted, isPod } from '../../apiserver/object.js'
import { type Millis, after, millis, nextBeat } from '../../core/time.js'
import { compareText, ownField } from '../../internal/lists.js'
import { type Again, type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { type Program, andThen, call, done } from '../program.js'
import { withFindings } from './conditions.js'
import { type Swept, type SweepRules, isFinalized, paceOf, sweep } from './sweep.js'

/** Why the namespace controller deletes an object, or changes a namespace. */
export type NamespaceWhy =
  /**
   * It is in a namespace that is being deleted.
   * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent
   */
  | { readonly _tag: 'NamespaceDeleted'; readonly namespace: string }
  /**
   * Nothing is left in it.
   * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go finalizeNamespace
   */
  | { readonly _tag: 'NamespaceEmpty' }
  /**
   * Its conditions tell what a sweep found.
   * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/status_condition_utils.go Update
   */
  | { readonly _tag: 'NamespaceReported' }

/** What it is called. */
export const namespaceControllerName = 'namespace-controller'

/** The address of a namespace. */
export const namespaceNamed = (name: string): Address => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  name,
})

/** The rules of one namespace controller. */
export interface NamespaceRules extends SweepRules {
  /** Whether the whole content of a namespace is shown; only then is its finalizer removed. */
  readonly showsContent?: ((namespace: string) => boolean) | undefined
  /** How long after an event of a namespace a sweep comes. Default: 5 s; without any, it comes after every change. */
  readonly delay?: Millis | undefined
}

/**
 * A sweep comes no earlier than this after an event of the namespace, so that the first one comes so long after it began to
 * terminate.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/namespace_controller.go namespaceDeletionGracePeriod
 */
export const sweepDelay: Millis = millis(5000)

/**
 * The namespace controller; its keys are names of namespaces. After a sweep that leaves something it looks again when the
 * real one would first see a change: that one comes by itself, after an error with back-off to a minute.
 */
export const namespaceController = ({
  showsContent = () => true,
  delay = sweepDelay,
  ...rules
}: NamespaceRules = {}): Controller<NamespaceWhy> => ({
  name: namespaceControllerName,
  delay,
  watches: ['Namespace'],
  keysOf: ({ _tag, object }) =>
    _tag !== 'Deleted' && isNamespace(object) && isBeingDeleted(object) ? [object.metadata.name] : noKeys,
  reconcile: (view) => (name) => {
    const namespace = view.get(namespaceNamed(name))
    if (namespace !== undefined && (!isBeingDeleted(namespace) || finalizersOf(namespace).length === 0))
      return done(ended(name))
    return andThen(sweep(view, name, namespace, rules), (swept) =>
      concluded(view, name, delay === 0 ? { ...swept, period: undefined } : swept, showsContent(name)),
    )
  },
})

/** After a sweep: writes the conditions and, if all is gone, removes the finalizer. */
const concluded = (
  view: View,
  name: string,
  { findings, isDone, graceEnds, hasFailed, period }: Swept,
  isShown: boolean,
): Program<Reconciled<NamespaceWhy>> => {
  const orAt =
    graceEnds === undefined || period === undefined ? graceEnds : nextBeat({ from: view.at, period }, graceEnds)
  const end = done(
    hasFailed
      ? { ...ended(name, { _tag: 'Retry' }), failed: true }
      : ended(name, { _tag: 'AfterChange', orAt, period }),
  )
  const object = namespaceNamed(name)
  const namespace = view.get(object)
  if (namespace === undefined) return end
  const finalized =
    isDone && isShown
      ? andThen(call({ _tag: 'FinalizeNamespace', object, finalizers: finalizersAfterwards(namespace) }), () => end)
      : end
  const told = withFindings(namespace, findings)
  return told === namespace
    ? finalized
    : andThen(call({ _tag: 'Update', object: told, subresource: 'status' }), () => finalized)
}

const finalizersAfterwards = (namespace: WholeObject): ReadonlyArray<string> =>
  finalizersOf(namespace)
    .filter((finalizer) => finalizer !== 'kubernetes')
    .sort(compareText)

/** The finalizers of the specification; one that is not shown has that of the controller. */
const finalizersOf = ({ spec }: WholeObject): ReadonlyArray<string> => {
  const finalizers = ownField(spec, 'finalizers')
  return Array.isArray(finalizers) ? finalizers.filter((one) => typeof one === 'string') : ['kubernetes']
}

const ended = (namespace: string, again?: Again): Reconciled<NamespaceWhy> => ({
  why: ({ request }) => [
    request._tag === 'FinalizeNamespace'
      ? { _tag: 'NamespaceEmpty' }
      : request._tag === 'Update'
        ? { _tag: 'NamespaceReported' }
        : { _tag: 'NamespaceDeleted', namespace },
  ],
  again,
})

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

/** What is known of the last sweep. */
export interface LastSweep {
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
  { at, failed, changed }: LastSweep,
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
  const longestBackOff = millis(60_000)
  if (failed) return within('BackOff', longestBackOff)
  if (Array.isArray(finalizers) && !finalizers.includes('kubernetes')) return within('Resync', millis(300_000))
  const pods = content.filter(isPod)
  const { period } = paceOf(pods.length > 0 ? pods : content, begun, at)
  return period === undefined ? within('BackOff', longestBackOff) : within('Estimate', period)
}
