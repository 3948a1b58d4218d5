/**
 * The StatefulSet controller: keeps the pods of a set by ordinal, makes their claims, and sees to it that these belong to
 * the set or to a pod as the retention policy says.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set.go
 */
import { type WholeObject, isBeingDeleted, isPod, namespaceOf } from '../../apiserver/object.js'
import type { Again, Controller, Reconciled } from '../controller.js'
import { type Program, andThen, call, done } from '../program.js'
import { controllerOf, isReferenceTo } from '../references.js'
import type { Act, SetWhy } from './reason.js'
import { isSet, memberName, setNamed, specOf } from './set.js'
import { type Sync, sync } from './sync.js'

/** What it is called. */
export const statefulSetControllerName = 'statefulset-controller'

/** The controller; its keys are `namespace/name` of sets. A set that is being deleted does nothing. */
export const statefulSetController = (): Controller<SetWhy> => ({
  name: statefulSetControllerName,
  keysOf: ({ _tag, object }) => {
    const name = isSet(object)
      ? _tag !== 'Deleted' && !isBeingDeleted(object) && object.metadata.name
      : isPod(object) && setOf(object, _tag === 'Deleted')
    return name === false || name === undefined ? [] : [`${namespaceOf(object) ?? ''}/${name}`]
  },
  reconcile: (view) => (key) => {
    const [namespace = '', name = ''] = key.split('/')
    const set = view.get(setNamed(namespace, name))
    const spec = set === undefined || isBeingDeleted(set) ? undefined : specOf(set)
    return set === undefined || spec === undefined ? { requests: [], why: unsaid } : carriedOut(sync(view, set, spec))
  },
})

/** The name of the set that controls a pod, or may adopt one that is there. */
const setOf = (pod: WholeObject, isGone: boolean): string | undefined => {
  const controller = controllerOf(pod)
  if (controller !== undefined) return isReferenceTo('apps', 'StatefulSet', controller) ? controller.name : undefined
  return isGone || isBeingDeleted(pod) ? undefined : memberName(pod.metadata.name)?.set
}

/** Sends the requests of a sync; the first that fails ends it, and it is tried again. */
const carriedOut = ({ acts, waits, due }: Sync): Program<Reconciled<SetWhy>> => {
  const again: Again | undefined = waits
    ? { _tag: 'AfterChange', orAt: due }
    : due === undefined
      ? undefined
      : { _tag: 'At', at: due }
  const reasons = new Map(acts.map(({ request, why }) => [request, why]))
  const why: Reconciled<SetWhy>['why'] = ({ request }) => [reasons.get(request) ?? unsaid]
  const from = (index: number): Program<Reconciled<SetWhy>> => {
    const act = acts[index]
    return act === undefined
      ? done({ why, again })
      : andThen(sent(act), (isSent) =>
          isSent ? from(index + 1) : done({ why, again: { _tag: 'Retry' }, failed: true }),
        )
  }
  return from(0)
}

/** The reason for a request that was never made. */
const unsaid: SetWhy = { _tag: 'SetRevisionMissing', set: '' }

/** Sends one request, unless the object that it makes is there or may be; whether the sync goes on. */
const sent = ({ request, ifAbsent }: Act): Program<boolean> => {
  const send = andThen(call(request), ({ _tag }) => done(_tag === 'Accepted'))
  return ifAbsent === undefined
    ? send
    : { _tag: 'Get', object: ifAbsent, next: ({ _tag }) => (_tag === 'NotFound' ? send : done(true)) }
}
