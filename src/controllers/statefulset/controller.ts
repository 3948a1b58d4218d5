/**
 * The StatefulSet controller: keeps the pods of a set by ordinal, makes their claims, and sees to it that these belong to
 * the set or to a pod as the retention policy says.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set.go
 */
import { type WholeObject, isBeingDeleted, isPod, namespaceOf } from '../../apiserver/object.js'
import { type Again, type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { type Program, andThen, call, done, inTurn } from '../program.js'
import { adopt, controllerOf, ownershipWhy, release } from '../workload/ownership.js'
import type { SetRequestWhy } from './reason.js'
import { isSet, memberName, setNamed, specOf } from './set.js'
import { sync } from './sync.js'
import type { Part } from './work.js'

/** The controller; its keys are `namespace/name` of sets. A set that is being deleted does nothing. */
export const statefulSetController = (): Controller<SetRequestWhy> => ({
  name: 'statefulset-controller',
  watches: ['StatefulSet', 'Pod'],
  keysOf: (change) => {
    const { _tag, object } = change
    const namespace = namespaceOf(object) ?? ''
    if (isSet(object))
      return _tag === 'Deleted' || isBeingDeleted(object) ? noKeys : [`${namespace}/${object.metadata.name}`]
    if (!isPod(object)) return noKeys
    const before = _tag === 'Updated' && change.old !== undefined ? setOf(change.old, true) : undefined
    const now = setOf(object, _tag === 'Deleted')
    const names = before === now ? [now] : [before, now]
    return names.flatMap((name) => (name === undefined ? [] : [`${namespace}/${name}`]))
  },
  reconcile: (view) => (key) => {
    const [namespace = '', name = ''] = key.split('/')
    const set = view.get(setNamed(namespace, name))
    return set === undefined || isBeingDeleted(set) ? idle : synced(view, set)
  },
})

/** The name of the set that controls a pod, or may adopt one that is there. */
const setOf = (pod: WholeObject, isGone: boolean): string | undefined => {
  const controller = controllerOf(pod)
  if (controller !== undefined) return isSet(controller) ? controller.name : undefined
  return isGone || isBeingDeleted(pod) ? undefined : memberName(pod.metadata.name)?.set
}

const idle: Program<Reconciled<SetRequestWhy>> = done({ why: () => [{ _tag: 'SetRevisionMissing', set: '' }] })

/** Claims what is its own, then sends the requests of a sync; the first that fails ends it, and it is tried again. */
const synced = (view: View, set: WholeObject): Program<Reconciled<SetRequestWhy>> => {
  const spec = specOf(set)
  if (spec === undefined) return idle
  const { toAdopt, toRelease, acts, ...part } = sync(view, set, spec)
  const reasons = new Map(acts.map(({ request, why }) => [request, why]))
  const end: Reconciled<SetRequestWhy> = {
    about: set.metadata.uid,
    why: ({ request, before }) => [reasons.get(request) ?? ownershipWhy(set, before)],
    again: againAfter(part),
  }
  const from = (index: number): Program<Reconciled<SetRequestWhy>> => {
    const act = acts[index]
    return act === undefined
      ? done(end)
      : andThen(call(act.request), ({ _tag }) =>
          _tag === 'Accepted' ? from(index + 1) : done({ ...end, again: { _tag: 'Retry' }, failed: true }),
        )
  }
  return andThen(
    inTurn([
      ...toAdopt.map((object) => () => adopt(view, set)(object)),
      ...toRelease.map((object) => () => release(view, set)(object)),
    ]),
    () => from(0),
  )
}

const againAfter = ({ waits, due }: Pick<Part, 'waits' | 'due'>): Again | undefined => {
  if (waits) return { _tag: 'AfterChange', orAt: due }
  return due === undefined ? undefined : { _tag: 'At', at: due }
}
