/**
 * Replays `kubernetes/owner-gc`: the collector observes all objects, then every node is decided by itself, then the queues
 * are run dry.
 */
import { either as E } from 'fp-ts'

import { defaultPolicy, plan } from '../../src/controllers/owner/index.js'
import * as Memory from '../../src/controllers/owner/memory/index.js'
import type { CallFault } from '../../src/execute/index.js'
import { OwnerLoop } from '../../src/simulate/loop/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import type { Fault, RecordedObject, Refused } from './kubernetes-owner.js'
import { attempted, itemOf, objectOf, portOf, scopesOf, serverOf, warningOf } from './kubernetes-owner.js'

interface Input {
  readonly objects: ReadonlyArray<RecordedObject>
  readonly liveObjects?: ReadonlyArray<RecordedObject>
  readonly faults?: ReadonlyArray<Fault>
}

const words: Readonly<Record<string, string>> = {
  Ok: 'ok',
  FoundAbsent: 'virtual-delete-event',
  NamespacedOwnerOfClusterScopedObject: 'namespaced-owner-of-cluster-scoped-object',
  RestMappingError: 'rest-mapping-error',
}

const replay = async (recorded: Case): Promise<Replayed> => {
  const { objects, liveObjects, faults } = recorded.input as Input
  const scopes = scopesOf(recorded)
  const live = (liveObjects ?? objects).map(objectOf)
  const memory = Memory.memoryOf(defaultPolicy)(objects.map(objectOf))
  const attempt = async (work: Memory.Work): Promise<Attempted> => {
    const { world, calls } = serverOf(scopes, live, faults)
    const ask = OwnerLoop.runProgramOn(portOf(world))
    return { calls, of: await ask(Memory.attemptWork(defaultPolicy, scopes)(memory)<Failure>(work))() }
  }
  const decide = async (node: Memory.Node): Promise<object> => {
    const { calls, of } = await attempt({ _tag: 'Delete', item: Memory.itemOf(node) })
    return {
      uid: node.identity.uid,
      result: words[of.result._tag] ?? 'error',
      queueAction: of.queueAction,
      calls,
      ...(of.enqueue.length === 0 ? {} : { enqueueAttemptToDelete: of.enqueue.map(({ uid }) => uid) }),
      ...(of.classification === undefined ? {} : standings(of.classification)),
    }
  }
  const waiting = (items: ReadonlyArray<Memory.QueueItem>): ReadonlyArray<Memory.Node> =>
    items.flatMap((item) => Memory.nodeOfItem(item)(memory) ?? [])
  const virtual = Memory.nodesOf(memory).filter((node) => node.virtual)
  return {
    _tag: 'Replayed',
    tags: [...memory.warnings.map(({ _tag }) => _tag), ...planTags(recorded)],
    actual: {
      warnings: memory.warnings.map(warningOf),
      attemptToDelete: waiting(Memory.itemsToDelete(memory)).map(itemOf),
      attemptToOrphan: waiting(Memory.itemsToOrphan(memory)).map(itemOf),
      virtualNodes: virtual.map(({ identity }) => identity),
      decisions: await Promise.all(
        objects.flatMap(({ metadata: { uid } }) => {
          const node = Memory.nodeOf(uid)(memory)
          return node === undefined ? [] : [decide(node)]
        }),
      ),
      virtualDecisions: await Promise.all(virtual.map(decide)),
      orphanDecisions: await Promise.all(
        Memory.itemsToOrphan(memory).map(async (item) => {
          const { calls, of } = await attempt({ _tag: 'Orphan', item })
          return { uid: item.uid, calls, queueAction: of.queueAction }
        }),
      ),
      attempted: attempted(memory, (now) =>
        Memory.runAttempt(defaultPolicy, scopes)(now)(serverOf(scopes, live, faults).world),
      ),
    },
  }
}

type Failure = Refused | CallFault

/** What an attempt came to, and what it called. */
interface Attempted {
  readonly calls: ReadonlyArray<object>
  readonly of: Memory.Attempt<Failure>
}

/** What the plan says where the API serves just what was seen. */
const planTags = (recorded: Case): ReadonlyArray<string> => {
  const { objects, liveObjects, faults } = recorded.input as Input
  if (liveObjects !== undefined || faults !== undefined) return []
  const planned = plan(defaultPolicy)({
    at: new Date('2026-01-01T12:00:00Z'),
    objects: objects.map(objectOf),
    scopes: scopesOf(recorded).scopes,
    coverage: { _tag: 'Everything' },
  })
  return E.isLeft(planned) ? [] : tagsOf(planned.right)
}

const standings = (classification: NonNullable<Memory.Attempt<Failure>['classification']>): object => ({
  solid: classification.solid.map(({ uid }) => uid),
  dangling: classification.dangling.map(({ uid }) => uid),
  waitingForDependentsDeletion: classification.waiting.map(({ uid }) => uid),
})

/** Decisions of the owner collector on one state of the API. */
export const kubernetesOwnerGc: Shape = {
  shape: 'kubernetes/owner-gc',
  compared: {
    warnings: 'ordered',
    attemptToDelete: 'set',
    attemptToOrphan: 'set',
    virtualNodes: 'set',
    decisions: 'ordered',
    'decisions.*.enqueueAttemptToDelete': 'set',
    virtualDecisions: 'set',
    orphanDecisions: 'set',
    'orphanDecisions.*.calls': 'set',
    attempted: 'set',
  },
  replay,
}
