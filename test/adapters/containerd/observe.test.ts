import { Code, ConnectError } from '@connectrpc/connect'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { childrenFirst, collect, observe } from '../../../src/adapters/containerd/index.js'
import { Containers } from '../../../src/adapters/containerd/wire/containers_pb.js'
import { Content } from '../../../src/adapters/containerd/wire/content_pb.js'
import { Images } from '../../../src/adapters/containerd/wire/images_pb.js'
import { Leases } from '../../../src/adapters/containerd/wire/leases_pb.js'
import { Mounts } from '../../../src/adapters/containerd/wire/mounts_pb.js'
import { Version } from '../../../src/adapters/containerd/wire/version_pb.js'
import { plan, presets } from '../../../src/containerd/index.js'
import { assumed, known, unknown } from '../../../src/core/index.js'
import { layer, snapshot } from '../../containerd/graph.js'
import { client, fakeDaemon } from './fake.js'

const right = <L, A>(found: E.Either<L, A>): A => {
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  return found.right
}

describe('what is observed', () => {
  it('has the rules of the release that the daemon states, and what it cannot show', async () => {
    const { socket } = await fakeDaemon()
    const seen = right(await observe(client(socket))()())
    expect([seen.version, seen.policy, seen.snapshotters]).toEqual(['2.1.9', presets.containerd_2_0, ['overlayfs']])
    expect(seen.notShown).toContain('streams')
    expect(seen.snapshot.namespaces.map(({ name, sandboxes, mounts }) => [name, sandboxes, mounts])).toEqual([
      ['n', [], []],
    ])
  })

  it('is of the time of the clock that is given', async () => {
    const { socket } = await fakeDaemon()
    const at = new Date('2020-02-20T20:20:20Z')
    expect(right(await observe(client(socket))({ clock: { now: () => at } })()).snapshot.at).toEqual(at)
  })

  it('has ingests of unknown end in the order of their names, with what is stated of them', async () => {
    const { socket } = await fakeDaemon((router) =>
      router.service(Content, {
        list: async function* () {
          await Promise.resolve()
          yield* []
        },
        listStatuses: () => ({
          statuses: [{ ref: 'b' }, { ref: 'a' }].sort(() => (Math.random() < 0.5 ? 1 : -1)),
        }),
      }),
    )
    const ingests = async (options: Parameters<ReturnType<typeof observe>>[0]) =>
      right(await observe(client(socket))(options)()).snapshot.namespaces[0]?.ingests
    expect(await ingests({})).toEqual([
      { ref: 'a', expected: unknown, expireAt: unknown },
      { ref: 'b', expected: unknown, expireAt: unknown },
    ])
    expect((await ingests({ ingestsExpectNothing: 'nobody pulls' }))?.map(({ expected }) => expected)).toEqual([
      assumed('', 'nobody pulls'),
      assumed('', 'nobody pulls'),
    ])
  })

  it('has leases with what they hold, and mounts of unknown lease where the release has them', async () => {
    const { socket } = await fakeDaemon((router) => {
      router.service(Version, { version: () => ({ version: '2.2.0', revision: '' }) })
      router.service(Leases, {
        list: () => ({
          leases: [{ id: 'p', labels: { b: '2', a: '1' }, createdAt: { seconds: 1n, nanos: 5_999_999 } }],
        }),
        listResources: () => ({ resources: [{ id: 'sha256:a', type: 'content' }] }),
      })
      router.service(Mounts, {
        list: async function* () {
          yield await Promise.resolve({ info: { name: 'm', labels: {} } })
        },
      })
    })
    const [space] = right(await observe(client(socket))()()).snapshot.namespaces
    expect(space?.leases).toEqual([
      {
        id: 'p',
        createdAt: new Date(1005),
        labels: [
          ['a', '1'],
          ['b', '2'],
        ],
        resources: known([{ type: 'content', id: 'sha256:a' }]),
      },
    ])
    expect(space?.mounts).toEqual([{ name: 'm', lease: unknown, labels: [] }])
  })

  it('leaves open what snapshots of a snapshotter hold that is not loaded and yet named', async () => {
    const { socket } = await fakeDaemon((router) =>
      router.service(Containers, {
        list: () => ({ containers: [{ id: 'c', labels: {}, snapshotter: 'zfs', snapshotKey: 'k' }] }),
      }),
    )
    const [space] = right(await observe(client(socket))()()).snapshot.namespaces
    expect(space?.unseen).toEqual([
      {
        kind: 'Others',
        what: 'the labels of snapshots in snapshotters that are not loaded: zfs',
        holdsNothing: O.none,
      },
    ])
  })

  it('is read again when a lease went while it was read', async () => {
    let asked = 0
    const { socket } = await fakeDaemon((router) =>
      router.service(Leases, {
        list: () => ({ leases: asked === 0 ? [{ id: 'p', labels: {} }] : [] }),
        listResources: () => {
          asked++
          throw new ConnectError('lease "p": not found', Code.NotFound)
        },
      }),
    )
    expect(right(await observe(client(socket))()()).snapshot.namespaces[0]?.leases).toEqual([])
  })
})

describe('a collection', () => {
  it('deletes an empty lease of its own with sync, and answers what went', async () => {
    let images = [
      { name: 'a', labels: {} },
      { name: 'b', labels: {} },
    ]
    const deleted: unknown[] = []
    let expires: string | undefined
    const { socket } = await fakeDaemon((router) => {
      router.service(Images, { list: () => ({ images }) })
      router.service(Leases, {
        list: () => ({ leases: [] }),
        create: ({ labels }) => {
          expires = labels['containerd.io/gc.expire']
          return { lease: { id: 'own', labels: {} } }
        },
        delete: ({ id, sync }, context) => {
          deleted.push([id, sync, context.requestHeader.get('containerd-namespace')])
          images = images.slice(1)
          return {}
        },
      })
    })
    const clock = { now: () => new Date('2020-02-20T20:20:20Z') }
    const { removed } = right(await collect(client(socket))({ clock })())
    expect(deleted).toEqual([['own', true, 'n']])
    expect(expires).toBe('2020-02-20T20:21:20Z')
    expect(removed.map(({ _tag, id }) => `${_tag} ${id}`)).toEqual(['Image n/a'])
  })
})

describe('a plan for a port', () => {
  it('has each snapshot behind its children, and requires them', () => {
    const of = snapshot({ snapshots: [layer('a'), layer('b', 'a'), layer('c', 'b'), layer('d', 'a'), layer('e')] })
    const planned = right(plan(presets.containerd_2_0)(of))
    const { removals } = childrenFirst(of)(planned).passes[0]
    expect(
      removals.map(({ target, requires }) => [target.key, requires.map(({ id }) => id.split('/').at(-1))]),
    ).toEqual([
      ['c', []],
      ['b', ['c']],
      ['d', []],
      ['a', ['b', 'd']],
      ['e', []],
    ])
  })
})
