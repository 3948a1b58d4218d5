/**
 * Replays `kubernetes/cascade-live-actors`: requests to a cluster with all its controllers at work.
 */
import { either as E } from 'fp-ts'

import { type Answer, type DeleteOptions, type WholeObject, scopes_1_36 } from '../../src/apiserver/index.js'
import {
  type OutsideRequest,
  type Phase,
  type PhaseOutcome,
  recordedControllers,
  simulate,
} from '../../src/simulate/cascade/index.js'
import { endpointsController } from '../../src/controllers/endpoints/controller.js'
import { defaultPolicy } from '../../src/controllers/owner/index.js'
import type { OwnerReference } from '../../src/apiserver/object.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { refusalIn, unreadPolicy } from './actors/admission.js'
import { creations } from './actors/creations.js'
import { type Names, namesIn, stateOf } from './actors/state.js'

type Operation =
  | { readonly op: 'delete'; readonly uid: string; readonly policy: string | null; readonly grace?: number }
  | { readonly op: 'removeFinalizer' | 'removeSpecFinalizer'; readonly uid: string; readonly finalizer: string }
  | { readonly op: 'dropOwners'; readonly uid: string }
  | { readonly op: 'setOwners'; readonly uid: string; readonly ownerReferences: ReadonlyArray<OwnerReference> }
  | { readonly op: 'setPhase'; readonly uid: string; readonly phase: string }
  | { readonly op: 'bind'; readonly uid: string; readonly node: string }
  | { readonly op: 'patch'; readonly uid: string; readonly patch: unknown }
  | { readonly op: 'create'; readonly object: WholeObject }

interface Input {
  /** `cold`: the controllers start when the objects are there already, as they are given. */
  readonly mode: 'warm' | 'cold'
  readonly objects: ReadonlyArray<WholeObject>
  readonly phases: ReadonlyArray<ReadonlyArray<Operation>>
}

const replay = (recorded: Case): Promise<Replayed> => {
  const { mode, objects, phases } = recorded.input as Input
  const isCold = mode === 'cold'
  const unread = unreadPolicy(objects)
  if (unread !== undefined)
    return Promise.resolve({ _tag: 'Skipped', because: `an admission policy is not understood: ${unread}` })
  const given = [
    ...objects,
    ...phases.flat().flatMap((operation) => (operation.op === 'create' ? [operation.object] : [])),
  ]
  const names = namesIn(given)
  const quiet = { collector: 'runs', pods: 'held' } as const
  const played: ReadonlyArray<Phase> = [
    { requests: isCold ? [] : creations(objects), ...quiet },
    ...phases.map((operations): Phase => ({
      requests: (present) => {
        names.meet(present)
        return operations.map((operation) => requestOf(operation, present, names))
      },
      ...quiet,
    })),
  ]
  const outcomes = simulate(defaultPolicy, {
    controllers: isCold ? recordedControllers().map(starting) : recordedControllers(),
    admitDelete: refusalIn,
  })(played)({
    at: new Date('2026-01-01T12:00:00Z'),
    objects: isCold ? [...surroundings, ...objects] : surroundings,
    scopes: [...scopes_1_36.scopes, ...custom],
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(outcomes))
    return Promise.resolve({ _tag: 'Skipped', because: `the snapshot was refused: ${JSON.stringify(outcomes.left)}` })
  return Promise.resolve({ _tag: 'Replayed', actual: answersOf(names, outcomes.right) })
}

/** Of the controllers, one acts otherwise when it starts. */
const starting = (controller: ReturnType<typeof recordedControllers>[number]): typeof controller =>
  controller.name === endpointsController().name ? endpointsController({ isStarting: true }) : controller

/** Kinds that no case defines: those of the recordings that are no part of Kubernetes, and one behind a feature gate. */
const custom = [
  { apiVersion: 'example.com/v1', kind: 'Widget', resource: 'widgets', namespaced: true },
  { apiVersion: 'example.com/v1', kind: 'ClusterWidget', resource: 'clusterwidgets', namespaced: false },
  { apiVersion: 'scheduling.k8s.io/v1alpha2', kind: 'PodGroup', resource: 'podgroups', namespaced: true },
].map((scope) => ({ ...scope, strategicMergePatch: false }))

/** Nodes that are there unless a case has its own. */
const surroundings: ReadonlyArray<WholeObject> = ['n1', 'n2'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: `surrounding-${name}` },
}))

const requestOf = (operation: Operation, present: ReadonlyArray<WholeObject>, names: Names): OutsideRequest => {
  if (operation.op === 'create') return { _tag: 'Create', object: operation.object }
  const uid = names.uidOf(operation.uid)
  switch (operation.op) {
    case 'delete':
      return { _tag: 'Delete', uid, options: optionsOf(operation, uid) }
    case 'removeFinalizer':
      return { _tag: 'RemoveFinalizer', uid, finalizer: operation.finalizer }
    case 'removeSpecFinalizer':
      return {
        _tag: 'Finalize',
        uid,
        finalizers: specFinalizersOf(present, uid).filter((one) => one !== operation.finalizer),
      }
    case 'dropOwners':
      return { _tag: 'SetOwners', uid, ownerReferences: [] }
    case 'setOwners':
      return { _tag: 'SetOwners', uid, ownerReferences: operation.ownerReferences }
    case 'setPhase':
      return { _tag: 'Patch', uid, patch: { status: { phase: operation.phase } } }
    case 'bind':
      return { _tag: 'Bind', uid, node: operation.node }
    case 'patch':
      return { _tag: 'Patch', uid, patch: operation.patch }
  }
}

const optionsOf = ({ policy, grace }: Extract<Operation, { readonly op: 'delete' }>, uid: string): DeleteOptions => ({
  ...(policy === null ? {} : { propagationPolicy: policy }),
  ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
  preconditions: { uid },
})

const specFinalizersOf = (present: ReadonlyArray<WholeObject>, uid: string): ReadonlyArray<string> => {
  const spec = present.find(({ metadata }) => metadata.uid === uid)?.spec as {
    readonly finalizers?: ReadonlyArray<string>
  }
  return spec.finalizers ?? []
}

const answersOf = (names: Names, outcomes: ReadonlyArray<PhaseOutcome>): unknown => {
  for (const { objects } of outcomes) names.meet(objects)
  const met = new Set<string>()
  return {
    statusCodes: outcomes.slice(1).map(({ answers }) => answers.map(({ code }: Answer) => code)),
    snapshots: outcomes.map(({ objects }, index) => {
      const seen = new Map(objects.map((object) => [object.metadata.uid, object]))
      for (const uid of seen.keys()) met.add(uid)
      // What a controller makes is shown from then on; what is given is shown from the start.
      const shown = names.all().filter(([name, uid]) => name === uid || met.has(uid))
      return {
        at: index === 0 ? 'settled' : `phase${index - 1}`,
        objects: Object.fromEntries(shown.map(([name, uid]) => [name, stateOf(seen.get(uid), names)])),
      }
    }),
  }
}

/** The shape. */
export const kubernetesCascadeLiveActors: Shape = {
  shape: 'kubernetes/cascade-live-actors',
  compared: { statusCodes: 'ordered', snapshots: 'ordered' },
  replay,
}
