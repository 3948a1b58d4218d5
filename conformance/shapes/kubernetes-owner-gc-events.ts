/**
 * Replays `kubernetes/owner-gc-events`: events and attempts one after the other, and the whole memory after each of them.
 */
import { defaultPolicy } from '../../src/controllers/owner/index.js'
import * as Memory from '../../src/controllers/owner/memory/index.js'
import type { KubeObject } from '../../src/apiserver/object.js'
import type { ScopeTable } from '../../src/apiserver/scope.js'
import type { CallFault } from '../../src/execute/index.js'
import { OwnerLoop } from '../../src/simulate/loop/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import type { RecordedObject, Refused } from './kubernetes-owner.js'
import { itemOf, objectOf, portOf, scopesOf, serverOf, warningOf } from './kubernetes-owner.js'

type RecordedStep =
  | { readonly op: 'apiDelete'; readonly uid: string }
  | {
      readonly op: 'observe'
      readonly type: 'add' | 'update' | 'delete'
      readonly object: RecordedObject
      readonly old?: RecordedObject
    }
  | { readonly op: 'processVirtualDeletes' }
  | { readonly op: 'attemptToDelete'; readonly node: Memory.Identity; readonly virtual: boolean }
  | { readonly op: 'attemptToOrphan'; readonly node: Memory.Identity }

interface Input {
  readonly apiObjects: ReadonlyArray<RecordedObject>
  readonly steps: ReadonlyArray<RecordedStep>
}

/** What the API serves, what the collector remembers, and what it called in the last step. */
interface State {
  readonly served: ReadonlyArray<KubeObject>
  readonly memory: Memory.Memory
  readonly calls: ReadonlyArray<object>
}

const take = async (scopes: ScopeTable, { served, memory }: State, step: RecordedStep): Promise<State> => {
  switch (step.op) {
    case 'apiDelete':
      return { served: without(served, step.uid), memory, calls: [] }
    case 'observe': {
      const object = objectOf(step.object)
      return {
        served: afterEvent(step.type, object, served),
        memory: Memory.observe(defaultPolicy)(observationOf(step.type, object, step.old))(memory),
        calls: [],
      }
    }
    case 'processVirtualDeletes':
      return { served, memory: Memory.observeVirtualDeletes(memory), calls: [] }
    case 'attemptToDelete':
      return {
        served,
        ...(await attempt(scopes, served, memory, 'Delete', Memory.itemsToDelete(memory), step.node, step.virtual)),
      }
    case 'attemptToOrphan':
      return {
        served,
        ...(await attempt(scopes, served, memory, 'Orphan', Memory.itemsToOrphan(memory), step.node, false)),
      }
  }
}

/** What the API serves when an event arrives; the news of an addition may be old. */
const afterEvent = (
  type: 'add' | 'update' | 'delete',
  object: KubeObject,
  served: ReadonlyArray<KubeObject>,
): ReadonlyArray<KubeObject> => {
  if (type === 'add') return served
  const others = without(served, object.metadata.uid)
  return type === 'delete' ? others : [...others, object]
}

const without = (served: ReadonlyArray<KubeObject>, uid: string): ReadonlyArray<KubeObject> =>
  served.filter(({ metadata }) => metadata.uid !== uid)

const observationOf = (type: string, object: KubeObject, old: RecordedObject | undefined): Memory.Observation => {
  switch (type) {
    case 'add':
      return Memory.added(object)
    case 'update':
      return Memory.updated(object, old === undefined ? undefined : objectOf(old))
    default:
      return Memory.deleted(object)
  }
}

const attempt = async (
  scopes: ScopeTable,
  served: ReadonlyArray<KubeObject>,
  memory: Memory.Memory,
  queue: Memory.Work['_tag'],
  items: ReadonlyArray<Memory.QueueItem>,
  wanted: Memory.Identity,
  virtual: boolean,
): Promise<Pick<State, 'memory' | 'calls'>> => {
  const item = items.find((waiting) => {
    const node = Memory.nodeOfItem(waiting)(memory)
    return (
      node?.virtual === virtual &&
      (Object.keys(parts) as (keyof Memory.Identity)[]).every((part) => node.identity[part] === wanted[part])
    )
  })
  if (item === undefined) throw new Error(`${wanted.uid} does not wait`)
  const work: Memory.Work = { _tag: queue, item }
  const { world, calls } = serverOf(scopes, served)
  const ask = OwnerLoop.runProgramOn(portOf(world))
  const done = await ask(Memory.attemptWork(defaultPolicy, scopes)(memory)<Refused | CallFault>(work))()
  const settled = Memory.foldAttempt(done)(Memory.takeWork(work)(memory))
  return { calls, memory: done.queueAction === 'requeue' ? Memory.returnWork(work)(settled) : settled }
}

const parts: Readonly<Record<keyof Memory.Identity, true>> = {
  apiVersion: true,
  kind: true,
  namespace: true,
  name: true,
  uid: true,
}

const describe = ({ memory, calls }: State): object => {
  const waiting = (items: ReadonlyArray<Memory.QueueItem>): ReadonlyArray<object> =>
    items.flatMap((item) => Memory.nodeOfItem(item)(memory) ?? []).map(itemOf)
  return {
    nodes: Memory.nodesOf(memory).map(describeNode),
    attemptToDelete: waiting(Memory.itemsToDelete(memory)),
    attemptToOrphan: waiting(Memory.itemsToOrphan(memory)),
    warnings: unlessEmpty(memory.warnings.map(warningOf)),
    calls: unlessEmpty(calls),
    pendingVirtualDeletes: unlessEmpty(Memory.pendingVirtualDeletes(memory)),
    absentOwners: unlessEmpty(Memory.absentOwners(memory)),
  }
}

const describeNode = (node: Memory.Node): object => ({
  ...itemOf(node),
  beingDeleted: node.beingDeleted ? true : undefined,
  deletingDependents: node.deletingDependents ? true : undefined,
  owners: unlessEmpty(node.owners.map(({ uid }) => uid)),
  dependents: unlessEmpty(Memory.dependentsOf(node)),
})

const unlessEmpty = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (list.length === 0 ? undefined : list)

const replay = async (recorded: Case): Promise<Replayed> => {
  const { apiObjects, steps } = recorded.input as Input
  const scopes = scopesOf(recorded)
  const states: (object | null)[] = []
  let state: State = { served: apiObjects.map(objectOf), memory: Memory.emptyMemory, calls: [] }
  for (const step of steps) {
    state = await take(scopes, state, step)
    states.push(step.op === 'apiDelete' ? null : describe(state))
  }
  return { _tag: 'Replayed', actual: { states } }
}

/** The memory of the owner collector after each of a row of events. */
export const kubernetesOwnerGcEvents: Shape = {
  shape: 'kubernetes/owner-gc-events',
  compared: {
    states: 'ordered',
    'states.*.attemptToDelete': 'set',
    'states.*.attemptToOrphan': 'set',
    'states.*.nodes': 'ordered',
    'states.*.nodes.*.dependents': 'set',
    'states.*.absentOwners': 'set',
    'states.*.calls': 'set',
  },
  replay,
}
