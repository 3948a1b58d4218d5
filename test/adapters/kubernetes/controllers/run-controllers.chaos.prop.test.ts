/** Whatever fails between controllers and their cluster, what they were not told to delete stays, and their work gets done. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../../src/apiserver/object.js'
import { type Reconciler, runControllers } from '../../../../src/adapters/kubernetes/index.js'
import { type ServedCluster, compacted, servedCluster } from '../../../../src/testing/http/index.js'
import { configMap } from '../../../../src/testing/index.js'
import { full, runs } from '../../../runs.js'
import { faultsUntil } from '../faults.js'
import { type Kill, kill, replicated, resumption } from '../replicas.js'

/** When the last fault is over, in seconds. */
const until = 120

const isScratch = ({ metadata }: WholeObject): boolean => metadata.labels?.['scratch'] === 'true'
const isProtected = ({ metadata }: WholeObject): boolean => metadata.labels?.['protected'] === 'true'
const familyOf = ({ metadata }: WholeObject): string | undefined => metadata.labels?.['family']
const isEnding = ({ metadata }: WholeObject): boolean => metadata.deletionTimestamp !== undefined
const finalizer = 'law.gcplan.dev/children'

/** Deletes what is scratch, unless it is protected: in the version of which that is known. */
const sweeper: Reconciler = {
  name: 'sweeper',
  watches: ['ConfigMap'],
  keysOf: ({ object }) => (isScratch(object) ? [object.metadata.uid] : []),
  retries: 'refusals',
  reconcile: (view) => (uid) => {
    const object = view.find(uid)
    const address = object === undefined ? undefined : view.addressOf(object)
    if (object === undefined || address === undefined || isProtected(object)) return { requests: [], why: 'it stays' }
    const { resourceVersion } = object.metadata
    return {
      requests: [{ _tag: 'Delete', object: address, options: { preconditions: { uid, resourceVersion } } }],
      why: 'it is scratch',
    }
  },
}

/** Deletes the children of a parent that is being deleted, and lets it go when there are none left. */
const family: Reconciler = {
  name: 'family',
  watches: ['ConfigMap'],
  keysOf: ({ object }) => {
    const parent = object.metadata.finalizers?.includes(finalizer) === true ? object.metadata.name : familyOf(object)
    return parent === undefined ? [] : [parent]
  },
  retries: 'refusals',
  reconcile: (view) => (name) => {
    const maps = view.listOf('', 'ConfigMap', 'default')
    const parent = maps.find(({ metadata }) => metadata.name === name)
    const address = parent === undefined ? undefined : view.addressOf(parent)
    if (parent === undefined || address === undefined || !isEnding(parent))
      return { requests: [], why: 'it is not ending' }
    const children = maps.filter((one) => familyOf(one) === name)
    const { uid, resourceVersion } = parent.metadata
    return {
      requests:
        children.length > 0
          ? children.flatMap((child) => {
              const object = view.addressOf(child)
              const { metadata } = child
              const preconditions = { uid: metadata.uid, resourceVersion: metadata.resourceVersion }
              return object === undefined ? [] : [{ _tag: 'Delete', object, options: { preconditions } }]
            })
          : [
              {
                _tag: 'Patch',
                object: address,
                patch: {
                  patchType: 'application/merge-patch+json',
                  body: {
                    metadata: { uid, ...(resourceVersion === undefined ? {} : { resourceVersion }), finalizers: null },
                  },
                },
              },
            ],
      why: 'its parent is ending',
    }
  },
}

/** What users do, at some second. */
type Deed =
  | { readonly _tag: 'Create'; readonly isScratch: boolean; readonly isProtected: boolean }
  /** To an object by its number. */
  | { readonly _tag: 'Protect' | 'Replace' | 'Touch'; readonly which: number }
  | { readonly _tag: 'DeleteParent'; readonly which: 0 | 1 }
  | { readonly _tag: 'Compact' }
  | ({ readonly _tag: 'Kill' } & Kill)

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ _tag: fc.constant('Create' as const), isScratch: fc.boolean(), isProtected: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constantFrom('Protect' as const, 'Replace' as const, 'Touch' as const),
      which: fc.nat({ max: 7 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant('DeleteParent' as const), which: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.constant({ _tag: 'Compact' as const }) },
  { weight: 2, arbitrary: kill.map((one) => ({ _tag: 'Kill' as const, ...one })) },
)

const mergePatch = 'application/merge-patch+json'

const world = fc.record({
  faults: fc.tuple(faultsUntil(until), faultsUntil(until)),
  deeds: fc.array(fc.record({ at: fc.integer({ min: 0, max: until }), deed }), { minLength: 3, maxLength: 12 }),
})

const maps = '/api/v1/namespaces/default/configmaps'

const parents = [0, 1].flatMap((place) => [
  configMap(`p${place}`, { finalizers: [finalizer] }),
  ...[0, 1, 2].map((child) => configMap(`p${place}-${child}`, { metadata: { labels: { family: `p${place}` } } })),
])

const mapsOf = (cluster: ServedCluster): ReadonlyArray<WholeObject> => {
  const response = cluster.handle({ method: 'GET', path: maps })
  return response._tag === 'Reply' ? (response.body as { readonly items: ReadonlyArray<WholeObject> }).items : []
}

describe('controllers among faults', () => {
  it('delete nothing that was protected, replaced or not theirs, act only while they lead, and end their work', async () => {
    let [swept, emptied, died] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(world, async ({ faults, deeds }) => {
        const cluster = servedCluster(parents, { collectors: 'off' })
        const start = cluster.now().getTime()
        const second = (): number => (cluster.now().getTime() - start) / 1000
        const wronged: string[] = []
        const replicas = replicated(cluster, {
          ...{ faults, until, resources: ['configmaps'] },
          work: ({ client, clock, signal }) =>
            runControllers(client, {
              ...{ clock, signal, kinds: ({ kind }) => kind === 'ConfigMap' },
              onThrown: (_by, thrown) => {
                throw thrown
              },
            })([sweeper, family]),
          onChange: (request, carryOut) => {
            const before = mapsOf(cluster)
            const response = carryOut()
            const left = mapsOf(cluster)
            const uids = new Set(left.map(({ metadata }) => metadata.uid))
            const gone = before.filter(({ metadata }) => !uids.has(metadata.uid))
            const endingParents = new Set(before.filter(isEnding).map(({ metadata }) => metadata.name))
            const isDue = (one: WholeObject): boolean =>
              (isScratch(one) && !isProtected(one)) ||
              endingParents.has(familyOf(one) ?? '') ||
              // Its last finalizer goes after its last child.
              (request.method === 'PATCH' &&
                isEnding(one) &&
                !left.some((other) => familyOf(other) === one.metadata.name))
            wronged.push(
              ...gone.flatMap((one) => (isDue(one) ? [] : [`${request.method} ${request.path}: ${one.metadata.name}`])),
            )
            swept += gone.filter(isScratch).length
            emptied += request.method === 'PATCH' ? gone.length : 0
            return response
          },
        })
        const names: string[] = []
        const ask = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): void =>
          void cluster.handle({ method, path, body, ...(method === 'PATCH' ? { contentType: mergePatch } : {}) })
        const create = (name: string, labels: object): void =>
          ask('POST', maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels } })
        const does = (what: Deed): void => {
          switch (what._tag) {
            case 'Create': {
              const name = `m${names.length}`
              names.push(name)
              create(name, {
                ...(what.isScratch ? { scratch: 'true' } : {}),
                ...(what.isProtected ? { protected: 'true' } : {}),
              })
              return
            }
            case 'Protect':
              ask('PATCH', `${maps}/${names[what.which]}`, { metadata: { labels: { protected: 'true' } } })
              return
            case 'Touch':
              ask('PATCH', `${maps}/${names[what.which]}`, { metadata: { labels: { touched: `${second()}` } } })
              return
            case 'Replace': {
              const name = names[what.which]
              if (name === undefined) return
              ask('DELETE', `${maps}/${name}`)
              create(name, {})
              return
            }
            case 'DeleteParent':
              ask('DELETE', `${maps}/p${what.which}`)
              return
            case 'Compact':
              cluster.change(compacted)
              return
            case 'Kill':
              died++
              replicas.kill(what)
          }
        }
        for (const { at, deed: what } of deeds.toSorted((a, b) => a.at - b.at)) {
          if (at > second()) await cluster.clock.advance({ seconds: at - second() })
          does(what)
        }
        await cluster.clock.advance({ seconds: until + resumption - second() })
        const left = mapsOf(cluster)
        replicas.stop()
        expect(left.filter((one) => isEnding(one) || (isScratch(one) && !isProtected(one)))).toStrictEqual([])
        const children = left.flatMap((one) => familyOf(one) ?? [])
        expect(children.filter((name) => !left.some(({ metadata }) => metadata.name === name))).toStrictEqual([])
        expect(wronged).toStrictEqual([])
        expect(replicas.trespasses()).toStrictEqual([])
      }),
      { numRuns: runs(500) },
    )
    // Or it would say nothing; few runs leave it to chance.
    if (full) expect(Math.min(swept, emptied, died)).toBeGreaterThan(0)
  })
})
