import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../src/apiserver/index.js'
import { extendScopes } from '../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import { defaultPolicy } from '../../src/controllers/owner/index.js'
import type { OutsideRequest } from '../../src/simulate/cascade/index.js'
import { deletingControllers, planCascade, recordedControllers, simulate } from '../../src/simulate/cascade/index.js'
import { spoilOne } from '../../src/testing/arbitrary/spoil.js'
import { runs } from '../runs.js'
import { podGroups, widgets } from './clocked.js'
import { noon, object } from './owner/build.js'
import { world } from './world.js'

const snapshotOf = (objects: ReadonlyArray<WholeObject>) => ({
  at: noon,
  objects,
  scopes: extendScopes([widgets, podGroups])(scopes_1_36).scopes,
  coverage: { _tag: 'Everything' as const },
})
const deletes = (uids: ReadonlyArray<string>): ReadonlyArray<OutsideRequest> =>
  uids.map((uid) => ({ _tag: 'Delete', uid, options: {} }))
const someUids = fc.shuffledSubarray(
  world.map(({ metadata }) => metadata.uid),
  { minLength: 1, maxLength: 4 },
)

/** True where every phase comes to rest, or the snapshot is refused. */
const comesToRest = (objects: ReadonlyArray<WholeObject>, uids: ReadonlyArray<string>): boolean => {
  const pods = 'end' as const
  const played = simulate(defaultPolicy, { controllers: recordedControllers() })([
    { requests: [], collector: 'runs', pods: 'held' },
    { requests: deletes(uids), collector: 'runs', pods },
    { requests: deletes(['ns', 'crd', 'v']), collector: 'runs', pods },
  ])(snapshotOf(objects))
  const planned = planCascade(defaultPolicy)(uids.map((target) => ({ _tag: 'Delete', target, options: {} })))(
    snapshotOf(objects),
  )
  return (
    (E.isLeft(played) || played.right.every(({ isQuiet }) => isQuiet)) && (E.isLeft(planned) || planned.right.isQuiet)
  )
}

/** An object with one value of anything but its identity replaced by something unexpected. */
const spoiled = (whole: WholeObject): fc.Arbitrary<WholeObject> => {
  const { apiVersion, kind, metadata, ...rest } = whole
  return spoilOne(rest).map((fields) => ({
    ...(typeof fields === 'object' && fields !== null ? fields : {}),
    ...{ apiVersion, kind, metadata },
  }))
}

describe('controllers', () => {
  it('come to rest on a sound cluster, whatever is deleted of it', () => {
    fc.assert(
      fc.property(someUids, (uids) => comesToRest(world, uids)),
      { numRuns: runs(50) },
    )
  })

  it('come to rest where one object holds something unexpected', () => {
    const one = fc
      .nat({ max: world.length - 1 })
      .chain((place) =>
        spoiled(world[place] ?? object('a')).map((bad) => world.map((whole, at) => (at === place ? bad : whole))),
      )
    fc.assert(
      fc.property(one, someUids, (objects, uids) => comesToRest(objects, uids)),
      { numRuns: runs(300), endOnFailure: true },
    )
  })

  it('come to rest where every object holds something unexpected', () => {
    fc.assert(
      fc.property(fc.tuple(...world.map(spoiled)), someUids, (objects, uids) => comesToRest(objects, uids)),
      { numRuns: runs(100), endOnFailure: true },
    )
  })

  it.each([
    ['absent', undefined],
    ['null', null],
    ['text', 'text'],
    ['a number', 7],
    ['a list', [null, 'text', 7, [], {}]],
    ['what can not be told', { toString: 7, valueOf: 7 }],
    [
      'fields that it inherits',
      JSON.parse('{"__proto__": {"finalizers": [], "phase": "Bound"}, "constructor": 7}') as object,
    ],
    ['conditions of any kind', { conditions: [null, 7, { type: 7 }, { type: 'Ready', status: 'True' }] }],
    ['lists of nothing', { volumes: [null], versions: [null], finalizers: [null], volumeClaimTemplates: [null] }],
    ['records for lists', { volumes: {}, versions: {}, finalizers: {}, volumeClaimTemplates: {}, conditions: {} }],
  ])('come to rest where every specification and status is %s', (_what, value) => {
    const objects = world.map((whole) => ({ ...whole, spec: value, status: value }))
    const all = world.map(({ metadata }) => metadata.uid)
    expect(comesToRest(objects, all)).toBe(true)
    expect(
      comesToRest(
        objects.map((whole) => ({
          ...whole,
          ...{ subsets: value, endpoints: value, secrets: value, data: value, type: value, provisioner: value },
        })),
        all,
      ),
    ).toBe(true)
  })
})

it('the cluster of these tests holds what every controller is woken by', () => {
  const controllers = [...recordedControllers(), ...deletingControllers({ showsContent: () => true })]
  const deletedOnes = world.map((whole) => ({
    ...whole,
    metadata: {
      ...whole.metadata,
      deletionTimestamp: noon,
      finalizers: [...(whole.metadata.finalizers ?? []), 'customresourcecleanup.apiextensions.k8s.io'],
    },
  }))
  const asleep = controllers.filter(
    ({ keysOf }) => ![...world, ...deletedOnes].some((whole) => keysOf({ _tag: 'Added', object: whole }).length > 0),
  )
  expect(asleep.map(({ name }) => name)).toEqual([])
})
