import { describe, expect, it } from 'vitest'

import { conflict, notFound } from '../../../src/apiserver/answer.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { CascadeRequest } from '../../../src/simulate/cascade/index.js'
import type { Played } from '../../../src/simulate/cascade/play.js'
import { play } from '../../../src/simulate/cascade/play.js'
import type { Server } from '../../../src/apiserver/server.js'
import { serverOf } from '../../../src/apiserver/server.js'
import type { Ground, Step } from '../../../src/simulate/cascade/settle.js'
import { attemptLimit } from '../../../src/simulate/cascade/settle.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { deleted, noon, object, to } from '../../controllers/owner/build.js'
import { blocking, cluster, kubectl, namespace, pod } from './cluster.js'

const scopes = scopeTable(cluster([]).scopes)
const serving = (objects: ReadonlyArray<WholeObject>): Server => serverOf(noon, scopes)(objects)
const groundOn = (server: Server, more: Partial<Ground> = {}): Ground => ({
  policy: defaultPolicy,
  scopes,
  covers: () => true,
  server,
  limit: 1000,
  ...more,
})
const played = (server: Server, more: Partial<Ground>, ...requests: ReadonlyArray<CascadeRequest>): Played =>
  play(groundOn(server, more), () => true, requests)
const stepsOf = ({ turns }: Played): ReadonlyArray<Step> =>
  turns.flatMap((turn) => (turn._tag === 'Collector' ? turn.steps : []))
const left = ({ final }: Played): ReadonlyArray<string> => final.map(({ metadata }) => metadata.uid)
const pair = [object('a'), object('b', [to('a')])]

describe('the collector', () => {
  it('ends after as many attempts as it may make, before the requests and after them', () => {
    const orphans = [object('x', [to('nobody')]), object('y', [to('nobody')])]
    expect(played(serving(orphans), { limit: 0 })).toMatchObject({ isQuiet: false, final: orphans })
    const chain = [object('a'), object('b', [to('a')]), object('c', [to('b')])]
    const cut = played(serving(chain), { limit: 1 }, kubectl('a'))
    expect([left(cut), cut.isQuiet, stepsOf(cut).length]).toEqual([['c'], false, 1])
    expect(left(played(serving(chain), { limit: 2 }, kubectl('a')))).toEqual([])
    const before = played(serving([...orphans, object('d')]), { limit: 0 }, kubectl('d'))
    expect([before.isQuiet, left(before)]).toEqual([false, ['x', 'y']])
  })

  it('may make fifty attempts for an object, and ten thousand more', () => {
    expect([0, 1, 100].map(attemptLimit)).toEqual([10_000, 10_050, 15_000])
  })

  it('is quiet though it tries something again and again', () => {
    const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })
    const result = played(serving([...pair, object('c', [ghost])]), {}, kubectl('a'))
    expect([left(result), result.isQuiet]).toEqual([['c'], true])
  })

  it('tries again what the server refused, and takes what is not found for gone', () => {
    const refusing = (answer: typeof notFound): Played => {
      const server = serving([object('b', [to('nobody')])])
      return played({ ...server, delete: () => answer('b') }, {})
    }
    const results = [refusing(conflict), refusing(notFound)].map(({ pending }) =>
      pending.flatMap((turn) =>
        turn._tag === 'Collector' ? turn.steps.filter(({ work }) => work.item.uid === 'b') : [],
      ),
    )
    expect(
      results.map(([first]) => [first?.attempt.result, first?.attempt.queueAction, first?.accepted]),
    ).toMatchObject([
      [{ _tag: 'CallFailed', answer: { _tag: 'Conflict' } }, 'requeue', []],
      [{ _tag: 'FoundAbsent' }, 'forget', []],
    ])
  })

  it('says who has the uid of an owner that is not there', () => {
    const [turn] = played(serving([object('a'), object('b', [to('a', { name: 'x' })])]), {}).pending
    const step = turn?._tag === 'Collector' ? turn.steps.find(({ accepted }) => accepted.length > 0) : undefined
    expect(step?.elsewhere).toEqual(new Map([['a', object('a')]]))
  })

  it('says who leaves dependents behind, and how many, of an owner that it lets go', () => {
    const steps = stepsOf(played(serving([...pair, object('c', [to('a')])]), {}, kubectl('a', 'orphan')))
    const released = steps.filter(({ dependents }) => dependents !== undefined)
    expect(released).toMatchObject([{ dependents: 2, owner: { metadata: { uid: 'a' } }, work: { _tag: 'Orphan' } }])
    expect(steps.filter(({ work }) => work._tag === 'Delete').every((step) => !('owner' in step))).toBe(true)
    expect(steps.some((step) => 'elsewhere' in step)).toBe(false)
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
    const { answers, turns } = played(serving([ghost]), {}, kubectl('g'), kubectl('x'), { _tag: 'Vanish', target: 'g' })
    expect(answers).toMatchObject([{ code: 404 }, { code: 404 }, { code: 404, message: 'g not found' }])
    expect(turns[0]).toEqual({ _tag: 'Requests', effects: [] })
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
    expect(result.turns.map(({ _tag }) => _tag)).toEqual(['Requests', 'Collector'])
    expect(
      stepsOf(result).flatMap(({ wave, accepted }) => accepted.map(({ before }) => [wave, before.metadata.uid])),
    ).toEqual([
      [0, 'b'],
      [1, 'a'],
    ])
  })
})
