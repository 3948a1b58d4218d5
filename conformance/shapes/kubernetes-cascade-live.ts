/**
 * Replays `kubernetes/cascade-live`: requests to a cluster with the API server and the owner collector at work.
 */
import { either as E } from 'fp-ts'

import type { Answer, DeleteOptions, WholeObject } from '../../src/apiserver/index.js'
import type { OutsideRequest, Phase, PhaseOutcome } from '../../src/simulate/cascade/index.js'
import { simulate } from '../../src/simulate/cascade/index.js'
import type { OwnerReference } from '../../src/apiserver/object.js'
import { defaultPolicy } from '../../src/controllers/owner/index.js'
import type { Scope } from '../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import type { Case, Replayed, Shape } from '../shape.js'

type Operation =
  | { readonly op: 'delete'; readonly uid: string; readonly policy: string | null }
  | { readonly op: 'removeFinalizer'; readonly uid: string; readonly finalizer: string }
  | { readonly op: 'dropOwners'; readonly uid: string }
  | { readonly op: 'create'; readonly object: WholeObject }

interface Input {
  readonly mode: 'warm' | 'cold'
  readonly objects: ReadonlyArray<WholeObject>
  readonly phases: ReadonlyArray<ReadonlyArray<Operation>>
}

/** The kinds of the recordings that are no part of Kubernetes. */
const custom: ReadonlyArray<Scope> = [
  { kind: 'Widget', resource: 'widgets', namespaced: true },
  { kind: 'ClusterWidget', resource: 'clusterwidgets', namespaced: false },
].map((scope) => ({ ...scope, apiVersion: 'example.com/v1', strategicMergePatch: false }))

const replay = (recorded: Case): Promise<Replayed> => {
  const { mode, objects, phases } = recorded.input as Input
  const played = phases.map((operations) => operations.map(requestOf))
  const quiet = { pods: 'held' } as const
  const warm: ReadonlyArray<Phase> = [
    { requests: creations(objects), collector: 'runs', ...quiet },
    ...played.map((requests): Phase => ({ requests, collector: 'runs', ...quiet })),
    { requests: [], collector: 'restarts', ...quiet },
  ]
  const [first = [], ...others] = played
  const cold: ReadonlyArray<Phase> = [
    { requests: [...creations(objects), ...first], collector: 'stopped', ...quiet },
    { requests: [], collector: 'restarts', ...quiet },
    ...others.map((requests): Phase => ({ requests, collector: 'runs', ...quiet })),
  ]
  const outcomes = simulate(defaultPolicy)(mode === 'warm' ? warm : cold)({
    at: new Date('2026-01-01T12:00:00Z'),
    objects: [],
    scopes: [...scopes_1_36.scopes, ...custom],
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(outcomes))
    return Promise.resolve({ _tag: 'Skipped', because: `the snapshot was refused: ${JSON.stringify(outcomes.left)}` })
  const names = new Set(objects.map(({ metadata }) => metadata.uid))
  const before = creations(objects).length
  return Promise.resolve({ _tag: 'Replayed', actual: answersOf(mode, names, before, phases, outcomes.right) })
}

const requestOf = (operation: Operation): OutsideRequest => {
  switch (operation.op) {
    case 'delete':
      return { _tag: 'Delete', uid: operation.uid, options: optionsOf(operation.policy) }
    case 'removeFinalizer':
      return { _tag: 'RemoveFinalizer', uid: operation.uid, finalizer: operation.finalizer }
    case 'dropOwners':
      return { _tag: 'SetOwners', uid: operation.uid, ownerReferences: [] }
    case 'create':
      return { _tag: 'Create', object: operation.object }
  }
}

const optionsOf = (policy: string | null): DeleteOptions => (policy === null ? {} : { propagationPolicy: policy })

const ownersOf = ({ metadata }: WholeObject): ReadonlyArray<OwnerReference> => metadata.ownerReferences ?? []

/** An owner that is created later is named once it is there; one that is never created is named from the start. */
const isLater = (objects: ReadonlyArray<WholeObject>, index: number, { uid }: OwnerReference): boolean =>
  objects.findIndex(({ metadata }) => metadata.uid === uid) >= index

/** How the objects come to be: created one by one, then owners that were not there yet are named. */
const creations = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<OutsideRequest> => [
  ...objects.map((object, index): OutsideRequest => ({
    _tag: 'Create',
    object: {
      ...object,
      metadata: {
        ...object.metadata,
        ownerReferences: ownersOf(object).filter((reference) => !isLater(objects, index, reference)),
      },
    },
  })),
  ...laterOwners(objects),
]

const laterOwners = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<OutsideRequest> =>
  objects.flatMap((object, index): ReadonlyArray<OutsideRequest> =>
    ownersOf(object).some((reference) => isLater(objects, index, reference))
      ? [{ _tag: 'SetOwners', uid: object.metadata.uid, ownerReferences: ownersOf(object) }]
      : [],
  )

const answersOf = (
  mode: Input['mode'],
  names: Set<string>,
  before: number,
  phases: Input['phases'],
  outcomes: ReadonlyArray<PhaseOutcome>,
): unknown => {
  const asked = mode === 'warm' ? outcomes.slice(1, -1) : [outcomes[0], ...outcomes.slice(2)]
  const skipped = (index: number): number => (mode === 'cold' && index === 0 ? before : 0)
  const snapshots = outcomes.map(({ objects }, index) => {
    for (const { metadata } of objects) names.add(metadata.uid)
    const seen = new Map(objects.map((object) => [object.metadata.uid, object]))
    return {
      at: nameOf(mode, index, outcomes.length),
      objects: Object.fromEntries([...names].map((uid) => [uid, stateOf(seen.get(uid))])),
    }
  })
  const warned = outcomes.flatMap(({ warnings }) => warnings.map(({ involvedObject }) => involvedObject.id))
  return {
    statusCodes: phases.map((operations, index) =>
      (asked[index]?.answers ?? []).slice(skipped(index), skipped(index) + operations.length).map(codeOf),
    ),
    snapshots,
    ownerRefInvalidNamespaceWarnings: [...new Set(warned)],
  }
}

const codeOf = ({ code }: Answer): number => code

const nameOf = (mode: Input['mode'], index: number, count: number): string => {
  if (index === 0) return mode === 'warm' ? 'settled' : 'beforeCollector'
  return mode === 'warm' && index === count - 1 ? 'afterCollectorRestart' : `phase${index - 1}`
}

/** What the recording shows of an object; null when it is gone. */
export const stateOf = (object: WholeObject | undefined): unknown => {
  if (object === undefined) return null
  const { finalizers = [], deletionTimestamp, deletionGracePeriodSeconds } = object.metadata
  const owners = ownersOf(object).map(({ uid, controller, blockOwnerDeletion }) => ({
    uid,
    ...(controller === undefined ? {} : { controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  }))
  return {
    ...(owners.length === 0 ? {} : { ownerReferences: owners }),
    ...(finalizers.length === 0 ? {} : { finalizers }),
    ...(deletionTimestamp === undefined ? {} : { deleting: true }),
    ...(deletionGracePeriodSeconds === undefined ? {} : { grace: deletionGracePeriodSeconds }),
  }
}

/** The shape. */
export const kubernetesCascadeLive: Shape = {
  shape: 'kubernetes/cascade-live',
  compared: { statusCodes: 'ordered', snapshots: 'ordered', ownerRefInvalidNamespaceWarnings: 'set' },
  replay,
}
