/** Whatever fails between a collection and its cluster, it deletes garbage alone, and in the end there is none. */
import { function as F, taskEither as TE } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../../src/apiserver/object.js'
import { type Client, collect } from '../../../../src/adapters/kubernetes/index.js'
import { type HttpRequest, type ServedCluster, compacted, servedCluster } from '../../../../src/testing/http/index.js'
import { configMap, namespace } from '../../../../src/testing/index.js'
import { full, runs } from '../../../runs.js'
import { faultsUntil } from '../faults.js'
import { type Kill, kill, replicated, resumption } from '../replicas.js'

/** When the last fault is over, in seconds. */
const until = 120

/** What users do, each after a pause. Owners that are deleted don't come back, so that it does not matter when. */
type Deed =
  /** Also to an owner that is gone: what is made is garbage. */
  | { readonly _tag: 'Create'; readonly owners: ReadonlyArray<number>; readonly blocks: boolean }
  /** A dependent by its number has another owner from now on, who stays. */
  | { readonly _tag: 'Adopt'; readonly which: number }
  | { readonly _tag: 'Delete'; readonly owner: number; readonly policy: 'Background' | 'Foreground' }
  | { readonly _tag: 'Fill' | 'DeleteNamespace' }
  | { readonly _tag: 'Compact' }
  | ({ readonly _tag: 'Kill' } & Kill)

const owner = fc.nat({ max: 2 })

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant('Create' as const),
      owners: fc.uniqueArray(owner, { minLength: 1, maxLength: 2 }),
      blocks: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant('Adopt' as const), which: fc.nat({ max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant('Delete' as const),
      owner,
      policy: fc.constantFrom('Background' as const, 'Foreground' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constantFrom('Fill' as const, 'DeleteNamespace' as const) }) },
  { weight: 1, arbitrary: fc.constant({ _tag: 'Compact' as const }) },
  { weight: 2, arbitrary: kill.map((one) => ({ _tag: 'Kill' as const, ...one })) },
)

const mergePatch = 'application/merge-patch+json'

/** Much is done at the same instant, before anybody hears of it. */
const pause = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
)

const world = fc.record({
  faults: fc.tuple(faultsUntil(until), faultsUntil(until)),
  deeds: fc.array(fc.record({ pause, deed }), { minLength: 3, maxLength: 14 }),
})

const owners = [0, 1, 2].map((place) => configMap(`o${place}`))
const keeper = configMap('keeper')
const objects = [
  ...owners,
  keeper,
  ...owners.flatMap((one) => {
    const child = configMap(`${one.metadata.name}-child`, { ownedBy: one })
    return [child, configMap(`${one.metadata.name}-grandchild`, { ownedBy: child })]
  }),
  namespace('shop'),
  configMap('content', { namespace: 'shop' }),
]

const inDefault = '/api/v1/namespaces/default/configmaps'

const listed = (cluster: ServedCluster, path: string): ReadonlyArray<WholeObject> => {
  const response = cluster.handle({ method: 'GET', path })
  return response._tag === 'Reply' ? (response.body as { readonly items: ReadonlyArray<WholeObject> }).items : []
}

const objectsOf = (cluster: ServedCluster): ReadonlyArray<WholeObject> => [
  ...listed(cluster, '/api/v1/configmaps'),
  ...listed(cluster, '/api/v1/namespaces'),
]

const uidOf = ({ metadata }: WholeObject): string => metadata.uid

const nameOf = ({ metadata }: WholeObject): string => `${metadata.namespace ?? ''}/${metadata.name}`

/** Items of a list don't say their kind. */
const isNamespace = ({ metadata }: WholeObject): boolean => metadata.namespace === undefined

const isEnding = ({ metadata }: WholeObject): boolean => metadata.deletionTimestamp !== undefined

/** An owner that neither is gone nor waits for its dependents keeps them. */
const isSolid = (one: WholeObject | undefined): boolean =>
  one !== undefined && !(isEnding(one) && one.metadata.finalizers?.includes('foregroundDeletion') === true)

/** Users do all that they do. */
const play = async (
  cluster: ServedCluster,
  deeds: ReadonlyArray<{ readonly pause: number; readonly deed: Deed }>,
  kills: (one: Kill) => void,
): Promise<void> => {
  const start = cluster.now().getTime()
  const second = (): number => (cluster.now().getTime() - start) / 1000
  let [children, fillers] = [0, 0]
  const ask = (method: HttpRequest['method'], path: string, body?: object): void =>
    void cluster.handle({ method, path, body, ...(method === 'PATCH' ? { contentType: mergePatch } : {}) })
  const referenceTo = ({ metadata: { name, uid } }: WholeObject, blockOwnerDeletion = false) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion },
  })
  const create = (path: string, name: string, metadata: object = {}): void =>
    ask('POST', path, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata } })
  const does = (what: Deed): void => {
    switch (what._tag) {
      case 'Create': {
        const ownerReferences = what.owners.flatMap((place) => owners.slice(place, place + 1))
        create(inDefault, `c${children++}`, {
          ownerReferences: ownerReferences.map((one) => referenceTo(one, what.blocks)),
        })
        return
      }
      case 'Adopt':
        ask('PATCH', `${inDefault}/c${what.which}`, { metadata: { ownerReferences: [referenceTo(keeper)] } })
        return
      case 'Delete':
        ask('DELETE', `${inDefault}/o${what.owner}`, { propagationPolicy: what.policy })
        return
      case 'Fill':
        create('/api/v1/namespaces/shop/configmaps', `f${fillers++}`)
        return
      case 'DeleteNamespace':
        ask('DELETE', '/api/v1/namespaces/shop')
        return
      case 'Compact':
        cluster.change(compacted)
        return
      case 'Kill':
        kills(what)
    }
  }
  for (const { pause: seconds, deed: what } of deeds) {
    if (seconds > 0) await cluster.clock.advance({ seconds: Math.max(0, Math.min(seconds, until - second())) })
    does(what)
  }
  await cluster.clock.advance({ seconds: until + resumption - second() })
}

/** A request, what had been heard of when it was sent, and the request to the same object that was answered last by then. */
interface Sent {
  readonly method: string
  readonly heard: ReadonlySet<string>
  readonly before: Sent | undefined
}

/**
 * Follows what a collector decides by. It lets an owner go by what it has heard of when its lookup of that owner is answered, as
 * the real one does; then it looks once more, for the version to change, and goes on whatever it hears. So it does after
 * each conflict.
 */
const decisionsOf = (heard: () => Iterable<WholeObject>) => {
  const answered = new Map<string, Sent>()
  const changes = new Map<string, Sent>()
  const decidedAt = (change: Sent | undefined): Sent | undefined =>
    change?.before?.before?.method === 'PATCH' ? decidedAt(change.before.before) : change?.before
  return {
    of: (client: Client): Client => ({
      ...client,
      send: (request) => async () => {
        const { method, path } = request
        const sent = { method, heard: new Set(Array.from(heard(), uidOf)), before: answered.get(path) }
        if (method !== 'GET') changes.set(path, sent)
        const answer = await client.send(request)()
        answered.set(path, sent)
        return answer
      },
    }),
    /** True for what was heard of when the change that is now sent to an object was decided. */
    wasHeard:
      (path: string) =>
      (uid: string): boolean =>
        decidedAt(changes.get(path))?.heard.has(uid) ?? true,
  }
}

describe('a collection among faults', () => {
  it('deletes what is garbage at that time and nothing else, only while it leads, and ends as without faults', async () => {
    let [collected, finalized, died] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(world, async ({ faults, deeds }) => {
        const cluster = servedCluster(objects, { collectors: 'off' })
        const wronged: string[] = []
        let decisions = decisionsOf(() => [])
        const replicas = replicated(cluster, {
          ...{ faults, until, resources: ['configmaps', 'namespaces'] },
          work: ({ client, clock, signal }) => {
            let heard: () => Iterable<WholeObject> = () => []
            const own = decisionsOf(() => heard())
            decisions = own
            return F.pipe(
              collect(own.of(client), { clock, signal, only: ['owners', 'namespaces'] }),
              TE.map(({ cluster: watched }) => {
                heard = watched.objects
              }),
            )
          },
          onChange: (request, carryOut) => {
            const before = objectsOf(cluster)
            const response = carryOut()
            const after = objectsOf(cluster)
            const left = new Map(after.map((one) => [one.metadata.uid, one]))
            const there = new Map(before.map((one) => [one.metadata.uid, one]))
            const ending = new Set(before.filter((one) => isNamespace(one) && isEnding(one)).map(nameOf))
            const isContent = (one: WholeObject): boolean => ending.has(`/${one.metadata.namespace}`)
            const isGarbage = ({ metadata: { ownerReferences = [] } }: WholeObject): boolean =>
              ownerReferences.length > 0 && !ownerReferences.some(({ uid }) => isSolid(there.get(uid)))
            const wasHeard = decisions.wasHeard(request.path)
            /** A deletion that a user has asked for, and that waited for nothing but what is gone or was unheard of. */
            const isDone = (one: WholeObject): boolean =>
              isEnding(one) &&
              !after.some(
                ({ metadata }) =>
                  metadata.namespace === one.metadata.name ||
                  (wasHeard(metadata.uid) &&
                    metadata.ownerReferences?.some(
                      ({ uid, blockOwnerDeletion }) => uid === one.metadata.uid && blockOwnerDeletion === true,
                    )),
              )
            const gone = before.filter(
              (one) => !left.has(one.metadata.uid) || (!isEnding(one) && isEnding(left.get(one.metadata.uid) ?? one)),
            )
            const wrong = gone.filter((one) => !isContent(one) && !isGarbage(one) && !isDone(one))
            wronged.push(...wrong.map((one) => `${request.method} ${request.path}: ${nameOf(one)}`))
            collected += gone.length
            finalized += gone.filter(isNamespace).length
            return response
          },
        })
        await play(cluster, deeds, (one) => {
          died++
          replicas.kill(one)
        })
        replicas.stop()
        // The controllers of the fake cluster act at once.
        const without = servedCluster(objects, { kubelets: 'at-deadline' })
        await play(without, deeds, () => undefined)
        // Faults leave time to adopt what goes at once without them.
        const adopted = new Set(
          deeds.flatMap(({ deed: what }) => (what._tag === 'Adopt' ? [`default/c${what.which}`] : [])),
        )
        const left = (one: ServedCluster): ReadonlyArray<string> =>
          objectsOf(one)
            .map(nameOf)
            .filter((name) => !adopted.has(name))
            .sort()
        expect(left(cluster)).toStrictEqual(left(without))
        const uids = new Set(objectsOf(cluster).map(({ metadata }) => metadata.uid))
        const isGarbage = ({ metadata: { ownerReferences = [] } }: WholeObject): boolean =>
          ownerReferences.length > 0 && !ownerReferences.some(({ uid }) => uids.has(uid))
        expect(objectsOf(cluster).filter(isGarbage).map(nameOf)).toStrictEqual([])
        expect(objectsOf(cluster).filter(isEnding).map(nameOf)).toStrictEqual([])
        expect(wronged).toStrictEqual([])
        expect(replicas.trespasses()).toStrictEqual([])
      }),
      { numRuns: runs(300) },
    )
    // Or it would say nothing; few runs leave it to chance.
    if (full) expect(Math.min(collected, finalized, died)).toBeGreaterThan(0)
  })
})
