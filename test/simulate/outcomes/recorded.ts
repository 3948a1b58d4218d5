/** Recordings of runs that ended differently, and how they are explored. */
import { readFileSync } from 'node:fs'
import { either as E } from 'fp-ts'

import { creations } from '../../../conformance/shapes/actors/creations.js'
import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type OutsideRequest, recordedControllers, simulate } from '../../../src/simulate/cascade/index.js'
import { type ExploredOutcomes, type OutcomeOptions, exploreOutcomes } from '../../../src/simulate/outcomes/index.js'

type Operation =
  | { readonly op: 'create'; readonly object: WholeObject }
  | { readonly op: 'delete'; readonly uid: string; readonly policy: string | null; readonly grace?: number }
  | { readonly op: 'removeFinalizer'; readonly uid: string; readonly finalizer: string }

export interface Outcome {
  readonly statusCodes: ReadonlyArray<ReadonlyArray<number>>
  readonly snapshots: ReadonlyArray<{ readonly at: string; readonly objects: Readonly<Record<string, unknown>> }>
}

export interface Recorded {
  readonly name: string
  readonly input: {
    readonly objects: ReadonlyArray<WholeObject>
    readonly phases: ReadonlyArray<ReadonlyArray<Operation>>
  }
  readonly expected: { readonly oneOf: ReadonlyArray<Outcome> }
}

export const casesOf = (file: string): ReadonlyArray<Recorded> => {
  const read = JSON.parse(readFileSync(new URL(`../../../vectors/${file}`, import.meta.url), 'utf8')) as {
    readonly cases: ReadonlyArray<Recorded>
  }
  return read.cases
}

const requestOf = (operation: Operation): OutsideRequest => {
  switch (operation.op) {
    case 'create':
      return { _tag: 'Create', object: operation.object }
    case 'removeFinalizer':
      return { _tag: 'RemoveFinalizer', uid: operation.uid, finalizer: operation.finalizer }
    case 'delete': {
      const { uid, policy, grace } = operation
      return {
        _tag: 'Delete',
        uid,
        options: {
          ...(policy === null ? {} : { propagationPolicy: policy }),
          ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
          preconditions: { uid },
        },
      }
    }
  }
}

export const scopes = [
  ...scopes_1_36.scopes,
  ...[
    { kind: 'Widget', resource: 'widgets', namespaced: true },
    { kind: 'ClusterWidget', resource: 'clusterwidgets', namespaced: false },
  ].map((scope) => ({ ...scope, apiVersion: 'example.com/v1', strategicMergePatch: false })),
]
const surroundings: ReadonlyArray<WholeObject> = ['n1', 'n2'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: `surrounding-${name}` },
}))
const shown = { at: new Date('2026-01-01T12:00:00Z'), scopes, coverage: { _tag: 'Everything' } } as const

/** Where the recording starts to differ: with what was created, or with the requests. */
export const isOpenFromTheStart = ({ expected: { oneOf } }: Recorded): boolean =>
  new Set(oneOf.map(({ snapshots }) => JSON.stringify(snapshots[0]))).size > 1

type Controllers = ReturnType<typeof recordedControllers>

/** Courses by lot, so many from each start. */
export const drawnBy = (recorded: Recorded, controllers: Controllers, samples: number): ReturnType<typeof exploredBy> =>
  exploredBy(recorded, controllers, { budget: 1, samples })

export const exploredBy = (
  recorded: Recorded,
  controllers: Controllers,
  how: Pick<OutcomeOptions, 'budget' | 'samples'> = {},
): { readonly settled: ReadonlyArray<WholeObject>; readonly explored: ExploredOutcomes } | undefined => {
  const { objects, phases } = recorded.input
  const asked = phases.map((operations) => operations.map(requestOf))
  const isOpen = isOpenFromTheStart(recorded)
  const settled = isOpen
    ? surroundings
    : E.getOrElseW(() => [])(
        E.map(
          (outcomes: ReadonlyArray<{ readonly objects: ReadonlyArray<WholeObject> }>) => outcomes[0]?.objects ?? [],
        )(
          simulate(defaultPolicy, { controllers })([{ requests: creations(objects), collector: 'runs', pods: 'held' }])(
            { ...shown, objects: surroundings },
          ),
        ),
      )
  const explored = exploreOutcomes(defaultPolicy, { controllers, ...how })(
    [...(isOpen ? [creations(objects)] : []), ...asked].map((requests) => ({ requests, pods: 'held' })),
  )({ ...shown, objects: settled })
  return E.isRight(explored) ? { settled, explored: explored.right } : undefined
}

/** Recordings, and who takes part in them. */
export const recordings = [
  { file: 'corners/cascade-races.json', controllers: [] },
  { file: 'kubernetes-actors/races.json', controllers: recordedControllers() },
]

/** Recordings that take seconds to explore: they are played in the full run. */
export const takesSeconds: ReadonlySet<string> = new Set([
  'ns-random-101-43',
  'resourceclaim-of-finished-pod',
  'volume-random-101-11',
  'volume-random-101-26',
])
