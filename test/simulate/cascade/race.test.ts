import { expect, it } from 'vitest'

import type { CascadePlan } from '../../../src/simulate/cascade/index.js'
import { namespaceNamed } from '../../../src/controllers/namespace/controller.js'
import { racesOf } from '../../../src/simulate/cascade/race.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import { deleted, noon, object, to } from '../../controllers/owner/build.js'
import { blocking, cascadeOf, cluster, kubectl, namespace, node, pod } from './cluster.js'

const tagsOf = ({ races }: CascadePlan): ReadonlyArray<string> => races.map(({ _tag }) => _tag)

it('an owner in another namespace, or of the cluster, makes no race where nothing ends differently', () => {
  const stranger = object('s', [to('a')], { namespace: 'other' })
  expect(tagsOf(cascadeOf(cluster([object('a'), object('z'), stranger]), kubectl('z')))).toEqual([])
  const placed = object('b', [to('n', { kind: 'Node' })])
  expect(tagsOf(cascadeOf(cluster([node('n'), object('z'), placed]), kubectl('z')))).toEqual([])
})

it('an owner that waits is gone first for those dependents alone that do not block it by any reference', () => {
  const dependents = [
    object('b', [to('a')]),
    object('c', [blocking('z'), to('a')]),
    object('d', [to('z'), blocking('a')]),
  ]
  const plan = cascadeOf(cluster([object('a'), object('z'), ...dependents]), kubectl('a', 'foreground'))
  expect(plan.races.filter(({ _tag }) => _tag === 'OwnerFirst')).toMatchObject([{ owner: { id: 'a' }, dependents: 2 }])
})

it('pods that have ended race where they are deleted, not where they are changed, nor other kinds', () => {
  const ended = (uid: string, owners: Parameters<typeof pod>[1]) => pod(uid, owners, 'Failed')
  const phased = { ...object('c', [to('a')]), status: { phase: 'Failed' } }
  const all = [object('a'), object('z'), ended('p', [to('a')]), ended('q', [to('a'), to('z')]), phased]
  const plan = cascadeOf(cluster(all), kubectl('a'))
  expect(plan.races).toMatchObject([{ _tag: 'EndedPods', pods: [{ id: 'p' }] }])
})

it('pods that have ended do not race where their namespace takes them', () => {
  const plan = cascadeOf(cluster([namespace('ns'), pod('p', [], 'Failed')]), kubectl('uid-ns'))
  expect(plan.outcomes.gone.map(({ id }) => id)).toContain('p')
  expect(plan.races).toEqual([])
})

const over = (final: ReadonlyArray<WholeObject>, pending: ReadonlyArray<WholeObject | undefined> = []) => ({
  answers: [],
  askedAt: new Date(0),
  pending: [
    {
      by: 'owner-collector',
      wave: 0,
      at: noon,
      changes: [],
      accepted: pending.map((after) => ({
        request: { _tag: 'Delete' as const, object: namespaceNamed('ns'), options: {} },
        before: object('a'),
        after,
      })),
    },
  ],
  asked: [],
  steps: [],
  requested: final,
  waitingForPods: final,
  final,
  warnings: [],
  isQuiet: true,
})
const replayed = (
  objects: ReadonlyArray<WholeObject>,
  hasCircles = false,
  ...pending: ReadonlyArray<WholeObject | undefined>
) =>
  racesOf(objects, over(objects, pending), [], hasCircles, { inOrder: () => [], restarted: () => [] }).map(
    ({ _tag }) => _tag,
  )

it.each([
  ['waits for its dependents', [object('a', [], deleted('foregroundDeletion'))]],
  ['has an owner that is not there', [object('b', [to('nobody')])]],
  ['has an owner in another namespace', [object('a'), object('b', [to('a')], { namespace: 'other' })]],
  ['has an owner of another name', [object('a'), object('b', [to('a', { name: 'x' })])]],
  ['has one owner that is there and one that is not', [object('a'), object('b', [to('a'), to('nobody')])]],
])('a restart is played where something %s in the end', (_what, objects) => {
  expect(replayed(objects)).toEqual(['Restart'])
})

it('a restart and other orders are played where something leaves its dependents behind in the end', () => {
  expect(replayed([object('a', [], deleted('orphan'))])).toEqual(['WorkerOrder', 'Restart'])
})

it('a restart is not played where every owner is there and nothing waits', () => {
  expect(replayed([object('a'), object('b', [to('a')]), object('h', [], deleted('x/y'))])).toEqual([])
  expect(replayed([node('n'), object('b', [to('n', { kind: 'Node' })])])).toEqual([])
})

it('other orders are played for owners that leave dependents behind, or did before the requests', () => {
  const leaving = object('a', [], deleted('orphan'))
  expect(replayed([object('a')])).toEqual([])
  expect(replayed([object('a')], false, undefined, leaving)).toEqual(['WorkerOrder'])
  expect(replayed([object('a')], false, undefined, object('a', [], { finalizers: ['orphan'] }))).toEqual([])
  const replays = { inOrder: () => [], restarted: () => [object('z')] }
  expect(racesOf([leaving, object('b')], over([object('b')]), [], false, replays)).toMatchObject([
    { _tag: 'WorkerOrder' },
  ])
})

it('other orders are played for circles', () => {
  expect(replayed([object('x')], true)).toEqual(['WorkerOrder'])
})

it('other orders are played where two names are given to what is changed before the requests', () => {
  const named = object('b', [to('a', { kind: 'Secret' })])
  expect(replayed([named, object('a')], false, undefined)).toContain('WorkerOrder')
  expect(replayed([named, object('a')])).toEqual(['Restart'])
})

it('a race is found through an owner that is being deleted already, whatever else is in the cluster', () => {
  const ends = object('b', [to('p')], deleted('foregroundDeletion', 'example.com/x'))
  const circle = [ends, object('p', [blocking('b'), to('nobody')])]
  const races = (objects: ReadonlyArray<WholeObject>) =>
    cascadeOf(cluster(objects), kubectl('z')).races.filter(({ _tag }) => _tag === 'WorkerOrder')
  expect(races([...circle, object('z')])).toMatchObject([
    { ends: [{ target: { id: 'p' }, planned: 'gone', otherwise: [{ when: 'newest-first', end: 'stays' }] }] },
  ])
  expect(races([...circle, object('z'), object('d', [to('d')], deleted('foregroundDeletion'))])).toEqual(
    races([...circle, object('z')]),
  )
})
