import { afterEach, describe, expect, it } from 'vitest'
import { either as E, taskEither as TE } from 'fp-ts'

import {
  type Client,
  type Look,
  type Send,
  classify,
  discover,
  look,
  ports,
} from '../../../src/adapters/kubernetes/index.js'
import { httpClient } from '../../../src/adapters/kubernetes/http.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import { configMap, pod } from '../../../src/testing/index.js'
import { type ServedCluster, clientOf as inProcess, servedCluster } from '../../../src/testing/http/index.js'
import { removalsOf } from '../../../src/index.js'
import { askCluster, configMaps, namesAt } from '../../testing/http/ask.js'
import { type Trouble, troubledServer } from './troubled.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A cluster in which nobody acts but the test. */
const clusterOf = (objects: Parameters<typeof servedCluster>[0]): ServedCluster =>
  servedCluster(objects, { collectors: 'off' })

const clientOf = async (cluster: ServedCluster, trouble: Trouble = () => undefined) => {
  const server = await troubledServer(cluster, trouble)
  closing.push(server.close)
  const { hostname, port } = new URL(server.url)
  return { server, ...httpClient(() => Promise.resolve({ isTls: false, host: hostname, port })) }
}

/** What a look saw besides the namespaces that every cluster has, in the order of names. */
const namesOf = ({ snapshot: { objects } }: Look<Owner.Snapshot>): ReadonlyArray<string> =>
  objects.flatMap(({ kind, metadata: { name } }) => (kind === 'Namespace' ? [] : [name])).sort()

const rightOf = <A>(found: E.Either<unknown, A>): A => {
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  return found.right
}

const owner = configMap('owner')
const child = configMap('child', { ownedBy: owner })

interface Groups {
  readonly items?: ReadonlyArray<object>
  readonly groups?: ReadonlyArray<object>
}

const metrics = { groupVersion: 'metrics.example.com/v1', version: 'v1' }

/** A client of a server that knows one form of discovery only, and says of a group that it can't ask what serves it. */
const discovering = ({ send }: Client, form: 'aggregated' | 'by version', away: boolean): Send => {
  const more = { versions: [{ ...metrics, freshness: 'Stale', resources: [] }] }
  return (call) => async () => {
    if (call.path === '/apis/metrics.example.com/v1') return E.right({ status: 503, body: {} })
    const answer = await send(form === 'aggregated' ? call : { ...call, accept: 'application/json' })()
    if (!away || call.path !== '/apis' || E.isLeft(answer)) return answer
    const body = answer.right.body as Groups
    const name = 'metrics.example.com'
    const { items, groups } = {
      items: body.items && [...body.items, { ...more, metadata: { name } }],
      groups: body.groups && [...body.groups, { name, versions: [metrics], preferredVersion: metrics }],
    }
    return E.right({ ...answer.right, body: { ...body, items, groups } })
  }
}

describe('discovery', () => {
  it('gives the same kinds in both forms', async () => {
    const client = await clientOf(clusterOf([owner]))
    const one = rightOf(await discover(discovering(client, 'aggregated', false))())
    expect(client.server.requests()).toHaveLength(2)
    const other = rightOf(await discover(discovering(client, 'by version', false))())
    const [names, others] = [one, other].map(({ kinds }) =>
      kinds.map(({ apiVersion, resource }) => `${apiVersion} ${resource}`).sort(),
    )
    expect(names).toStrictEqual(others)
    expect(names?.length).toBeGreaterThan(60)
    expect(client.server.requests().length).toBeGreaterThan(20)
  })

  it.each(['aggregated', 'by version'] as const)(
    'knows nothing of a group whose server is away, whatever the form: %s',
    async (form) => {
      const send = discovering(await clientOf(clusterOf([owner])), form, true)
      expect(rightOf(await discover(send)()).undiscoveredGroups).toStrictEqual(['metrics.example.com'])
    },
  )
})

describe('a look', () => {
  it('covers everything where each list answers', async () => {
    const cluster = clusterOf([owner, child, pod('web-0')])
    const { send } = await clientOf(cluster)
    const seen = rightOf(await look('owner')(send)())
    expect(seen.snapshot.coverage._tag).toBe('Everything')
    expect(seen.unlisted).toStrictEqual([])
    expect(namesOf(seen)).toStrictEqual(['child', 'owner', 'web-0'])
  })

  it('plans what the collector does, and its ports carry it out', async () => {
    const cluster = clusterOf([owner, child])
    const { send } = await clientOf(cluster)
    askCluster(cluster, `DELETE ${configMaps}/owner`)
    const { snapshot } = rightOf(await look('owner')(send)())
    const plan = rightOf(Owner.plan(Owner.defaultPolicy)(snapshot))
    expect(removalsOf(plan).map(({ target }) => target.name)).toStrictEqual(['child'])
    for (const { actions } of removalsOf(plan))
      for (const action of actions) rightOf(await Owner.perform(ports(send).owner)(action)())
    expect(namesAt(cluster)).toStrictEqual([])
  })

  it('applies the mark of a pod by force, as the field manager of the collector', async () => {
    const calls: unknown[] = []
    const { pod: port } = ports((call) => {
      calls.push([call.method, call.path, call.contentType, call.query])
      return TE.right({ status: 200, body: {} })
    })
    const body = { status: { phase: 'Failed' } } as const
    const web = { namespace: 'shop', name: 'web-0' }
    const apply = { patchType: 'application/apply-patch+yaml', body, fieldManager: 'PodGC', force: true } as const
    const merge = { patchType: 'application/strategic-merge-patch+json', body } as const
    for (const patch of [apply, merge]) rightOf(await port.patchStatus(web, patch, () => body)())
    const path = '/api/v1/namespaces/shop/pods/web-0/status'
    expect(calls).toStrictEqual([
      ['PATCH', path, apply.patchType, { fieldManager: 'PodGC', force: 'true' }],
      ['PATCH', path, merge.patchType, {}],
    ])
  })

  it('reads metadata alone where nobody reads more', async () => {
    const { send, server } = await clientOf(clusterOf([owner, pod('web-0')]))
    await look('owner')(send)()
    const lists = server.requests().filter(({ path }) => path.startsWith('/api/v1/'))
    expect(lists.length).toBeGreaterThan(10)
    expect(lists.every(({ accept }) => accept.includes('as=PartialObjectMetadataList'))).toBe(true)
  })

  it('covers everything although a kind can be deleted and not watched, which the collector ignores, too', async () => {
    const { send } = await clientOf(clusterOf([owner]))
    const tags = {
      ...{ resource: 'imagestreamtags', scope: 'Namespaced', singularResource: 'imagestreamtag' },
      responseKind: { group: 'image.openshift.io', version: 'v1', kind: 'ImageStreamTag' },
      verbs: ['create', 'delete', 'get', 'list', 'patch', 'update'],
    }
    const group = { metadata: { name: 'image.openshift.io' }, versions: [{ version: 'v1', resources: [tags] }] }
    const openshift: Send = (call) => async () => {
      const answer = await send(call)()
      if (call.path !== '/apis' || E.isLeft(answer)) return answer
      const body = answer.right.body as Groups
      return E.right({ ...answer.right, body: { ...body, items: [...(body.items ?? []), group] } })
    }
    const { snapshot, unlisted, discovered } = rightOf(await look('owner')(openshift)())
    expect(discovered.kinds.map(({ resource }) => resource)).toContain('imagestreamtags')
    expect([snapshot.coverage._tag, unlisted]).toStrictEqual(['Everything', []])
  })

  it('covers no kind whose list is refused', async () => {
    const { send } = await clientOf(clusterOf([owner, child]), ({ path }) =>
      path === '/api/v1/configmaps' ? { status: 403 } : undefined,
    )
    const { snapshot, unlisted } = rightOf(await look('owner')(send)())
    expect(unlisted.map(({ kind }) => kind.resource)).toStrictEqual(['configmaps'])
    expect(snapshot.coverage._tag).toBe('Resources')
    expect(
      snapshot.coverage._tag === 'Resources' && snapshot.coverage.resources.some(({ kind }) => kind === 'ConfigMap'),
    ).toBe(false)
  })

  it('covers nothing of a kind through a label selector', async () => {
    const { send } = await clientOf(clusterOf([owner, child]))
    const { snapshot } = rightOf(await look('owner')(send, { labelSelector: 'app=web' })())
    expect(snapshot.coverage).toStrictEqual({ _tag: 'Resources', resources: [] })
  })

  it('covers only the namespaces that were asked for', async () => {
    const cluster = clusterOf([configMap('a', { namespace: 'shop' }), configMap('b')])
    const { send } = await clientOf(cluster)
    const seen = rightOf(await look('owner')(send, { namespaces: ['shop'] })())
    expect(namesOf(seen)).toStrictEqual(['a'])
    const { snapshot } = seen
    expect(
      snapshot.coverage._tag === 'Resources' &&
        snapshot.coverage.resources.find(({ kind }) => kind === 'ConfigMap')?.namespaces,
    ).toStrictEqual(['shop'])
  })

  it('looks up an owner that was created between two lists, and keeps its dependent', async () => {
    const cluster = clusterOf([])
    let isCreated = false
    const { send } = await clientOf(cluster, ({ path }) => {
      // Secrets are listed after ConfigMaps have been.
      if (path === '/api/v1/secrets' && !isCreated) {
        isCreated = true
        const created = askCluster(cluster, `POST ${configMaps}`, { body: { metadata: { name: 'owner' } } })
        const { apiVersion, kind, metadata } = created.body as typeof owner
        const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }]
        const body = { metadata: { name: 's', ownerReferences } }
        askCluster(cluster, 'POST /api/v1/namespaces/default/secrets', { body })
      }
      return undefined
    })
    const { snapshot } = rightOf(await look('owner')(send, { concurrency: 1 })())
    expect(snapshot.objects.map(({ kind }) => kind)).toContain('ConfigMap')
    expect(removalsOf(rightOf(Owner.plan(Owner.defaultPolicy)(snapshot)))).toStrictEqual([])
  })
})

describe('an owner that can not be looked up', () => {
  it('may be there: its kind is not covered, and its dependent stays', async () => {
    const { send } = await clientOf(clusterOf([child]), ({ path }) =>
      path.endsWith('/configmaps/owner') ? { status: 403 } : undefined,
    )
    const { snapshot } = rightOf(await look('owner')(send)())
    const { coverage } = snapshot
    expect(coverage._tag === 'Resources' && coverage.resources.map(({ kind }) => kind)).not.toContain('ConfigMap')
    expect(removalsOf(rightOf(Owner.plan(Owner.defaultPolicy)(snapshot)))).toStrictEqual([])
  })
})

describe('trouble', () => {
  it('is named where no socket is', async () => {
    const { send } = httpClient(() => Promise.resolve({ isTls: false, socketPath: '/nowhere/socket' }))
    const seen = await look('owner')(send, { attempts: 1 })()
    expect(seen).toMatchObject({ _tag: 'Left', left: { _tag: 'Unreachable' } })
  })

  it('ends a look whose token has expired', async () => {
    const { send } = await clientOf(clusterOf([owner]), ({ path }) =>
      path === '/api/v1/pods' ? { status: 401 } : undefined,
    )
    expect(await look('owner')(send)()).toMatchObject({ _tag: 'Left', left: { _tag: 'Refused', code: 401 } })
  })

  it('is waited for while the server asks for it', async () => {
    let refusals = 0
    const { send } = await clientOf(clusterOf([owner, child]), ({ path }) =>
      path === '/api/v1/configmaps' && refusals++ < 3 ? { status: 429, headers: { 'retry-after': '0' } } : undefined,
    )
    const seen = rightOf(await look('owner')(send)())
    expect(refusals).toBe(4)
    expect(seen.unlisted).toStrictEqual([])
    expect(namesOf(seen)).toStrictEqual(['child', 'owner'])
  })

  it('of half a page is no page', async () => {
    let halves = 0
    const halved = await clientOf(clusterOf([owner, child]), ({ path }) =>
      path === '/api/v1/configmaps' && halves++ < 2 ? 'half' : undefined,
    )
    expect(namesOf(rightOf(await look('owner')(halved.send)()))).toStrictEqual(['child', 'owner'])
    const always = await clientOf(clusterOf([owner, child]), ({ path }) =>
      path === '/api/v1/configmaps' ? 'half' : undefined,
    )
    const seen = rightOf(await look('owner')(always.send, { attempts: 2 })())
    expect(seen.unlisted.map(({ error }) => error._tag)).toStrictEqual(['Cut'])
    expect(namesOf(seen)).toStrictEqual([])
  })

  it('of expired pages begins the list anew, and ends with a list of one page', async () => {
    const cluster = clusterOf(Array.from({ length: 25 }, (_, index) => configMap(`c-${index}`)))
    let expired = 0
    const { send, server } = await clientOf(cluster, ({ query }) =>
      query['continue'] !== undefined && ++expired < 100 ? { status: 410 } : undefined,
    )
    const seen = rightOf(await look('owner')(send, { pageSize: 10 })())
    expect(seen.unlisted).toStrictEqual([])
    expect(namesOf(seen)).toHaveLength(25)
    expect(expired).toBe(3)
    expect(
      server
        .requests()
        .filter(({ path }) => path === '/api/v1/configmaps')
        .at(-1)?.query,
    ).toStrictEqual({})
  })

  it('of a signal ends the look at once', async () => {
    const end = new AbortController()
    const { send } = await clientOf(clusterOf([owner]), ({ path }) => {
      if (path === '/api/v1/pods') end.abort()
      return undefined
    })
    expect(await look('owner')(send, { signal: end.signal })()).toMatchObject({
      _tag: 'Left',
      left: { _tag: 'Aborted' },
    })
  })

  it('reads 100,000 objects over 200 pages', async () => {
    const pages: string[] = []
    const small = inProcess(clusterOf([]))
    const send: Send = (call) => {
      const { path, query = {} } = call
      if (path !== '/api/v1/configmaps') return small.send(call)
      const from = Number(query['continue'] ?? '0')
      pages.push(String(from))
      const items = Array.from({ length: 500 }, (_, index) => ({
        metadata: { namespace: 'default', name: `c-${from + index}`, uid: `u-${from + index}`, resourceVersion: '1' },
      }))
      const next = from + 500 < 100_000 ? { continue: String(from + 500), remainingItemCount: 99_500 - from } : {}
      const body = {
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: '1', ...next },
        items,
      }
      return TE.right({ status: 200, body })
    }
    const seen = rightOf(await look('owner')(send)())
    expect(namesOf(seen)).toHaveLength(100_000)
    expect(seen.snapshot.coverage._tag).toBe('Everything')
    expect(pages).toHaveLength(200)
  })
})

describe('an error', () => {
  const refused = (code: number, reason = 'X') => classify({ _tag: 'Refused', code, reason, message: '' })

  it('says what to do next', () => {
    expect([
      refused(404),
      refused(409),
      refused(408),
      refused(429),
      refused(500),
      refused(403),
      refused(401),
      refused(422),
    ]).toStrictEqual([...['gone', 'conflict', 'retryable', 'retryable', 'retryable', 'fatal', 'fatal', 'fatal']])
    expect(refused(404, 'NotServed')).toBe('fatal')
    expect(classify({ _tag: 'Unreachable', message: '' })).toBe('retryable')
    expect(
      [true as const, undefined].map((repeatable) => classify({ _tag: 'Cut', message: '', repeatable })),
    ).toStrictEqual([...['retryable', 'fatal']])
  })

  it('404 is gone only if it is about an object', async () => {
    const { send } = await clientOf(clusterOf([owner]))
    const { objects } = ports(send)
    const address = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'default', name: 'none' }
    const [absent, unserved] = [
      await objects.delete(address, {})(),
      await objects.delete({ ...address, resource: 'nones' }, {})(),
    ]
    expect([absent, unserved].map((answer) => (E.isLeft(answer) ? classify(answer.left) : 'done'))).toStrictEqual([
      'gone',
      'fatal',
    ])
  })
})
