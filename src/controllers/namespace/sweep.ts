/**
 * One sweep of a terminating namespace: pods first, and everything else once no pod is left.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent
 */
import { specifiedGrace } from '../../apiserver/delete.js'
import { type WholeObject, groupOf, isFinished, isPod } from '../../apiserver/object.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import { after, millis } from '../../core/time.js'
import type { View } from '../controller.js'
import { type Program, andThen, call } from '../program.js'
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
  /** When pods that are left count as an error: after their grace period. */
  readonly graceEnds?: Date | undefined
}

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
  const end = (failed: ReadonlyMap<string, string>, isPodsOnly: boolean): Program<Swept> => {
    const left = remainingIn(view, name, failed)
    const counts = left.filter(({ resource }) => resource === 'pods')
    const until = graceEnd(counts, namespace)
    const isGracious = until !== undefined && until > view.at
    const failures = [...failed.values(), ...unexpected(isPodsOnly ? counts : left, name, isGracious)]
    return {
      _tag: 'Done',
      result: {
        findings: { discovery, failures, remaining: isPodsOnly ? [] : left },
        // An object of a kind that nothing serves can't be swept, and is left all the same.
        isDone: view.listIn(name).length === 0 && failures.length === 0 && discovery.length === 0,
        graceEnds: isGracious ? until : undefined,
      },
    }
  }
  const all = (failed: ReadonlyMap<string, string>): Program<Swept> =>
    deleteEach(view, others, 0, failed, (now) => end(now, false))
  if (!orderedDeletion) return deleteEach(view, pods, 0, new Map(), all)
  return deleteEach(view, pods, 0, new Map(), (failed) =>
    remainingIn(view, name, failed).some(({ resource }) => resource === 'pods') ? end(failed, true) : all(failed),
  )
}

const background: DeleteOptions = { propagationPolicy: 'Background' }

/** Deletes objects one by one, and remembers the first error of each resource. */
const deleteEach = (
  view: View,
  objects: ReadonlyArray<WholeObject>,
  from: number,
  failed: ReadonlyMap<string, string>,
  then: (failed: ReadonlyMap<string, string>) => Program<Swept>,
): Program<Swept> => {
  for (let at = from; at < objects.length; at++) {
    const object = objects[at]
    const address = object === undefined ? undefined : view.addressOf(object)
    if (address === undefined) continue
    return andThen(call({ _tag: 'Delete', object: address, options: background }), (answer) => {
      const message = answer._tag === 'Conflict' ? answer.message : undefined
      const key = `${address.resource}.${groupOf(address.apiVersion)}`
      const isNew = message !== undefined && !failed.has(key)
      const now = isNew ? new Map([...failed, [key, `${address.resource} "Unknown" is forbidden: ${message}`]]) : failed
      return deleteEach(view, objects, at + 1, now, then)
    })
  }
  return then(failed)
}

/** What is left of resources without an error; of the others nobody has looked. */
const remainingIn = (view: View, name: string, failed: ReadonlyMap<string, string>): ReadonlyArray<Remaining> =>
  view.listIn(name).flatMap((object): ReadonlyArray<Remaining> => {
    const resource = view.addressOf(object)?.resource
    return resource === undefined || failed.has(`${resource}.${groupOf(object.apiVersion)}`)
      ? []
      : [{ object, resource }]
  })

/** When the longest grace period of unfinished pods is over, counted from the deletion of the namespace. */
const graceEnd = (pods: ReadonlyArray<Remaining>, namespace: WholeObject | undefined): Date | undefined => {
  const begun = namespace?.metadata.deletionTimestamp
  if (begun === undefined || pods.length === 0) return undefined
  const seconds = pods.reduce(
    (longest, { object }) => Math.max(longest, isFinished(object) ? 0 : specifiedGrace(object)),
    0,
  )
  return after(begun, millis(seconds * 1000))
}

/** Resources of which objects are left although nothing is known to hold them. */
const unexpected = (left: ReadonlyArray<Remaining>, name: string, isGracious: boolean): ReadonlyArray<string> => {
  const byResource = new Map<string, Remaining[]>()
  for (const one of left) {
    const key = `${one.object.apiVersion.includes('/') ? '' : '/'}${one.object.apiVersion}, Resource=${one.resource}`
    const others = byResource.get(key)
    if (others === undefined) byResource.set(key, [one])
    else others.push(one)
  }
  return [...byResource].flatMap(([resource, objects]) => {
    const isHeld = objects.some(({ object }) => (object.metadata.finalizers ?? []).length > 0)
    const waits = isGracious && objects.some(({ object }) => isPod(object))
    return isHeld || waits ? [] : [`unexpected items still remain in namespace: ${name} for gvr: ${resource}`]
  })
}
