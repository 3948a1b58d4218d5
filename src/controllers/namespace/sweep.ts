/**
 * One sweep of a terminating namespace: pods first, and everything else once no pod is left.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent
 */
import { specifiedGrace } from '../../apiserver/delete-pod.js'
import { type WholeObject, groupOf, isFinished, isPod } from '../../apiserver/object.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import { type Millis, after, millis } from '../../core/time.js'
import { groupBy, ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { type CallAnswer, type Program, withOthersFirst } from '../program.js'
import { unavailableGroups } from './discovery.js'
import type { Findings, Remaining } from './conditions.js'

/** Which rules of a release hold. */
export interface SweepRules {
  /** Pods go first. Default: true, as of 1.33. */
  readonly orderedDeletion?: boolean | undefined
}

/** What one sweep did. */
export interface Swept {
  readonly findings: Findings
  /** Nothing is left, and nothing failed. */
  readonly isDone: boolean
  /** When pods that are left count as an error: at the first sweep after their grace period. */
  readonly graceEnds?: Date | undefined
  /** A request got no answer of the server, so that the same may succeed without any change. */
  readonly hasFailed: boolean
  /** How often the next sweeps come; undefined after an error, which is tried again at once and then with back-off. */
  readonly period?: Millis | undefined
}

/**
 * True for a namespace of which only finalizers of its metadata are left. A server leaves an empty list out, so that a
 * specification without one tells as much once the namespace terminates.
 */
export const isFinalized = ({ metadata, spec, status }: WholeObject): boolean =>
  (metadata.finalizers ?? []).length > 0 &&
  typeof spec === 'object' &&
  spec !== null &&
  ownField(spec, 'finalizers') === undefined &&
  ownField(status, 'phase') === 'Terminating'

/** The program of one sweep. */
export const sweep = (
  view: View,
  name: string,
  namespace: WholeObject | undefined,
  { orderedDeletion = true }: SweepRules,
): Program<Swept> => {
  const discovery = unavailableGroups(view)
  const content = view.listIn(name)
  const pods = content.filter(isPod)
  const others = content.filter((object) => !isPod(object))
  const end = (failed: ReadonlyMap<string, SweepError>, isPodsOnly: boolean): Program<Swept> => {
    const left = remainingIn(view, name, failed)
    const counts = left.filter(({ resource }) => resource === 'pods')
    const { graceEnds, period } = paceOf(
      (isPodsOnly ? counts : left).map(({ object }) => object),
      namespace?.metadata.deletionTimestamp,
      view.at,
    )
    const failures = [
      ...[...failed.values()].map(({ message }) => message),
      ...unexpected(isPodsOnly ? counts : left, name, graceEnds !== undefined),
    ]
    return {
      _tag: 'Done',
      result: {
        findings: { discovery, failures, remaining: isPodsOnly ? [] : left },
        // An object of a kind that nothing serves can't be swept, and is left all the same.
        isDone: view.listIn(name).length === 0 && failures.length === 0 && discovery.length === 0,
        graceEnds,
        hasFailed: [...failed.values()].some(({ isRefusal }) => !isRefusal),
        period: failures.length + discovery.length > 0 ? undefined : period,
      },
    }
  }
  const all = (failed: ReadonlyMap<string, SweepError>): Program<Swept> =>
    deleteEach(view, others, 0, failed, (now) => end(now, false))
  if (!orderedDeletion) return deleteEach(view, pods, 0, new Map(), all)
  return deleteEach(view, pods, 0, new Map(), (failed) =>
    remainingIn(view, name, failed).some(({ resource }) => resource === 'pods') ? end(failed, true) : all(failed),
  )
}

/** Why objects of a resource could not be deleted. */
interface SweepError {
  readonly message: string
  /** The server refused it; otherwise the request failed. */
  readonly isRefusal: boolean
}

const errorOf = (answer: CallAnswer, resource: string): SweepError | undefined => {
  if (answer._tag === 'Failed') {
    const message = ownField(answer.error, 'message')
    return { message: typeof message === 'string' ? message : `${resource} could not be deleted`, isRefusal: false }
  }
  return answer._tag === 'Conflict' && answer.message !== undefined
    ? { message: `${resource} "Unknown" is forbidden: ${answer.message}`, isRefusal: true }
    : undefined
}

const background: DeleteOptions = { propagationPolicy: 'Background' }

/** Deletes objects one by one, in no order, and remembers the first error of each resource. */
const deleteEach = (
  view: View,
  objects: ReadonlyArray<WholeObject>,
  from: number,
  failed: ReadonlyMap<string, SweepError>,
  then: (failed: ReadonlyMap<string, SweepError>) => Program<Swept>,
): Program<Swept> => {
  for (let at = from; at < objects.length; at++) {
    const object = objects[at]
    const address = object === undefined ? undefined : view.addressOf(object)
    if (address === undefined) continue
    return {
      _tag: 'Call',
      request: { _tag: 'Delete', object: address, options: background },
      next: (answer) => {
        const error = errorOf(answer, address.resource)
        const key = `${address.resource}.${groupOf(address.apiVersion)}`
        const isNew = error !== undefined && !failed.has(key)
        return deleteEach(view, objects, at + 1, isNew ? new Map([...failed, [key, error]]) : failed, then)
      },
      alternatives: () => withOthersFirst(objects, at).map((order) => deleteEach(view, order, 0, failed, then)),
    }
  }
  return then(failed)
}

/** What is left of resources without an error; of the others nobody has looked. */
const remainingIn = (view: View, name: string, failed: ReadonlyMap<string, SweepError>): ReadonlyArray<Remaining> =>
  view.listIn(name).flatMap((object): ReadonlyArray<Remaining> => {
    const resource = view.addressOf(object)?.resource
    return resource === undefined || failed.has(`${resource}.${groupOf(object.apiVersion)}`)
      ? []
      : [{ object, resource }]
  })

/** When sweeps come while something is left in a namespace and nothing has failed. */
export interface Pace {
  /** The end of the longest grace period of its pods, while that lies ahead. */
  readonly graceEnds?: Date | undefined
  /** From one sweep to the next: half of what it is estimated to take, and a second. None where nothing is known to hold it. */
  readonly period?: Millis | undefined
}

/**
 * The pace of the sweeps of a namespace, by what is left in it and when its deletion began.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/namespace_controller.go worker
 */
export const paceOf = (left: ReadonlyArray<WholeObject>, begun: Date | undefined, at: Date): Pace => {
  const pods = left.filter(isPod)
  const grace = pods.reduce((longest, pod) => Math.max(longest, isFinished(pod) ? 0 : specifiedGrace(pod)), 0)
  const until = begun === undefined || pods.length === 0 ? undefined : after(begun, millis(grace * 1000))
  const graceEnds = until !== undefined && until > at ? until : undefined
  const isHeld = left.some(({ metadata }) => (metadata.finalizers ?? []).length > 0)
  const estimate = Math.max(graceEnds === undefined ? 0 : grace, isHeld ? finalizerEstimate : 0)
  return { graceEnds, period: estimate === 0 ? undefined : millis((Math.floor(estimate / 2) + 1) * 1000) }
}

/** An estimate of how long it takes until finalizers are gone, in seconds. */
const finalizerEstimate = 15

/** Resources of which objects are left although nothing is known to hold them. */
const unexpected = (left: ReadonlyArray<Remaining>, name: string, isGracious: boolean): ReadonlyArray<string> => {
  const nameOf = ({ object: { apiVersion }, resource }: Remaining): string =>
    `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Resource=${resource}`
  return [...groupBy(nameOf, left)].flatMap(([resource, objects]) => {
    const isHeld = objects.some(({ object }) => (object.metadata.finalizers ?? []).length > 0)
    const waits = isGracious && objects.some(({ object }) => isPod(object))
    return isHeld || waits ? [] : [`unexpected items still remain in namespace: ${name} for gvr: ${resource}`]
  })
}
