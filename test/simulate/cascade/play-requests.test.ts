import { describe, expect, it } from 'vitest'

import { conflict, notFound } from '../../../src/apiserver/answer.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import type { Server } from '../../../src/apiserver/server.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { cascadeControllers } from '../../../src/simulate/cascade/controllers.js'
import type { Course, Simulation } from '../../../src/simulate/cascade/play-requests.js'
import { courseOf, hasOneOrder, stepLimit } from '../../../src/simulate/cascade/play-requests.js'
import type { CascadeRequest } from '../../../src/simulate/cascade/index.js'
import { deleted, noon, object, to } from '../../controllers/owner/build.js'
import { blocking, cluster, kubectl, namespace, pod } from './cluster.js'

const scopes = scopeTable(cluster([]).scopes)
const serving = (objects: ReadonlyArray<WholeObject>): Server => serverOf(noon, scopes)(objects)
const played = (server: Server, more: Partial<Simulation>, ...requests: ReadonlyArray<CascadeRequest>): Course => {
  const participants = cascadeControllers([])({ policy: defaultPolicy, scopes }, () => true)
  return courseOf({ clock: { now: noon }, server, covers: () => true, participants, limit: 1000, ...more }, requests)
}
const left = ({ final }: Course): ReadonlyArray<string> => final.map(({ metadata }) => metadata.uid)
const pair = [object('a'), object('b', [to('a')])]

describe('the collector', () => {
  it('ends after as many attempts as it may make, before the requests and after them', () => {
    const orphans = [object('x', [to('nobody')]), object('y', [to('nobody')])]
    expect(played(serving(orphans), { limit: 0 })).toMatchObject({ isQuiet: false, final: orphans })
    const chain = [object('a'), object('b', [to('a')]), object('c', [to('b')])]
    const cut = played(serving(chain), { limit: 1 }, kubectl('a'))
    expect([left(cut), cut.isQuiet, cut.steps.length]).toEqual([['c'], false, 1])
    expect(left(played(serving(chain), { limit: 2 }, kubectl('a')))).toEqual([])
    const before = played(serving([...orphans, object('d')]), { limit: 0 }, kubectl('d'))
    expect([before.isQuiet, left(before)]).toEqual([false, ['x', 'y']])
  })

  it('may make fifty attempts for an object, and ten thousand more', () => {
    expect([0, 1, 100].map(stepLimit)).toEqual([10_000, 10_050, 15_000])
  })

  it('is quiet though it tries something again and again', () => {
    const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })
    const result = played(serving([...pair, object('c', [ghost])]), {}, kubectl('a'))
    expect([left(result), result.isQuiet]).toEqual([['c'], true])
  })

  it('tries again what the server refused, and takes what is not found for gone', () => {
    const refusing = (answer: typeof notFound): Course => {
      const server = serving([object('b', [to('nobody')])])
      return played({ ...server, delete: () => answer('b') }, {})
    }
    const triesOf = ({ pending }: Course) =>
      pending.flatMap(({ about, accepted }) => (about === 'b' ? [accepted.length] : []))
    expect([refusing(conflict), refusing(notFound)].map(triesOf)).toEqual([[0, 0, 0, 0], [0]])
  })

  it('says who has the uid of an owner that is not there', () => {
    const { pending } = played(serving([object('a'), object('b', [to('a', { name: 'x' })])]), {})
    const reasons = pending.flatMap(({ changes }) => changes.flatMap((change) => change.reasons))
    expect(reasons).toMatchObject([{ _tag: 'OwnersAbsent', owners: [{ name: 'x', livesAs: { id: 'a', name: 'a' } }] }])
  })

  it('says who leaves dependents behind, and how many, of an owner that it lets go', () => {
    const { steps } = played(serving([...pair, object('c', [to('a')])]), {}, kubectl('a', 'orphan'))
    const reasons = steps.flatMap(({ changes }) => changes.map((change) => change.reasons[0]))
    expect(reasons).toMatchObject([
      { _tag: 'OrphanedBy', owner: { id: 'a' } },
      { _tag: 'OrphanedBy', owner: { id: 'a' } },
      { _tag: 'DependentsOrphaned', dependents: 2 },
    ])
  })

  it('warns of an owner in another namespace once', () => {
    const stranger = object('c', [to('a')], { namespace: 'other' })
    expect(played(serving([...pair, stranger]), {}, kubectl('b')).warnings.length).toBe(1)
    expect(played(serving(pair), {}, kubectl('a')).warnings).toEqual([])
  })
})

describe('requests', () => {
  it('for what is not there, or what nothing serves, are answered 404', () => {
    const ghost = object('g', [], {}, 'Ghost', 'gone.example.com/v1')
    const { answers, asked } = played(serving([ghost]), {}, kubectl('g'), kubectl('x'), { _tag: 'Vanish', target: 'g' })
    expect(answers).toMatchObject([{ code: 404 }, { code: 404 }, { code: 404, message: 'g not found' }])
    expect(asked).toEqual([])
  })

  it('that are answered 404 empty no namespace but the one that they name', () => {
    const all = [namespace('other'), ...pair, object('c', [], { namespace: 'other' })]
    const emptying: CascadeRequest = { _tag: 'DeleteNamespace', namespace: 'ns', options: {} }
    expect(left(played(serving(all), {}, kubectl('nobody'), emptying))).toEqual(['uid-other', 'c'])
  })

  it('about a namespace that change no deletion empty nothing', () => {
    const waiting = namespace('ns', { finalizers: ['x/y'] })
    const refused: CascadeRequest = { _tag: 'DeleteNamespace', namespace: 'ns', options: { propagationPolicy: 'No' } }
    expect(left(played(serving([waiting, ...pair]), {}, refused))).toEqual(['uid-ns', 'a', 'b'])
  })

  it('sweep a namespace again that was being deleted before', () => {
    const emptying: CascadeRequest = { _tag: 'DeleteNamespace', namespace: 'ns', options: {} }
    const leaving: WholeObject = { ...namespace('ns', deleted()), spec: { finalizers: ['kubernetes'] } }
    const { pending, final } = played(serving([leaving, ...pair]), {}, emptying)
    expect([pending, final]).toEqual([[], []])
  })

  it('empty a namespace five seconds later where no server knows of any, and answer 404', () => {
    const others = scopeTable(cluster([]).scopes.filter(({ kind }) => kind !== 'Namespace'))
    const emptying: CascadeRequest = { _tag: 'DeleteNamespace', namespace: 'ns', options: {} }
    const server = serverOf(noon, others)([...pair, object('c', [], { namespace: 'other' })])
    const result = played(server, {}, emptying)
    expect([result.answers.map(({ code }) => code), left(result)]).toEqual([[404], ['c']])
    const times = result.steps.flatMap(({ at, accepted }) => (accepted.length === 0 ? [] : [at.getTime()]))
    expect(Math.min(...times)).toBe(noon.getTime() + 5000)
  })

  it('end only pods that they reach, and those that nobody was stopping before', () => {
    const ending = (uid: string, owners: Parameters<typeof pod>[1]): WholeObject => ({
      ...pod(uid, owners),
      metadata: { ...pod(uid, owners).metadata, ...deleted(), deletionGracePeriodSeconds: 9 },
    })
    const all = [object('a'), ending('p', [to('a')]), ending('q', []), pod('r', [to('a')])]
    expect(left(played(serving(all), {}, kubectl('a')))).toEqual(['q'])
  })

  it('come first, and attempts of one wave wait for those of the wave before', () => {
    const result = played(serving([object('a'), object('b', [blocking('a')])]), {}, kubectl('a', 'foreground'))
    expect(result.asked.map(({ before }) => before.metadata.uid)).toEqual(['a'])
    const changed = result.steps.flatMap(({ wave, accepted }) =>
      accepted.map(({ before }) => ({ wave, uid: before.metadata.uid })),
    )
    const [b, a] = changed
    expect([changed.length, b?.uid, a?.uid, (b?.wave ?? 0) < (a?.wave ?? 0)]).toEqual([2, 'b', 'a', true])
  })

  it('have one order where never more than one work waits', () => {
    expect(hasOneOrder(played(serving(pair), {}, kubectl('a')))).toBe(true)
    expect(hasOneOrder(played(serving([...pair, object('c', [to('a')])]), {}, kubectl('a')))).toBe(false)
    const orphans = [object('x', [to('nobody')]), object('y', [to('nobody')])]
    expect(hasOneOrder(played(serving([...orphans, object('d')]), {}, kubectl('d')))).toBe(false)
    const claims = ['c', 'd'].map((uid) =>
      object(uid, [], { finalizers: ['kubernetes.io/pvc-protection'] }, 'PersistentVolumeClaim'),
    )
    expect(hasOneOrder(played(serving(claims), {}, kubectl('c'), kubectl('d')))).toBe(true)
  })
})
