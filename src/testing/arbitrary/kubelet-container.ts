/**
 * Arbitrary nodes and policies for the container collector: few pods, names and instants, so that evict units fill up,
 * ages tie and targets meet.
 */
import * as fc from 'fast-check'
import { option as O } from 'fp-ts'

import {
  type Container,
  type ContainerState,
  type LinkStatus,
  type LogLink,
  type PodState,
  type Policy,
  type Sandbox,
  type Snapshot,
  defaultPolicy,
} from '../../kubelet/container/index.js'
import { type Knowledge, known, millis, unknown } from '../../core/index.js'
import { minute } from './instants.js'
import { mostlyKnown, several } from './parts.js'

const states: ReadonlyArray<ContainerState> = [
  'CONTAINER_EXITED',
  'CONTAINER_EXITED',
  'CONTAINER_EXITED',
  'CONTAINER_CREATED',
  'CONTAINER_UNKNOWN',
  'CONTAINER_RUNNING',
]
/** Every pod uid that is used. */
export const uids: ReadonlyArray<string> = ['', 'u1', 'u2', 'u3', '__proto__', 'constructor']
const uid = fc.constantFrom(...uids)
const sandboxIds = ['s1', 's2', 's3', 's4', '__proto__']
/** Any time, or one at which a minimum age of a policy below ends with the reading, a moment before or after. */
const created: fc.Arbitrary<Date> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -60, max: 75 }).map(minute) },
  { weight: 1, arbitrary: fc.constantFrom(30, 59, 60).map(minute) },
)

const container = (index: number): fc.Arbitrary<Container> =>
  fc.record({
    id: fc.constant(`container${index}`),
    sandboxId: fc.constantFrom(...sandboxIds),
    podUid: uid,
    name: fc.constantFrom('app', 'sidecar', '__proto__'),
    state: fc.constantFrom(...states),
    createdAt: created,
    identified: fc.boolean(),
  })

const sandbox = (id: string): fc.Arbitrary<Sandbox> =>
  fc.record({
    id: fc.constant(id),
    podUid: uid,
    state: fc.constantFrom('SANDBOX_READY', 'SANDBOX_NOTREADY', 'SANDBOX_NOTREADY'),
    createdAt: created,
  })

/** A fact that was observed. */
const seen: fc.Arbitrary<Knowledge<boolean>> = fc.boolean().map(known)

/** What may be known of one fact. */
const standing = mostlyKnown('somebody says so', 4)(fc.boolean())

const pods = (fact: fc.Arbitrary<Knowledge<boolean>>): fc.Arbitrary<ReadonlyArray<PodState>> =>
  fc.uniqueArray(fc.record({ uid, contentRemoved: fact, runtimeRemoved: fact }), { selector: (pod) => pod.uid })

const linkStatuses: ReadonlyArray<LinkStatus> = [...new Set(states), 'Nil', 'Gone']

const links: fc.Arbitrary<ReadonlyArray<LogLink>> = fc.uniqueArray(
  fc.record({
    path: fc
      .oneof(
        fc.nat({ max: 8 }).map((index) => `pod_ns_app-container${index}`),
        fc.constantFrom('pod_ns_app-short', 'plain', 'pod-', '-abcdef'),
      )
      .chain((name) => fc.constantFrom('.log', '.log', '.log', '').map((end) => `/var/log/containers/${name}${end}`)),
    targetExists: fc.boolean(),
    containerStatus: fc.option(fc.constantFrom(...linkStatuses)).map(O.fromNullable),
  }),
  { selector: (link) => link.path },
)

/** Nodes whose facts are known, assumed or unknown, as given. */
export const snapshotsWith = (fact: fc.Arbitrary<Knowledge<boolean>>): fc.Arbitrary<Snapshot> =>
  fc.record({
    at: fc.constant(minute(60)),
    allSourcesReady: fc.oneof(
      { weight: 4, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    pods: pods(fact),
    containers: several(14, container),
    sandboxes: fc.shuffledSubarray(sandboxIds).chain((ids) => fc.tuple(...ids.map(sandbox))),
    logDirectories: fc.uniqueArray(fc.tuple(fc.constantFrom('ns_pod_', ''), uid).map((parts) => parts.join(''))),
    logLinks: links,
  })

/** Nodes whose every pod is listed and observed. */
export const observed: fc.Arbitrary<Snapshot> = fc
  .tuple(
    snapshotsWith(fc.constant(unknown)),
    fc.tuple(...uids.map((each) => fc.record({ uid: fc.constant(each), contentRemoved: seen, runtimeRemoved: seen }))),
  )
  .map(([snapshot, pods]) => ({ ...snapshot, pods }))

/** Snapshots of nodes on which some facts are known. */
export const snapshots: fc.Arbitrary<Snapshot> = snapshotsWith(standing)

/** Policies near the boundaries of decisions. */
export const policies: fc.Arbitrary<Policy> = fc.record({
  minAge: fc.constantFrom(0, 1, 60_000, 1_800_000, 9_000_000_000_000_000).map(millis),
  maxPerPodContainer: fc.integer({ min: -1, max: 3 }),
  maxContainers: fc.integer({ min: -1, max: 8 }),
  evictNonDeletedPods: fc.boolean(),
  unidentified: fc.constantFrom('unit', 'removed-first'),
  excessOrder: fc.constantFrom('oldest-first', 'newest-first'),
  wholeUnitOrder: fc.constantFrom('as-listed', 'by-age'),
  sandboxes: fc.constantFrom('collected', 'collected', 'untouched'),
  logDirectories: fc.constantFrom('collected', 'collected', 'untouched'),
  deadLinks: fc.constantFrom('by-status', 'unconditional'),
})

/** Nodes with many dead containers in few units, to exercise the node limit. */
export const crowdedWith = (fact: fc.Arbitrary<Knowledge<boolean>>): fc.Arbitrary<Snapshot> =>
  fc
    .tuple(
      snapshotsWith(fact),
      fc.array(fc.tuple(fc.constantFrom('u1', 'u2', 'u3'), fc.constantFrom('app', 'app', 'sidecar'), created), {
        minLength: 4,
        maxLength: 12,
      }),
    )
    .map(([snapshot, dead]) => ({
      ...snapshot,
      allSourcesReady: true,
      containers: dead.map(([podUid, name, createdAt], index) => ({
        id: `container${index}`,
        sandboxId: 's1',
        podUid,
        name,
        state: 'CONTAINER_EXITED',
        createdAt,
        identified: true,
      })),
    }))

/** Policies with a node limit and nothing else. */
export const limitsOfTheNode: fc.Arbitrary<Policy> = fc
  .integer({ min: 0, max: 8 })
  .map((maxContainers) => ({ ...defaultPolicy, maxPerPodContainer: -1, maxContainers }))

/** Policies of current kubelets. */
export const modernPolicies: fc.Arbitrary<Policy> = policies.map((policy) => ({
  ...policy,
  unidentified: 'unit',
  excessOrder: 'oldest-first',
  wholeUnitOrder: 'as-listed',
  sandboxes: 'collected',
  logDirectories: 'collected',
  deadLinks: 'by-status',
}))
