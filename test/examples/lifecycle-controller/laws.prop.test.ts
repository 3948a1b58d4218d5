/** What holds in any cluster, whatever fails: seeds of chaos in process. */
import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Reply } from '../../../src/adapters/kubernetes/index.js'
import { configMap, pod } from '../../../src/testing/index.js'
import { full, runs } from '../../runs.js'
import { type Meddle, anHour, clientOf, clusterOf, policyOf, run, space } from './running.js'

/** A ConfigMap: where it is, whether a pod uses it, whether it is protected, and when somebody changes it. */
const map = fc.record({
  namespace: fc.constantFrom('open', 'closed', 'kube-system'),
  isUsed: fc.boolean(),
  isProtected: fc.boolean(),
  changedAt: fc.option(fc.integer({ min: 55, max: 70 }), { nil: undefined }),
})

/** What becomes of requests, by turns: passed on, refused, lost, answered by what was true a minute ago. */
const fate = fc.oneof(
  { weight: 12, arbitrary: fc.constant('passed on' as const) },
  { weight: 2, arbitrary: fc.constantFrom('lost' as const, 'answer lost' as const, 'stale' as const) },
  { weight: 1, arbitrary: fc.constantFrom(429 as const, 500 as const, 409 as const, 410 as const) },
)

type Fate = typeof fate extends fc.Arbitrary<infer A> ? A : never

const world = fc.record({
  maps: fc.array(map, { minLength: 1, maxLength: 6 }),
  fates: fc.array(fate, { minLength: 1, maxLength: 40 }),
  kills: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 2 }),
})

/** Meddles by turns. Stale answers are those that the same request got a minute before. */
const meddling = (fates: ReadonlyArray<Fate>, now: () => number): Meddle => {
  let turn = 0
  const answers = new Map<string, { at: number; reply: Reply }[]>()
  return (call, ask) => async () => {
    const how = fates[turn++ % fates.length]
    if (typeof how === 'number') return E.right({ status: how, body: {} })
    if (how === 'lost') return E.left({ _tag: 'Unreachable', message: 'lost' })
    const key = JSON.stringify([call.path, call.query])
    const before = answers.get(key) ?? []
    const old = before.findLast(({ at }) => at <= now() - 60_000)
    if (how === 'stale' && call.method === 'GET' && old !== undefined) return E.right(old.reply)
    const answer = await ask(call)()
    if (call.method === 'GET' && E.isRight(answer)) answers.set(key, [...before, { at: now(), reply: answer.right }])
    return how === 'answer lost' ? E.left({ _tag: 'Cut', message: 'lost' }) : answer
  }
}

describe('laws of the lifecycle controller', () => {
  it('deletes nothing that is used, protected, changed after the look, or in a namespace that has not opted in', async () => {
    let deleted = 0
    await fc.assert(
      fc.asyncProperty(world, async ({ maps, fates, kills }) => {
        const nameOf = (place: number): string => `m${place}`
        const objects = maps.map(({ namespace, isProtected }, place) =>
          configMap(nameOf(place), {
            namespace,
            metadata: isProtected ? { labels: { 'lifecycle.gcplan.io/protected': '' } } : {},
          }),
        )
        const users = maps.flatMap(({ namespace, isUsed }, place) =>
          isUsed
            ? [
                pod(`p${place}`, {
                  namespace,
                  spec: { containers: [], volumes: [{ name: 'a', configMap: { name: nameOf(place) } }] },
                }),
              ]
            : [],
        )
        const cluster = clusterOf([
          ...[policyOf(), space('open', 'enforce'), space('closed'), space('kube-system', 'enforce')],
          ...[...objects, ...users],
        ])
        const { clock } = cluster
        const log: string[] = []
        const versions = new Map<string, string | undefined>()
        const asked = clientOf(cluster, log)
        // The version that a deletion hits is the one that it was decided on.
        const send: typeof asked.send = (call) => {
          const target = call.method === 'DELETE' ? objectAt(cluster.objects(), call.path) : undefined
          const { preconditions } = (call.body ?? {}) as { preconditions?: { resourceVersion?: string } }
          if (target !== undefined && preconditions?.resourceVersion === target.metadata.resourceVersion)
            versions.set(call.path, target.metadata.resourceVersion)
          return asked.send(call)
        }
        const meddle = meddling(fates, () => cluster.served.now().getTime())
        let replica = run(cluster, { ...asked, send }, { interval: 600_000 }, meddle)
        const changes = [
          ...kills.map((at) => ({
            at,
            act: () =>
              void (replica.stop(), (replica = run(cluster, { ...asked, send }, { interval: 600_000 }, meddle))),
          })),
          ...maps.flatMap(({ namespace, changedAt }, place) =>
            changedAt === undefined
              ? []
              : [
                  {
                    at: changedAt,
                    act: () => {
                      const name = `ConfigMap/${namespace}/${nameOf(place)}`
                      if (cluster.get(name) !== undefined)
                        cluster.patch(name, { metadata: { labels: { changed: 'yes' } } })
                    },
                  },
                ],
          ),
        ].sort((a, b) => a.at - b.at)
        let minute = 0
        for (const { at, act } of changes) {
          await clock.advance({ minutes: at - minute })
          minute = at
          act()
        }
        await clock.advance({ minutes: 150 - minute })
        replica.stop()
        const left = new Set(cluster.names('ConfigMap'))
        maps.forEach(({ namespace, isUsed, isProtected }, place) => {
          const name = `ConfigMap/${namespace}/${nameOf(place)}`
          if (isUsed || isProtected || namespace !== 'open') expect(left).toContain(name)
          else if (!left.has(name)) deleted += 1
        })
        const done = log.filter((line) => line.startsWith('DELETE') && line.endsWith(' 200'))
        expect(new Set(done).size).toBe(done.length)
        for (const line of done) expect(versions.has(line.split(' ')[1] ?? '')).toBe(true)
        expect(
          log.filter((line) => line.includes('/closed/') || line.includes('/kube-system/configmaps')),
        ).toStrictEqual([])
      }),
      { numRuns: runs(200) },
    )
    // Or it would say nothing; few runs leave it to chance.
    if (full) expect(deleted).toBeGreaterThan(0)
  })

  it('two replicas do each deletion once, and what one began the other ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 8 }), async (at, count) => {
        const names = Array.from({ length: count }, (_, place) => `m${place}`)
        const cluster = clusterOf([
          ...[policyOf(anHour), space('open', 'enforce')],
          ...names.map((name) => configMap(name, { namespace: 'open' })),
        ])
        const log: string[] = []
        const client = clientOf(cluster, log)
        let isAlive = true
        const a = run(cluster, client, { identity: 'a', elects: true }, () =>
          isAlive ? undefined : () => Promise.resolve(E.left({ _tag: 'Cut', message: 'killed' })),
        )
        await cluster.clock.advance({ seconds: 10 })
        const b = run(cluster, client, { identity: 'b', elects: true })
        await cluster.clock.advance({ minutes: at })
        isAlive = false
        await cluster.clock.advance({ minutes: 140 - at })
        expect(cluster.names('ConfigMap')).toStrictEqual([])
        const done = log.filter((line) => line.startsWith('DELETE'))
        expect(done.length).toBe(count)
        const told = [...a.events, ...b.events].filter(({ action }) => action === 'Delete')
        expect(told.length).toBe(count)
        b.stop()
      }),
      { numRuns: runs(20) },
    )
  })
})

const objectAt = (objects: ReadonlyArray<WholeObject>, path: string): WholeObject | undefined => {
  const [name = '', , namespace = ''] = path.split('/').reverse()
  return objects.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name && metadata.namespace === namespace,
  )
}
