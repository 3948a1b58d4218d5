/**
 * Pod garbage collection as a controller: it looks at pods and nodes when one may have to go, and again when a quarantine
 * ends.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go Run
 */
import { known, unknown } from '../../core/knowledge.js'
import * as fp from '../../core/fp.js'
import { removalsOf } from '../../core/plan.js'
import { type WholeObject, groupOf, isBeingDeleted, isPod, nodeNameOf } from '../../apiserver/object.js'
import type { Coverage } from '../../apiserver/scope.js'
import type { Again, Controller, Reconciled, View } from '../controller.js'
import { type Program, andThen, call, done, inTurn } from '../program.js'
import { callsOf } from './action.js'
import { node, pod } from './check.js'
import { type Memory, emptyMemory } from './memory.js'
import type { Policy } from './policy.js'
import type { Reason, Removal } from './reason.js'
import type { Node, Pod } from './snapshot.js'
import { step } from './step.js'
import { isOutOfService } from './pass-out-of-service.js'

/** Why pod garbage collection marks or deletes a pod. */
export type PodGcWhy =
  | { readonly _tag: 'PodCollected'; readonly reason: Reason }
  /** Nothing but that it was asked for is known. */
  | { readonly _tag: 'Requested' }

/** The controller; it has one key. Where no node is shown, none counts as gone. */
export const podController = (policy: Policy): Controller<PodGcWhy> => withMemory(policy, emptyMemory, false)

const onlyKey: ReadonlyArray<string> = ['run']
const nothing: ReadonlyArray<string> = []

interface Looked extends Reconciled<PodGcWhy> {
  readonly memory: Memory
  /** A node is out of service, so that pods of it are deleted as soon as they terminate. */
  readonly hasLostNode: boolean
}

const hasMemory = (reconciled: Reconciled<unknown>): reconciled is Looked => 'memory' in reconciled

const withMemory = (policy: Policy, memory: Memory, hasLostNode: boolean): Controller<PodGcWhy> => {
  const controller: Controller<PodGcWhy> = {
    name: 'pod-garbage-collector',
    /** @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go Run */
    retries: 'refusals',
    watches: ['Pod', 'Node'],
    keysOf: ({ _tag, object }) =>
      concerns(_tag, object) || (hasLostNode && isPod(object) && isBeingDeleted(object)) ? onlyKey : nothing,
    reconcile: (view) => () => looked(policy, memory, view),
    fold: ({ finished }) => {
      const last = finished.filter(hasMemory).at(-1)
      return last === undefined ? controller : withMemory(policy, last.memory, last.hasLostNode)
    },
  }
  return controller
}

/** A node that goes or is tainted, and pods that are bound when they come in, or are terminating without a node. */
const concerns = (_tag: 'Added' | 'Updated' | 'Deleted', object: WholeObject): boolean => {
  if (isPod(object)) {
    if (_tag === 'Deleted') return false
    return nodeNameOf(object) === undefined ? isBeingDeleted(object) : _tag === 'Added'
  }
  return object.kind === 'Node' && groupOf(object.apiVersion) === ''
}

/** What cannot be read of pods and nodes is left alone. */
const looked = (policy: Policy, memory: Memory, view: View): Program<Looked> => {
  const nodes = view.listOf('', 'Node').filter(isNode)
  const pods = view.listOf('', 'Pod').filter(isListedPod)
  const hasLostNode = nodes.some(isOutOfService)
  const isShown = nodes.length > 0 && view.covers('v1', 'Node')
  const apiNodes = isShown ? known(nodes.map(({ metadata }) => metadata.name)) : unknown
  const coverage: Coverage = isShown ? { _tag: 'Everything' } : { _tag: 'Resources', resources: [] }
  return fp.pipe(
    step(policy)({ at: view.at, pods, nodes, coverage, apiNodes })(memory),
    fp.match(
      () => done<Looked>({ memory, hasLostNode, why: () => [unread] }),
      ({ plan, memory: next }) => {
        const due = fp.getOptionOrElse(() => undefined)(plan.wakeAt)
        return deleteEach(
          view,
          removalsOf(plan),
          { memory: next, hasLostNode },
          due === undefined ? undefined : { _tag: 'At', at: due },
        )
      },
    ),
  )
}

const isNode = (object: WholeObject): object is WholeObject & Node => node.holds(object)
/** A pod without a specification may be bound to any node. */
const isListedPod = (object: WholeObject): object is WholeObject & Pod => object.spec !== undefined && pod.holds(object)

const unread: PodGcWhy = { _tag: 'Requested' }

const deleteEach = (
  view: View,
  removals: ReadonlyArray<Removal>,
  kept: Pick<Looked, 'memory' | 'hasLostNode'>,
  again: Again | undefined,
): Program<Looked> => {
  const reasons = new Map(removals.map(({ target, reasons: [reason] }) => [target.id, reason]))
  const end = done<Looked>({
    ...kept,
    again,
    why: ({ before }) => {
      const reason = reasons.get(before.metadata.uid)
      return [reason === undefined ? unread : { _tag: 'PodCollected', reason }]
    },
  })
  return andThen(inTurn(removals.map((removal) => () => removed(view, removal))), () => end)
}

/** A pod that can't be marked is not deleted either. */
const removed = (view: View, { target, actions }: Removal): Program<unknown> => {
  const pod = view.find(target.id)
  const calls = pod === undefined ? [] : actions.flatMap((action) => callsOf(action, pod, view))
  return calls.reduceRight<Program<unknown>>(
    (rest, { request }) => andThen(call(request), ({ _tag }) => (_tag === 'Accepted' ? rest : done(undefined))),
    done(undefined),
  )
}
