import { either as E } from 'fp-ts'
import type { taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../../src/apiserver/object.js'
import { added, deleted, updated } from '../../../../src/controllers/owner/index.js'
import { OwnerLoop } from '../../../../src/simulate/loop/index.js'
import { noon, seconds, simulatedTime } from '../../../execute/build.js'

const node: KubeObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', uid: 'u-node' } }

const lease = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    namespace: 'shop',
    name,
    uid: `u-${name}`,
    ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'worker', uid: 'u-node' }],
  },
})

/** A cluster that serves objects, and whose calls fail as told. */
const cluster = (objects: ReadonlyArray<KubeObject>, fails: (call: string, times: number) => boolean = () => false) => {
  const served = new Map(objects.map((object) => [object.metadata.name, object]))
  const calls: string[] = []
  const answer = <A>(call: string, value: () => A): TE.TaskEither<string, A> => {
    return () => {
      calls.push(call)
      const times = calls.filter((made) => made === call).length
      return Promise.resolve(fails(call, times) ? E.left('busy') : E.right(value()))
    }
  }
  const port: OwnerLoop.Cluster<string> = {
    get: ({ name }) => answer(`get ${name}`, () => served.get(name)),
    delete: ({ name }) => answer(`delete ${name}`, () => served.delete(name)),
    patch: ({ name }) => answer(`patch ${name}`, () => undefined),
    isNotFound: () => false,
    isConflict: () => false,
    isUnsupportedMediaType: () => false,
    recordEvent: () => () => Promise.resolve(),
  }
  return { port, calls, served }
}

/** Something happens while the next lookup of an object is under way. */
const slowToAnswer = (port: OwnerLoop.Cluster<string>, name: string) => {
  const happens: (() => void)[] = []
  const slow: OwnerLoop.Cluster<string> = {
    ...port,
    get: (object) => async () => {
      const answer = await port.get(object)()
      if (object.name === name) happens.splice(0).forEach((event) => event())
      return answer
    },
  }
  return { port: slow, duringLookup: (event: () => void): void => void happens.push(event) }
}

const begin = (
  { port }: ReturnType<typeof cluster>,
  objects: ReadonlyArray<KubeObject>,
  config: Partial<OwnerLoop.Config> = {},
) => {
  const time = simulatedTime()
  const loop = OwnerLoop.drive({ ...OwnerLoop.defaultConfig, ...config })({ clock: time.clock })(port)(objects)
  const rest = async (): Promise<void> => {
    while (await time.passes()) continue
  }
  return { time, loop, rest }
}

/** An owner that waits for its dependents, and one that blocks it. */
const waiting: ReadonlyArray<KubeObject> = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...{ namespace: 'shop', name: 'owner', uid: 'u-owner', finalizers: ['foregroundDeletion'] },
      deletionTimestamp: new Date(noon),
    },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...{ namespace: 'shop', name: 'blocks', uid: 'u-blocks' },
      ownerReferences: [
        { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'u-owner', blockOwnerDeletion: true },
      ],
    },
  },
]

describe('the owner collector that is driven', () => {
  it('decides on an object of a list with all of the list known', async () => {
    const world = cluster(waiting)
    const { loop, rest } = begin(world, [])
    loop.listed(waiting.map(added))
    await rest()
    expect(world.calls).toContain('delete blocks')
    expect(world.calls).not.toContain('patch owner')
  })

  it('warns of each object of a list whose owner is in another namespace', async () => {
    const owner: KubeObject = { ...lease('o'), metadata: { namespace: 'other', name: 'o', uid: 'u-o' } }
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u-o' }]
    const astray = ['a', 'b'].map((name): KubeObject => {
      const { metadata, ...rest } = lease(name)
      return { ...rest, metadata: { ...metadata, ownerReferences } }
    })
    const world = cluster([owner, ...astray])
    const warned: string[] = []
    const recordEvent: OwnerLoop.Cluster<string>['recordEvent'] = ({ _tag, involvedObject }) => {
      warned.push(`${_tag} ${involvedObject.name}`)
      return () => Promise.resolve()
    }
    const { loop, rest } = begin({ ...world, port: { ...world.port, recordEvent } }, [])
    loop.listed([owner, ...astray, lease('c')].map(added))
    await rest()
    expect(warned).toEqual(['OwnerRefInvalidNamespace a', 'OwnerRefInvalidNamespace b'])
    loop.stop()
  })

  it('decides by what it has heard while it looked the object up', async () => {
    const [owner, blocks] = waiting
    if (owner === undefined || blocks === undefined) throw new Error('both are there')
    const world = cluster(waiting)
    const { port, duringLookup } = slowToAnswer(world.port, 'owner')
    const { loop, rest } = begin({ ...world, port }, [])
    duringLookup(() => loop.observed(added(blocks)))
    loop.observed(added(owner))
    await rest()
    expect(world.calls).toContain('delete blocks')
    expect(world.calls).not.toContain('patch owner')
  })

  it('finds an owner to wait for its dependents when it hears so while it looked the owner up', async () => {
    const [owner, blocks] = waiting
    if (owner === undefined || blocks === undefined) throw new Error('both are there')
    const { deletionTimestamp, finalizers, ...metadata } = owner.metadata
    // Only its finalizer makes an owner wait; this one is attempted since what it depends on is gone.
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'top', uid: 'u-top' }]
    const before: KubeObject = { ...owner, metadata: { ...metadata, ownerReferences } }
    const after: KubeObject = { ...before, metadata: { ...before.metadata, deletionTimestamp, finalizers } }
    const world = cluster([after])
    const { port, duringLookup } = slowToAnswer(world.port, 'owner')
    const { loop, rest } = begin({ ...world, port }, [before])
    duringLookup(() => loop.observed(updated(after, before)))
    await rest()
    expect(world.calls).toContain('patch owner')
    expect(world.calls).not.toContain('delete owner')
  })

  it('deletes dependents after a watch says that their owner is gone', async () => {
    const world = cluster([lease('a'), lease('b')])
    const { loop, rest } = begin(world, [node, lease('a'), lease('b')])
    await rest()
    expect(world.calls).toEqual([])
    loop.observed(deleted(node))
    await rest()
    expect([...world.served.keys()]).toEqual([])
    expect(world.calls.filter((call) => call.startsWith('delete')).sort()).toEqual(['delete a', 'delete b'])
    loop.stop()
  })

  it('works on what was listed without waiting for an event', async () => {
    const world = cluster([lease('a')])
    const { rest, loop } = begin(world, [lease('a')])
    await rest()
    expect([...world.served.keys()]).toEqual([])
    loop.stop()
  })

  it('tries again after waits that double, and begins anew after a success', async () => {
    const world = cluster([lease('a')], (call, times) => call === 'delete a' && times <= 3)
    const { time, loop, rest } = begin(world, [lease('a')])
    await rest()
    expect(time.slept.filter((span) => span > 0)).toEqual([5, 10, 20])
    expect([...world.served.keys()]).toEqual([])
    expect(loop.state().failures.size).toBe(0)
    loop.stop()
  })

  it('works once more on what is told of while it works on it', async () => {
    const [first, second] = ['first', 'second'].map((name) => ({ ...node, metadata: { name, uid: `u-${name}` } }))
    if (first === undefined || second === undefined) throw new Error('no nodes')
    const { metadata } = lease('a')
    const ownerReferences = [first, second].map(({ apiVersion, kind, metadata: owner }) => ({
      apiVersion,
      kind,
      ...owner,
    }))
    const held: KubeObject = { ...lease('a'), metadata: { ...metadata, ownerReferences } }
    const world = cluster([second, held])
    const { loop, rest } = begin(
      {
        ...world,
        port: {
          ...world.port,
          // The last owner goes while the first one is struck off.
          patch: (object, ...request) => {
            if (world.served.delete('second')) loop.observed(deleted(second))
            return world.port.patch(object, ...request)
          },
        },
      },
      [first, second, held],
    )
    loop.observed(deleted(first))
    await rest()
    expect(world.calls.filter((call) => call.endsWith(' a'))).toEqual(['get a', 'patch a', 'get a', 'delete a'])
    loop.stop()
  })

  it('works on no more objects at once than there are workers', async () => {
    const world = cluster(['a', 'b', 'c', 'd'].map(lease))
    let underWay = 0
    let most = 0
    const { get } = world.port
    const port: OwnerLoop.Cluster<string> = {
      ...world.port,
      get: (object) => async () => {
        most = Math.max(most, ++underWay)
        await new Promise((next) => setImmediate(next))
        underWay--
        return await get(object)()
      },
    }
    const { loop, rest } = begin({ ...world, port }, ['a', 'b', 'c', 'd'].map(lease), { workers: 2 })
    while (world.served.size > 0) await rest()
    expect(most).toBe(2)
    expect([...world.served.keys()]).toEqual([])
    loop.stop()
  })

  it('counts a request that hangs as failed', async () => {
    const world = cluster([lease('a')])
    let hung = 0
    const port: OwnerLoop.Cluster<string> = {
      ...world.port,
      deadline: seconds(10),
      delete: (object, options) =>
        ++hung === 1 ? () => new Promise(() => undefined) : world.port.delete(object, options),
    }
    const { time, loop, rest } = begin({ ...world, port }, [lease('a')])
    await rest()
    expect([...world.served.keys()]).toEqual([])
    expect(time.clock.now().getTime() - noon).toBeGreaterThanOrEqual(10_000)
    loop.stop()
  })

  it('hears nothing once it has ended', async () => {
    const world = cluster([lease('a')])
    const { loop, rest } = begin(world, [node])
    loop.stop()
    loop.observed(added(lease('a')))
    loop.observed(deleted(node))
    await rest()
    expect(world.calls).toEqual([])
  })
})
