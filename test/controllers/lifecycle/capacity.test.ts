import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Demand } from '../../../src/controllers/lifecycle/capacity.js'
import { shares } from '../../../src/controllers/lifecycle/capacity.js'
import type { Policy, Rules, Share } from '../../../src/controllers/lifecycle/index.js'
import { runs } from '../../runs.js'
import { clusterOf, enabled, going, job, later, object, planOf, pod, reasonsFor, secret } from './build.js'

const done: Rules = { enabled: true, afterFinished: true }
const equal: Share = { _tag: 'Equal' }
const keep = (limit: number, share: Share = equal): Policy =>
  enabled({ capacities: [{ group: 'batch', kind: 'Job', limit, share }] })
const jobIn = (namespace: string, name: string, age: number, rules: Rules = done): WholeObject =>
  job(name, later(-age), rules, { namespace })
const some = (namespace: string, count: number, age: number): ReadonlyArray<WholeObject> =>
  Array.from({ length: count }, (_, index) => jobIn(namespace, `${namespace}-${index}`, age + index))
const left = (plan: ReturnType<typeof planOf>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { target } of plan.passes[1].kept)
    counts[target.namespace ?? ''] = (counts[target.namespace ?? ''] ?? 0) + 1
  return counts
}

describe('a limit', () => {
  it('takes nothing while there are no more candidates than it keeps', () => {
    expect(going(planOf(clusterOf(some('a', 3, 0)), keep(3)))).toEqual([])
  })

  it('is read at each look: a lower one counts at once', () => {
    const cluster = clusterOf(some('a', 3, 0))
    expect([3, 2, 0].map((limit) => going(planOf(cluster, keep(limit))).length)).toEqual([0, 1, 3])
  })

  it('takes nothing from as many candidates as it keeps, even where a quota admits fewer', () => {
    const quota = object(
      'v1',
      'ResourceQuota',
      'q',
      {},
      {
        spec: { hard: { 'count/jobs.batch': '1' } },
        metadata: { namespace: 'a' },
      },
    )
    expect(going(planOf(clusterOf([...some('a', 3, 0), quota]), keep(3)))).toEqual([])
    expect(going(planOf(clusterOf([...some('a', 4, 0), quota]), keep(3))).length).toBe(3)
  })

  it('names what goes along with a namespace that it takes', () => {
    const finished = {
      _tag: 'Custom',
      group: '',
      kind: 'Namespace',
      observe: () => E.right({ finished: true }),
    } as const
    const policy = enabled({
      finished: [finished],
      missingFinishTime: 'observation',
      capacities: [{ group: '', kind: 'Namespace', limit: 0, share: equal }],
    })
    const space = object('v1', 'Namespace', 'ns', done, { metadata: { namespace: undefined } })
    const [removal] = planOf(clusterOf([space, secret('s')]), policy).passes[1].removals
    expect(removal?.reasons.at(-1)).toMatchObject({ _tag: 'TakesAlong', objects: [{ kind: 'Secret', name: 's' }] })
  })

  it('may be set for any kind, also for custom ones', () => {
    const build = (name: string, at: number) =>
      object('example.com/v1', 'Build', name, done, { status: { phase: 'Done', at: later(at).toISOString() } })
    const policy = enabled({
      finished: [
        {
          _tag: 'ByPhase',
          group: 'example.com',
          kind: 'Build',
          path: 'status.phase',
          finishedValues: ['Done'],
          finishTimePath: 'status.at',
        },
      ],
      capacities: [{ group: 'example.com', kind: 'Build', limit: 1, share: equal }],
    })
    expect(going(planOf(clusterOf([build('new', -1), build('old', -2)]), policy))).toEqual(['old'])
  })

  it('takes the oldest by the end of use, not by creation', () => {
    const first = job('first', later(-1), done, { creationTimestamp: later(-1000) })
    const second = job('second', later(-2), done, { creationTimestamp: later(-10) })
    expect(going(planOf(clusterOf([first, second]), keep(1)))).toEqual(['second'])
  })

  it('is shared equally; who needs less leaves the rest to the others', () => {
    const cluster = clusterOf([...some('a', 1, 0), ...some('b', 5, 0), ...some('c', 9, 0)])
    expect(left(planOf(cluster, keep(9)))).toEqual({ a: 1, b: 4, c: 4 })
  })

  it('gives what is left over to the namespace whose next candidate is the newest', () => {
    expect(left(planOf(clusterOf([...some('a', 3, 5), ...some('b', 3, 1)]), keep(3)))).toEqual({ a: 1, b: 2 })
    expect(left(planOf(clusterOf([...some('a', 3, 5), ...some('b', 3, 5)]), keep(3)))).toEqual({ a: 2, b: 1 })
  })

  it('takes the namespace with the oldest first, in it the oldest first', () => {
    const cluster = clusterOf([...some('a', 3, 1), ...some('b', 3, 10)])
    expect(going(planOf(cluster, keep(2)))).toEqual(['b-2', 'b-1', 'a-2', 'a-1'])
  })

  it('may be shared by weights', () => {
    const share: Share = { _tag: 'Weights', weights: [{ namespace: 'a', weight: 3 }], others: 1 }
    expect(left(planOf(clusterOf([...some('a', 9, 0), ...some('b', 9, 0)]), keep(8, share)))).toEqual({ a: 6, b: 2 })
  })

  it('may be shared by quotas, and never leaves a namespace more than its own', () => {
    const quota = (namespace: string, hard: string) =>
      object(
        'v1',
        'ResourceQuota',
        `q-${namespace}`,
        {},
        { spec: { hard: { 'count/jobs.batch': hard } }, metadata: { namespace } },
      )
    const cluster = clusterOf([...some('a', 9, 0), ...some('b', 9, 0), quota('a', '10'), quota('b', '5')])
    expect(left(planOf(cluster, keep(9, { _tag: 'Quotas' })))).toEqual({ a: 6, b: 3 })
    const small = clusterOf([...some('a', 9, 0), ...some('b', 9, 0), quota('b', '2')])
    expect(left(planOf(small, keep(10)))).toEqual({ a: 8, b: 2 })
    const partial = object(
      'v1',
      'ResourceQuota',
      'q',
      {},
      { spec: { hard: { 'count/jobs.batch': '1' }, scopes: ['BestEffort'] }, metadata: { namespace: 'b' } },
    )
    expect(left(planOf(clusterOf([...some('a', 9, 0), ...some('b', 9, 0), partial]), keep(10)))).toEqual({ a: 5, b: 5 })
  })

  it('never takes what is in use, nor counts it', () => {
    const unused = { enabled: true, afterUnused: true }
    const policy = enabled({ capacities: [{ group: '', kind: 'Secret', limit: 1, share: equal }] })
    expect(going(planOf(clusterOf([secret('x', unused), secret('y', unused), pod('web', 'x')]), policy))).toEqual([])
    expect(going(planOf(clusterOf([secret('x', unused), secret('y', unused)]), policy))).toEqual(['x'])
  })

  it('never cuts a time to live short, even if more stay than it keeps', () => {
    const timed = [1, 2, 3].map((age) => jobIn('a', `t${age}`, age, { ...done, ttlSeconds: 100 }))
    expect(going(planOf(clusterOf(timed), keep(0)))).toEqual([])
    expect(going(planOf(clusterOf(timed, { at: later(99) }), keep(0)))).toEqual(['t3', 't2', 't1'])
  })

  it('waits for the end of a retention', () => {
    const kept = jobIn('a', 'j', 10, { ...done, minRetentionSeconds: 60 })
    const plan = planOf(clusterOf([kept]), keep(0))
    expect(reasonsFor(plan, 'j')).toEqual(['NoTtl', 'RetentionRunning'])
    expect(plan.wakeAt).toEqual({ _tag: 'Some', value: later(50) })
    expect(going(planOf(clusterOf([kept], { at: later(50) }), keep(0)))).toEqual(['j'])
  })

  it('does not wake for a retention that begins only with the mark that is set now', () => {
    const unused = secret('s', { enabled: true, afterUnused: true, minRetentionSeconds: 60 })
    const policy = enabled({ capacities: [{ group: '', kind: 'Secret', limit: 0, share: equal }] })
    const plan = planOf(clusterOf([unused]), policy)
    expect(reasonsFor(plan, 's')).toEqual(['NoTtl', 'RetentionRunning'])
    expect(plan.wakeAt).toEqual({ _tag: 'None' })
  })
})

describe('shares', () => {
  const demand = fc.record({
    candidates: fc.integer({ min: 0, max: 8 }),
    weight: fc.integer({ min: 1, max: 4 }),
    cap: fc.integer({ min: 0, max: 10 }),
    newest: fc.integer({ min: 0, max: 5 }),
  })
  const demands = fc.array(demand, { maxLength: 5 }).map((all) =>
    all.map(({ newest, ...rest }, index): Demand => ({
      ...rest,
      namespace: `n${index}`,
      nextSince: (kept) => newest - kept,
    })),
  )

  it('fill up to the limit, each at most its fill, and as level as whole numbers allow', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), demands, (limit, all) => {
        const kept = shares(limit, all)
        const wanted = all.map(({ candidates, cap }) => Math.min(candidates, cap))
        const total = wanted.reduce((sum, want) => sum + want, 0)
        expect(kept.reduce((sum, mine) => sum + mine, 0)).toBe(Math.min(limit, total))
        kept.forEach((mine, index) => {
          expect(mine).toBeLessThanOrEqual(wanted[index] ?? 0)
          if (mine === wanted[index]) return
          // Who is not full is at the level of the fullest, give or take the one that division leaves over.
          kept.forEach((other, at) => {
            expect((mine + 1) / (all[index]?.weight ?? 1)).toBeGreaterThan((other - 1) / (all[at]?.weight ?? 1))
          })
        })
      }),
      { numRuns: runs(2000) },
    )
  })

  it('count exactly where floating point would not', () => {
    const vessel = (namespace: string, weight: number): Demand => ({
      namespace,
      candidates: 2 ** 50,
      weight,
      cap: 2 ** 50,
      nextSince: () => 0,
    })
    expect(shares(2 ** 50, [vessel('a', 2 ** 52), vessel('b', 2 ** 52 - 1)])).toEqual([2 ** 49 + 1, 2 ** 49 - 1])
  })
})
