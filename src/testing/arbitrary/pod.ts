/** Arbitrary clusters for the pod collector: a few pods on a few nodes, some of which exist. */
import * as fc from 'fast-check'

import { millis } from '../../core/index.js'
import type { Coverage } from '../../apiserver/scope.js'
import {
  type Node,
  type Pod,
  type PodCondition,
  type Policy,
  type Snapshot,
  presets,
} from '../../controllers/pod/index.js'
import { second as at } from './instants.js'
import { mostlyKnown, several } from './parts.js'

/** A node with a condition and taints. */
export const node = (name: string, ready: string, ...taints: ReadonlyArray<string>): Node => ({
  metadata: { name },
  spec: { taints: taints.map((key) => ({ key })) },
  status: {
    conditions: [
      { type: 'MemoryPressure', status: 'True' },
      { type: 'Ready', status: ready },
    ],
  },
})

/** The taint of a node that is out of service. */
export const outOfService = 'node.kubernetes.io/out-of-service'

const nodeNames = ['n0', 'n1', 'gone', '__proto__'] as const

const instants = fc.integer({ min: -60, max: 60 }).map((seconds) => at(seconds))

const optionally = <A>(value: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> => fc.option(value, { nil: undefined })

const condition: fc.Arbitrary<PodCondition> = fc.record({
  type: fc.constantFrom('Ready', 'DisruptionTarget'),
  status: fc.constantFrom('True', 'False'),
  reason: fc.constantFrom(undefined, 'DeletionByPodGC', 'Other'),
  lastTransitionTime: optionally(instants),
})

const podOf = (index: number): fc.Arbitrary<Pod> =>
  fc
    .record({
      name: fc.constantFrom('a', 'b', '__proto__'),
      namespace: fc.constantFrom('x', 'y', '__proto__'),
      created: optionally(instants),
      deleted: fc.option(instants, { nil: undefined, freq: 2 }),
      finalizers: fc.constantFrom<ReadonlyArray<string> | undefined>(undefined, undefined, undefined, [
        'example.com/x',
      ]),
      generation: fc.constantFrom(undefined, 0, 2),
      nodeName: fc.constantFrom(undefined, '', ...nodeNames),
      phase: fc.constantFrom(undefined, '', 'Pending', 'Running', 'Succeeded', 'Failed', 'Unknown', 'Other'),
      reason: fc.constantFrom(undefined, 'Evicted'),
      observedGeneration: fc.constantFrom(undefined, 1, 2),
      conditions: optionally(fc.array(condition, { maxLength: 2 })),
      finishedAt: optionally(instants),
    })
    .map(({ name, namespace, created, deleted, finalizers, generation, nodeName, finishedAt, ...status }) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        namespace,
        name,
        uid: `u${index}`,
        creationTimestamp: created,
        deletionTimestamp: deleted,
        finalizers,
        generation,
      },
      spec: { nodeName },
      status: { ...status, containerStatuses: [{ state: { terminated: { finishedAt } } }] },
    }))

/** A few pods with uids of their own. */
export const arbitraryPods: fc.Arbitrary<ReadonlyArray<Pod>> = several(7, podOf)

/** The same, some of them without a uid; their names are distinct. */
const somewhatBarePods: fc.Arbitrary<ReadonlyArray<Pod>> = arbitraryPods.chain((pods) =>
  fc
    .tuple(...pods.map(() => fc.integer({ min: 0, max: 7 })))
    .map((chances) => pods.map((pod, index) => (chances[index] === 0 ? bare(pod, index) : pod))),
)

const bare = (pod: Pod, index: number): Pod => ({
  ...pod,
  metadata: { ...pod.metadata, uid: undefined, name: `bare-${index}` },
})

const arbitraryNodes: fc.Arbitrary<ReadonlyArray<Node>> = fc
  .shuffledSubarray(nodeNames.slice(0, 3))
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .tuple(fc.constantFrom('True', 'False', 'Unknown'), fc.shuffledSubarray([outOfService, 'other']))
          .map(([ready, taints]) => node(name, ready, ...taints)),
      ),
    ),
  )

const arbitraryCoverage: fc.Arbitrary<Coverage> = fc.constantFrom<Coverage>(
  { _tag: 'Everything' },
  { _tag: 'Everything' },
  { _tag: 'Resources', resources: [{ group: '', kind: 'Node', namespaces: 'all' }] },
  { _tag: 'Resources', resources: [{ group: '', kind: 'Pod', namespaces: 'all' }] },
)

const someNodes = fc.shuffledSubarray([...nodeNames])

/** Clusters of pods and nodes, with unknown facts. */
export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = fc.record({
  at: instants,
  pods: somewhatBarePods,
  nodes: arbitraryNodes,
  coverage: arbitraryCoverage,
  apiNodes: mostlyKnown('somebody says so', 1)(someNodes),
  failedLookups: fc.constantFrom(undefined, [], ['gone']),
  memory: fc.record({
    waiting: fc.array(fc.record({ node: fc.constantFrom(...nodeNames), until: instants }), { maxLength: 3 }),
    ripe: someNodes,
  }),
})

/** Policies near the boundaries of decisions. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc
  .record({
    preset: fc.constantFrom(...Object.values(presets)),
    controller: fc.constantFrom('on' as const, 'on' as const, 'on' as const, 'off' as const),
    terminatedPodGcThreshold: fc.integer({ min: -1, max: 5 }),
    quarantine: fc.constantFrom(0, 20_000, 40_000).map(millis),
    finish: fc.boolean(),
    terminatedShares: fc.constantFrom('cluster' as const, 'namespace' as const),
  })
  .map(({ preset, finish, ...more }) => ({
    ...preset,
    ...more,
    terminatedOrder: finish ? 'finish-time' : preset.terminatedOrder,
  }))
