import { describe, expect, it } from 'vitest'

import { identify } from '../../../src/decode/index.js'
import { decodeKubectlObjects, decodeKubectlObjectsOf } from '../../../src/decode/kubectl/objects.js'
import { capture, captureJson, capturesIn, right, wrongIn } from '../reading.js'

const files = capturesIn('kubectl')
const readable = files.filter(
  (file) => file.endsWith('.json') && !/raw-(table|partial)|version|api-resources/.test(file),
)

interface Raw {
  readonly apiVersion: string
  readonly kind: string
  readonly items?: ReadonlyArray<Raw>
  readonly metadata: { readonly uid: string }
}

const uidsIn = ({ items, metadata }: Raw): ReadonlyArray<string> =>
  items === undefined ? [metadata.uid] : items.map((item) => item.metadata.uid)

const web = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'shop', name: 'web', uid: 'a1' } }
const withMeta = (meta: object): object => ({ ...web, metadata: { ...web.metadata, ...meta } })
const listOf = (kind: string, items: unknown, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind,
  metadata,
  items,
})
const uids = (input: unknown): ReadonlyArray<string> =>
  right(decodeKubectlObjects(input)).objects.map(({ metadata }) => metadata.uid)

describe('every capture of kubectl', () => {
  it('is there', () => {
    expect(readable.length).toBe(27)
  })

  it.each(readable)('%s is read whole, as text and parsed', (file) => {
    const raw = captureJson(file) as Raw
    const listing = right(decodeKubectlObjects(capture(file)))
    expect(listing.objects.map(({ metadata }) => metadata.uid)).toEqual(uidsIn(raw))
    expect(listing).toEqual(right(decodeKubectlObjects(raw)))
    for (const { apiVersion, kind, metadata, body } of listing.objects) {
      const { creationTimestamp, deletionTimestamp, ownerReferences = [], ...rest } = metadata
      const said = body['metadata'] as Record<string, unknown>
      expect(apiVersion).not.toBe('')
      expect(kind).not.toBe('')
      expect(said).toMatchObject(JSON.parse(JSON.stringify(rest)))
      expect(said['creationTimestamp']).toBe(creationTimestamp?.toISOString().replace('.000Z', 'Z'))
      expect(said['deletionTimestamp']).toBe(deletionTimestamp?.toISOString().replace('.000Z', 'Z'))
      expect(said['ownerReferences'] ?? []).toEqual(ownerReferences)
    }
  })

  it.each(files.filter((file) => !readable.includes(file)))('%s is refused, with what to run instead', (file) => {
    const [line = ''] = wrongIn(decodeKubectlObjects(capture(file)))
    expect(line.startsWith(`this is ${identify(capture(file)).is}, not kubectl get KINDS -A -o json; `)).toBe(true)
    expect(line).toMatch(/; (run kubectl get KINDS -A -o json|read it with decodeKubectlObjectsOf .*)$/)
  })

  it('is read in one go, and what came twice counts once', () => {
    const listing = right(decodeKubectlObjects(readable.map(capture)))
    const all = readable.flatMap((file) => uidsIn(captureJson(file) as Raw))
    expect(listing.objects.length).toBe(new Set(all).size)
    expect(all.length).toBeGreaterThan(listing.objects.length + 100)
    expect(listing.relisted).toBeGreaterThan(0)
    expect(listing.recreated).toEqual([])
  })

  it('shows metadata alone of the kind that was asked for', () => {
    const { objects, lists } = right(
      decodeKubectlObjectsOf({ apiVersion: 'v1', kind: 'ConfigMap' })(
        capture('kubectl/raw-partialobjectmetadatalist.json'),
      ),
    )
    expect(objects.length).toBeGreaterThan(10)
    expect(new Set(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))).toEqual(new Set(['v1 ConfigMap']))
    expect(lists[0]?.of).toEqual({ apiVersion: 'v1', kind: 'ConfigMap' })
  })
})

describe('a list', () => {
  it('of one kind gives its items their type', () => {
    const { objects, lists } = right(decodeKubectlObjects(capture('kubectl/raw-podlist.json')))
    expect(objects.every(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Pod')).toBe(true)
    expect(lists).toEqual([
      {
        path: '',
        of: { apiVersion: 'v1', kind: 'Pod' },
        shows: [{ apiVersion: 'v1', kind: 'Pod' }],
        count: 3,
        continues: true,
        remaining: 22,
      },
    ])
  })

  it('of any kind shows the kinds in it', () => {
    const [list] = right(decodeKubectlObjects(capture('kubectl/cascade-foreground.0-before.json'))).lists
    expect(list?.of).toBeUndefined()
    expect(list?.shows.map(({ kind }) => kind)).toEqual(['Deployment', 'ReplicaSet', 'Pod'])
    expect(list?.continues).toBe(false)
  })

  it('says where its own metadata is wrong', () => {
    const list = { apiVersion: 'v1', kind: 'PodList', metadata: { remainingItemCount: -1 }, items: [] }
    const problem = { path: 'metadata.remainingItemCount', expected: 'an integer of 0 or more', actual: '-1' }
    expect(decodeKubectlObjects(list)).toMatchObject({ left: { problems: [problem] } })
  })

  it('without items may say null', () => {
    expect(uids(listOf('PodList', null))).toEqual([])
  })

  it('is whatever a client library holds', () => {
    const created = new Date('2026-11-21T03:00:46.5Z')
    const job = { spec: undefined, metadata: { name: 'a', uid: 'u', creationTimestamp: created, labels: undefined } }
    const listing = right(
      decodeKubectlObjects({
        apiVersion: 'batch/v1',
        kind: 'JobList',
        metadata: { _continue: 'x', remainingItemCount: undefined },
        items: [Object.assign(Object.create({ shared: 1 }), job)],
      }),
    )
    const [object] = listing.objects
    expect(object?.kind).toBe('Job')
    expect(object?.metadata.creationTimestamp).toEqual(created)
    expect(object?.metadata.creationTimestamp).not.toBe(created)
    expect(listing.lists[0]?.continues).toBe(true)
  })

  it('is read anew each time, also where its caller changed it in between', () => {
    const [created, owner] = [new Date('2026-11-21T03:00:46Z'), { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }]
    const metadata = { name: 'a', uid: 'u', creationTimestamp: created, ownerReferences: [owner] }
    const pods = { apiVersion: 'v1', kind: 'PodList', metadata: {}, items: [{ metadata }] }
    const before = right(decodeKubectlObjects(pods)).objects[0]?.metadata
    created.setUTCFullYear(2027)
    owner.uid = 'm'
    expect(right(decodeKubectlObjects(pods)).objects[0]?.metadata).toEqual({ ...before, ...metadata })
    expect(before?.creationTimestamp).toEqual(new Date('2026-11-21T03:00:46Z'))
    expect(before?.ownerReferences?.map(({ uid }) => uid)).toEqual(['n'])
  })

  it('of a custom kind that ends in List is told from an object', () => {
    const allowList = {
      apiVersion: 'net.example.com/v1',
      kind: 'AllowList',
      items: [],
      metadata: { name: 'a', uid: 'u' },
    }
    expect(uids(allowList)).toEqual(['u'])
  })
})

describe('input', () => {
  const other = { ...web, metadata: { name: 'cart', namespace: 'shop', uid: 'b2' } }

  it.each<[string, unknown]>([
    ['an array of objects', [web, other]],
    ['lines of objects', `${JSON.stringify(web)}\n${JSON.stringify(other)}\n`],
    ['an array as text', JSON.stringify([web, other])],
    ['pages as text', [listOf('PodList', [web]), listOf('PodList', [other])].map((page) => JSON.stringify(page))],
    ['pages and objects', new Set([listOf('List', [web]), other])],
    ['pages that are arrays', [[web], [other]]],
    ['lines of lists', [listOf('List', [web]), listOf('List', [other])].map((page) => JSON.stringify(page)).join('\n')],
  ])('may be %s', (_, input) => {
    expect(uids(input)).toEqual(['a1', 'b2'])
  })

  it('may be a generator, which is read once', () => {
    const pages = function* (): Generator {
      for (let page = 0; page < 1000; page++)
        yield listOf('PodList', [{ metadata: { name: `p-${page}`, uid: `u-${page}` } }])
    }
    expect(uids(pages()).length).toBe(1000)
  })

  it('may be an array without kinds, if the kind is given', () => {
    const bare = { metadata: { name: 'a', uid: 'u' }, status: { conditions: [] } }
    expect(wrongIn(decodeKubectlObjects([bare]))).toEqual([
      '[0].apiVersion: expected a string, not empty, got nothing',
      '[0].kind: expected a string, not empty, got nothing',
    ])
    const listing = right(decodeKubectlObjectsOf({ apiVersion: 'v1', kind: 'Pod' })([bare]))
    expect(listing.objects[0]).toMatchObject({ apiVersion: 'v1', kind: 'Pod' })
    expect(right(decodeKubectlObjectsOf({ apiVersion: 'v1', kind: 'Pod' })({ items: [bare] })).objects.length).toBe(1)
  })

  it('of another kind than the one given is a problem', () => {
    expect(wrongIn(decodeKubectlObjectsOf({ apiVersion: 'apps/v1', kind: 'ReplicaSet' })([web]))).toEqual([
      '[0].apiVersion: expected "apps/v1", got "v1"',
      '[0].kind: expected "ReplicaSet", got "Pod"',
    ])
  })

  it('keeps the rest of an object by reference', () => {
    const spec = { containers: [] }
    const [object] = right(decodeKubectlObjects([{ ...web, spec }])).objects
    expect(object?.body['spec']).toBe(spec)
  })
})

describe('what is wrong with an object', () => {
  it.each<[object, string]>([
    [{ name: '' }, 'items[0].metadata.name: expected a string, not empty, got ""'],
    [{ uid: 7 }, 'items[0].metadata.uid: expected a string, not empty, got 7'],
    [
      { creationTimestamp: 'today' },
      'items[0].metadata.creationTimestamp: expected RFC 3339 text such as "2026-01-01T12:00:00Z", or a valid Date, got "today"',
    ],
    [
      { deletionTimestamp: new Date(NaN) },
      'items[0].metadata.deletionTimestamp: expected RFC 3339 text such as "2026-01-01T12:00:00Z", or a valid Date, got Invalid Date',
    ],
    [{ generation: 0.5 }, 'items[0].metadata.generation: expected an integer from 0 to 2^53 - 1, got 0.5'],
    [{ finalizers: 'orphan' }, 'items[0].metadata.finalizers: expected an array, got "orphan"'],
    [{ labels: { a: 1 } }, 'items[0].metadata.labels: expected an object of strings, got an object'],
    [
      { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: '' }] },
      'items[0].metadata.ownerReferences[0].uid: expected a string, not empty, got ""',
    ],
    [
      { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u', controller: 'yes' }] },
      'items[0].metadata.ownerReferences[0].controller: expected a boolean, got "yes"',
    ],
  ])('%j', (meta, line) => {
    expect(wrongIn(decodeKubectlObjects(listOf('List', [withMeta(meta)])))).toEqual([line])
  })

  it('is said of a hundred places at most, wherever they are', () => {
    const broken = Array.from({ length: 60 }, () => ({ ...web, metadata: { name: 'a' } }))
    const lines = wrongIn(decodeKubectlObjects([listOf('List', broken), listOf('List', broken)]))
    expect(lines.length).toBe(100)
    expect(lines.at(-1)).toBe('[1].items[39].metadata.uid: expected a string, not empty, got nothing')
  })

  it('does not keep an object of the cluster from having an empty namespace', () => {
    const [node] = right(decodeKubectlObjects(withMeta({ namespace: '' }))).objects
    expect(node?.metadata.namespace).toBeUndefined()
  })
})

describe('an object that comes twice', () => {
  const version = (resourceVersion: string | undefined, more: object = {}): object =>
    withMeta({ resourceVersion, ...more })
  const versions = (input: unknown): ReadonlyArray<string | undefined> =>
    right(decodeKubectlObjects(input)).objects.map(({ metadata }) => metadata.resourceVersion)

  it('counts in its newest version', () => {
    expect(versions([version('9'), version('10')])).toEqual(['10'])
    expect(versions([version('10'), version('9')])).toEqual(['10'])
    expect(right(decodeKubectlObjects([version('10'), version('9')])).relisted).toBe(1)
  })

  it('counts as it came last when nothing tells which is newer', () => {
    expect(versions([version('9'), version('x')])).toEqual(['x'])
    expect(versions([version(undefined), version('9')])).toEqual(['9'])
  })

  it('counts as it came first in one version', () => {
    const listing = right(decodeKubectlObjects([{ ...version('9'), spec: 1 }, version('9')]))
    expect(listing.objects[0]?.body['spec']).toBe(1)
    expect(listing.relisted).toBe(0)
  })

  it('may come from two groups, as events do', () => {
    const event = { ...web, kind: 'Event' }
    expect(uids([event, { ...event, apiVersion: 'events.k8s.io/v1' }])).toEqual(['a1'])
  })

  it('is a problem where it stands', () => {
    const other = (name: string): object => withMeta({ name })
    expect(wrongIn(decodeKubectlObjects([listOf('List', []), listOf('List', [web, other('b')]), other('c')]))).toEqual([
      '[1].items[1].metadata.uid: expected a uid other than that of "Pod shop/web", got "a1"',
      '[2].metadata.uid: expected a uid other than that of "Pod shop/web", got "a1"',
    ])
    expect(wrongIn(decodeKubectlObjects(Array.from({ length: 200 }, (_, index) => other(`o-${index}`)))).length).toBe(
      100,
    )
  })

  it('is a problem when it is another object', () => {
    expect(wrongIn(decodeKubectlObjects([web, withMeta({ name: 'cart' })]))).toEqual([
      '[1].metadata.uid: expected a uid other than that of "Pod shop/web", got "a1"',
    ])
  })
})

describe('a name that two objects have', () => {
  const made = (uid: string, resourceVersion?: string): object => withMeta({ uid, resourceVersion })

  it('is that of the newer one', () => {
    for (const input of [
      [made('old', '9'), made('new', '10')],
      [made('new', '10'), made('old', '9')],
    ]) {
      const listing = right(decodeKubectlObjects(input))
      expect(listing.objects.map(({ metadata }) => metadata.uid)).toEqual(['new'])
      expect(listing.recreated).toEqual([
        { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web', uid: 'new', formerUid: 'old' },
      ])
    }
  })

  it('is a problem when neither is known to be newer', () => {
    expect(wrongIn(decodeKubectlObjects([made('a'), made('b')]))).toEqual([
      '[1].metadata.uid: expected one uid for "Pod shop/web", got "b"',
    ])
  })

  it('is none of two kinds, groups or namespaces', () => {
    const others = [{ kind: 'Service' }, { apiVersion: 'shop.example.com/v1' }].map((type) => ({ ...web, ...type }))
    const elsewhere = withMeta({ namespace: 'cart', uid: 'd' })
    expect(
      uids([
        web,
        ...others.map((other, index) => ({ ...other, metadata: { ...other.metadata, uid: `u${index}` } })),
        elsewhere,
      ]),
    ).toEqual(['a1', 'u0', 'u1', 'd'])
  })
})

describe('a definition of custom resources', () => {
  const definition = (captureJson('kubectl/cluster-before.all.json') as Raw).items?.find(
    ({ kind }) => kind === 'CustomResourceDefinition',
  ) as unknown as { readonly spec: object; readonly metadata: object }

  it('adds the versions that it serves', () => {
    expect(right(decodeKubectlObjects(capture('kubectl/cluster-before.all.json'))).scopes).toEqual([
      {
        apiVersion: 'shop.example.com/v1',
        kind: 'Cache',
        resource: 'caches',
        namespaced: true,
        strategicMergePatch: false,
      },
    ])
  })

  it('adds nothing where its metadata alone was asked for', () => {
    const type = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }
    const listing = right(decodeKubectlObjectsOf(type)([{ metadata: definition.metadata }]))
    expect([listing.objects.length, listing.scopes]).toEqual([1, []])
  })

  it('adds nothing that it does not serve', () => {
    const unserved = { ...definition, spec: { ...definition.spec, versions: [{ name: 'v1', served: false }] } }
    expect(right(decodeKubectlObjects(unserved)).scopes).toEqual([])
    const conditions = [{ type: 'Established', status: 'False' }]
    expect(right(decodeKubectlObjects({ ...definition, status: { conditions } })).scopes).toEqual([])
  })

  it('counts in its newest version', () => {
    const later = {
      ...definition,
      spec: { ...definition.spec, scope: 'Cluster' },
      metadata: { ...definition.metadata, resourceVersion: '99999999' },
    }
    for (const input of [
      [definition, later],
      [later, definition],
    ])
      expect(right(decodeKubectlObjects(input)).scopes.map(({ namespaced }) => namespaced)).toEqual([false])
  })

  it('is refused with the path when it is broken', () => {
    expect(wrongIn(decodeKubectlObjects({ ...definition, spec: { ...definition.spec, scope: 'All' } }))).toEqual([
      'spec.scope: expected "Namespaced" or "Cluster", got "All"',
    ])
  })
})

describe('what is no output of kubectl get', () => {
  it.each<[string, unknown, string]>([
    [
      'an error',
      { kind: 'Status', apiVersion: 'v1', status: 'Failure' },
      'an answer of the API server that says how a request ended',
    ],
    [
      'an error among pages',
      [listOf('List', []), { kind: 'Status', apiVersion: 'v1' }],
      'an answer of the API server that says how a request ended, at [1]',
    ],
    ['watch events', [{ type: 'ADDED', object: web }], 'events of a watch'],
    ['crictl', { containers: [] }, 'the container list of crictl ps'],
    ['discovery', { kind: 'APIResourceList', apiVersion: 'v1' }, 'a list of API resources'],
    ['the pods of a kubelet', capture('kubelet-1.36.2/1-running.pods.json'), 'the pod list of a kubelet'],
    ['nothing', '', 'an empty file'],
  ])('%s is refused', (_, input, found) => {
    expect(wrongIn(decodeKubectlObjects(input))).toEqual([
      `this is ${found}, not kubectl get KINDS -A -o json; run kubectl get KINDS -A -o json`,
    ])
  })

  it.each([
    ['', 'apiVersion: v1\nkind: Pod\n'],
    [', at [1]', [web, 'apiVersion: v1\nkind: Pod\n']],
  ])('YAML is refused with a way to convert it%s', (place, input) => {
    expect(wrongIn(decodeKubectlObjects(input))).toEqual([
      `this is a Kubernetes object as YAML${place}, not kubectl get KINDS -A -o json; run kubectl get with -o json, or convert it with yq -o json`,
    ])
  })

  it.each<[unknown, string]>([
    [7, ': expected an object, got 7'],
    [null, ': expected an object, got null'],
    [[[[web]]], '[0][0]: expected an object, got an array of 1'],
    ['{', 'expected JSON, got the end of the text at line 1, column 2'],
    [['{'], '[0]: expected JSON, got the end of the text at line 1, column 2'],
    [listOf('PodList', 7), 'items: expected an array, got 7'],
    [{ kind: 'PodList', apiVersion: 'v1' }, 'items: expected an array, got nothing'],
  ])('%j is refused', (input, line) => {
    expect(wrongIn(decodeKubectlObjects(input))).toEqual([line.replace(/^: /, '')])
  })
})
