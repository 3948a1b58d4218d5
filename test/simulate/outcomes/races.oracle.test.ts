/** Recordings of runs that ended differently: each recorded end is among those that are found. */
import { readFileSync } from 'node:fs'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { creations } from '../../../conformance/shapes/actors/creations.js'
import { namesIn, stateOf } from '../../../conformance/shapes/actors/state.js'
import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type OutsideRequest, recordedControllers, simulate } from '../../../src/simulate/cascade/index.js'
import { type ExploredOutcomes, exploreOutcomes } from '../../../src/simulate/outcomes/index.js'

type Operation =
  | { readonly op: 'create'; readonly object: WholeObject }
  | { readonly op: 'delete'; readonly uid: string; readonly policy: string | null; readonly grace?: number }
  | { readonly op: 'removeFinalizer'; readonly uid: string; readonly finalizer: string }

interface Outcome {
  readonly statusCodes: ReadonlyArray<ReadonlyArray<number>>
  readonly snapshots: ReadonlyArray<{ readonly at: string; readonly objects: Readonly<Record<string, unknown>> }>
}

interface Recorded {
  readonly name: string
  readonly input: {
    readonly objects: ReadonlyArray<WholeObject>
    readonly phases: ReadonlyArray<ReadonlyArray<Operation>>
  }
  readonly expected: { readonly oneOf: ReadonlyArray<Outcome> }
}

const casesOf = (file: string): ReadonlyArray<Recorded> => {
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

const scopes = [
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
const isOpenFromTheStart = ({ expected: { oneOf } }: Recorded): boolean =>
  new Set(oneOf.map(({ snapshots }) => JSON.stringify(snapshots[0]))).size > 1

const exploredBy = (
  recorded: Recorded,
  controllers: ReturnType<typeof recordedControllers>,
): ExploredOutcomes | undefined => {
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
  const explored = exploreOutcomes(defaultPolicy, { controllers })(
    [...(isOpen ? [creations(objects)] : []), ...asked].map((requests) => ({ requests, pods: 'held' })),
  )({ ...shown, objects: settled })
  return E.isRight(explored) ? explored.right : undefined
}

/** How many of the recorded phases, in their order, an end and those that it follows from show. */
const isFound = (recorded: Recorded, outcome: Outcome, { phases }: ExploredOutcomes): boolean => {
  const names = namesIn([
    ...recorded.input.objects,
    ...recorded.input.phases.flat().flatMap((operation) => (operation.op === 'create' ? [operation.object] : [])),
  ])
  const isOpen = isOpenFromTheStart(recorded)
  const snapshots = outcome.snapshots.filter(({ at }) => at.startsWith('phase') || (isOpen && at === 'settled'))
  let reached: ReadonlySet<number | undefined> | undefined
  phases.forEach((ends, phase) => {
    const codes = outcome.statusCodes[isOpen ? phase - 1 : phase]
    const expected = snapshots[phase]?.objects ?? {}
    const found = new Set<number | undefined>()
    ends.forEach((end, place) => {
      names.meet(end.objects)
      const byUid = new Map(end.objects.map((object) => [object.metadata.uid, object]))
      const isSame =
        (reached === undefined || reached.has(end.after)) &&
        (codes === undefined || codes.join() === end.codes.join()) &&
        names
          .all()
          .every(
            ([name, uid]) =>
              expected[name] === undefined || inOrder(stateOf(byUid.get(uid), names)) === inOrder(expected[name]),
          )
      if (isSame) found.add(place)
    })
    reached = found
  })
  return (reached?.size ?? 0) > 0
}

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/** Proven beyond the default budget only. */
const tooLarge: ReadonlySet<string> = new Set(['volume-random-101-11'])

describe.each([
  { file: 'corners/cascade-races.json', controllers: [] },
  { file: 'kubernetes-actors/races.json', controllers: recordedControllers() },
])('the ends of $file', ({ file, controllers }) => {
  it.each(casesOf(file).filter(({ name }) => !tooLarge.has(name)))(
    'are all found, and no others can come: $name',
    (recorded) => {
      const explored = exploredBy(recorded, controllers)
      expect(explored?.certainty).toBe('Proven')
      const missing =
        explored === undefined ? ['all'] : recorded.expected.oneOf.filter((one) => !isFound(recorded, one, explored))
      expect(missing).toEqual([])
    },
    120_000,
  )
})
