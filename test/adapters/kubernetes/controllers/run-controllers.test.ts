import { either as E, taskEither as TE } from 'fp-ts'
import { afterEach, describe, expect, it } from 'vitest'

import type { ApiRequest } from '../../../../src/apiserver/request.js'
import {
  type CallError,
  type Client,
  type Reconciler,
  type RequestOutcome,
  type RunOptions,
  runControllers,
} from '../../../../src/adapters/kubernetes/index.js'
import { configMap, secret } from '../../../../src/testing/index.js'
import { type ServedCluster, clientOf, servedCluster } from '../../../../src/testing/http/index.js'
import { configMaps, namesAt } from '../../../testing/http/ask.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Lets everything run that waits for nothing. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 300; turn++) await Promise.resolve()
}

/** Deletes the ConfigMaps whose names begin with `scratch`. */
const cleaner: Reconciler = {
  name: 'cleaner',
  watches: ['ConfigMap'],
  keysOf: ({ object }) => [object.metadata.uid],
  reconcile: (view) => (uid) => {
    const object = view.find(uid)
    const address = object === undefined ? undefined : view.addressOf(object)
    return address?.name.startsWith('scratch') === true
      ? { requests: [{ _tag: 'Delete', object: address, options: { preconditions: { uid } } }], why: 'scratch' }
      : { requests: [], why: 'kept' }
  },
}

/** Runs controllers on a cluster whose clock stands still, through a client that a test may spoil. */
const running = async (
  cluster: ServedCluster,
  controllers: ReadonlyArray<Reconciler>,
  options: RunOptions = {},
  spoil: (client: Client) => Client = (client) => client,
): Promise<ReadonlyArray<RequestOutcome>> => {
  const acts: RequestOutcome[] = []
  const started = await runControllers(spoil(clientOf(cluster)), {
    clock: cluster.clock,
    kinds: ({ kind }) => kind === 'ConfigMap' || kind === 'Secret',
    onAct: (act) => acts.push(act),
    ...options,
  })(controllers)()
  if (E.isLeft(started)) throw new Error(JSON.stringify(started.left))
  closing.push(started.right.stop)
  await turns()
  return acts
}

/** Watches that never tell anything. */
const silent: Client['open'] = () => ({
  [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
})

/** A client whose first deletions fail. */
const failing =
  (error: CallError, times: number) =>
  (client: Client): Client => {
    let left = times
    return {
      ...client,
      send: (call) =>
        call.method === 'DELETE' && left-- > 0
          ? error._tag === 'Refused'
            ? TE.right({ status: error.code, body: { kind: 'Status', reason: error.reason, message: error.message } })
            : TE.left(error as never)
          : client.send(call),
    }
  }

describe('controllers that run on a cluster', () => {
  it('act on what is there, and on what comes', async () => {
    const cluster = servedCluster([configMap('scratch-1'), configMap('keep')])
    const acts = await running(cluster, [cleaner])
    expect(namesAt(cluster)).toStrictEqual(['keep'])
    cluster.handle({
      method: 'POST',
      path: configMaps,
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'scratch-2', namespace: 'default' } },
    })
    await turns()
    expect(namesAt(cluster)).toStrictEqual(['keep'])
    expect(acts.map(({ by, answer, why }) => [by, answer._tag, why])).toStrictEqual([
      ['cleaner', 'Accepted', 'scratch'],
      ['cleaner', 'Accepted', 'scratch'],
    ])
  })

  it('come back with back-off to a request that failed', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const acts = await running(cluster, [cleaner], {}, failing({ _tag: 'Cut', message: 'reset' }, 2))
    expect(namesAt(cluster)).toStrictEqual(['scratch-1'])
    await cluster.clock.advance({ seconds: 1 })
    await turns()
    await cluster.clock.advance({ seconds: 1 })
    await turns()
    expect(acts.map(({ answer }) => answer._tag)).toStrictEqual(['Failed', 'Failed', 'Accepted'])
    expect(namesAt(cluster)).toStrictEqual([])
  })

  it('come back to what a server was too busy for, which is no refusal', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const busy: CallError = { _tag: 'Refused', code: 429, reason: 'TooManyRequests', message: 'later' }
    const acts = await running(cluster, [cleaner], {}, failing(busy, 1))
    await cluster.clock.advance({ minutes: 1 })
    expect(acts.at(-1)?.answer._tag).toBe('Accepted')
    expect(namesAt(cluster)).toStrictEqual([])
  })

  it('do not repeat what was refused', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const forbidden: CallError = { _tag: 'Refused', code: 403, reason: 'Forbidden', message: 'no' }
    const acts = await running(cluster, [cleaner], {}, failing(forbidden, 9))
    await cluster.clock.advance({ minutes: 5 })
    await turns()
    expect(acts.map(({ answer }) => answer._tag)).toStrictEqual(['Conflict'])
    expect(namesAt(cluster)).toStrictEqual(['scratch-1'])
  })

  it('come back to what was refused where their retries say so', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const refused = (code: number): CallError => ({ _tag: 'Refused', code, reason: 'Refused', message: 'no' })
    const kept = { ...cleaner, retries: 'refusals-but-conflicts' } as const
    const acts = await running(cluster, [kept], {}, failing(refused(409), 1))
    await cluster.clock.advance({ minutes: 1 })
    expect(acts.map(({ answer }) => answer._tag)).toStrictEqual(['Conflict'])
    const others = await running(cluster, [kept], {}, failing(refused(403), 2))
    await cluster.clock.advance({ minutes: 1 })
    expect(others.map(({ answer }) => answer._tag)).toStrictEqual(['Conflict', 'Conflict', 'Accepted'])
  })

  it('send nothing that is not admitted, and ask again later', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    let isOpen = false
    const acts = await running(cluster, [cleaner], { admits: () => TE.right(isOpen) })
    expect(acts).toStrictEqual([])
    isOpen = true
    await cluster.clock.advance({ seconds: 1 })
    await turns()
    expect(acts.map(({ answer }) => answer._tag)).toStrictEqual(['Accepted'])
  })

  it('see whole Secrets, so that an update loses nothing of them', async () => {
    const hold = 'example.com/hold'
    const releaser: Reconciler = {
      name: 'releaser',
      watches: ['Secret'],
      keysOf: ({ object }) => [object.metadata.uid],
      reconcile: (view) => (uid) => {
        const object = view.find(uid)
        return object?.metadata.finalizers?.includes(hold) === true
          ? {
              requests: [{ _tag: 'Update', object: { ...object, metadata: { ...object.metadata, finalizers: [] } } }],
              why: '',
            }
          : { requests: [], why: '' }
      },
    }
    const cluster = servedCluster([{ ...secret('token', { finalizers: [hold] }), data: { key: 'dmFsdWU=' } }])
    await running(cluster, [releaser])
    expect(cluster.handle({ method: 'GET', path: '/api/v1/namespaces/default/secrets/token' })).toMatchObject({
      body: { data: { key: 'dmFsdWU=' } },
    })
    expect(
      JSON.stringify(cluster.handle({ method: 'GET', path: '/api/v1/namespaces/default/secrets/token' })),
    ).not.toContain(hold)
  })

  it('survive one of them that throws, and come back to what it threw on', async () => {
    const cluster = servedCluster([configMap('scratch-1'), configMap('keep')])
    const thrown: unknown[] = []
    let isBroken = true
    const broken: Reconciler = {
      ...cleaner,
      name: 'broken',
      reconcile: (view) => (uid) => {
        if (isBroken) throw new Error('not today')
        return cleaner.reconcile(view)(uid)
      },
    }
    const deaf: Reconciler = {
      ...cleaner,
      name: 'deaf',
      keysOf: () => {
        throw new Error('what?')
      },
    }
    const acts = await running(cluster, [deaf, broken], { onThrown: (by) => thrown.push(by) })
    expect(thrown).toStrictEqual(['deaf', 'deaf', 'broken', 'broken'])
    expect(namesAt(cluster)).toStrictEqual(['keep', 'scratch-1'])
    isBroken = false
    await cluster.clock.advance({ seconds: 1 })
    await turns()
    expect(acts.map(({ by }) => by)).toStrictEqual(['broken'])
    expect(namesAt(cluster)).toStrictEqual(['keep'])
  })

  it('come back once to a key that asked for one instant several times', async () => {
    const cluster = servedCluster([configMap('a'), configMap('b')])
    const start = cluster.clock.now().getTime()
    const looks: number[] = []
    const timed: Reconciler = {
      name: 'timed',
      watches: ['ConfigMap'],
      keysOf: () => ['all'],
      reconcile: ({ at }) => {
        looks.push(at.getTime() - start)
        const due = new Date(start + 60_000)
        return () => ({ requests: [], why: '', ...(at < due ? { again: { _tag: 'At', at: due } } : {}) })
      },
    }
    await running(cluster, [timed])
    await cluster.clock.advance({ seconds: 1 })
    cluster.handle({
      method: 'PATCH',
      path: `${configMaps}/a`,
      contentType: 'application/merge-patch+json',
      body: { data: { a: '1' } },
    })
    await turns()
    await cluster.clock.advance({ minutes: 5 })
    await turns()
    expect(looks.filter((at) => at >= 60_000)).toStrictEqual([60_000])
    expect(looks.filter((at) => at < 60_000).length).toBeGreaterThan(1)
  })

  it('know what they have deleted before the watches show it', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const hold = 'example.com/hold'
    const seen: ReadonlyArray<string>[] = []
    const twice: Reconciler = {
      name: 'twice',
      watches: ['ConfigMap'],
      keysOf: () => ['first', 'second'],
      reconcile: (view) => (key) => {
        const objects = view.listOf('', 'ConfigMap')
        seen.push(objects.map(({ metadata }) => `${metadata.name} ${metadata.deletionTimestamp === undefined}`))
        const requests = objects.flatMap((object): ReadonlyArray<ApiRequest> => {
          const address = view.addressOf(object)
          return address === undefined || object.metadata.deletionTimestamp !== undefined
            ? []
            : [{ _tag: 'Delete', object: address, options: {} }]
        })
        return { requests, why: key }
      },
    }
    const blind = (client: Client): Client => ({ ...client, open: silent })
    const acts = await running(cluster, [twice], {}, blind)
    expect(acts.map(({ why, answer }) => [why, answer._tag])).toStrictEqual([['first', 'Accepted']])
    const held = servedCluster([configMap('scratch-1', { finalizers: [hold] })])
    expect(await running(held, [twice], {}, blind)).toHaveLength(1)
    expect(seen).toStrictEqual([['scratch-1 true'], [], ['scratch-1 true'], ['scratch-1 false']])
  })

  it('see another object of the name of one that they deleted', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const acts = await running(cluster, [cleaner])
    cluster.handle({
      method: 'POST',
      path: configMaps,
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'scratch-1', namespace: 'default' } },
    })
    await turns()
    expect(acts).toHaveLength(2)
    expect(namesAt(cluster)).toStrictEqual([])
  })

  it('wait longer after each failure in a row', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const start = cluster.clock.now().getTime()
    const sentAt: number[] = []
    const noting = (client: Client): Client => ({
      ...client,
      send: (call) => {
        if (call.method === 'DELETE') sentAt.push(cluster.clock.now().getTime() - start)
        return client.send(call)
      },
    })
    await running(cluster, [cleaner], {}, (client) => noting(failing({ _tag: 'Cut', message: 'reset' }, 4)(client)))
    await cluster.clock.advance({ seconds: 5 })
    expect(sentAt).toStrictEqual([0, 100, 300, 700, 1500])
  })

  it('ask for nothing more, and tell of nothing more, once they are ended between two requests', async () => {
    const ending = new AbortController()
    const asked: string[] = []
    const both: Reconciler = {
      name: 'both',
      watches: ['ConfigMap'],
      keysOf: () => ['all'],
      reconcile: (view) => () => ({
        requests: view.listOf('', 'ConfigMap').flatMap((object): ReadonlyArray<ApiRequest> => {
          const address = view.addressOf(object)
          return address === undefined ? [] : [{ _tag: 'Delete', object: address, options: {} }]
        }),
        why: 'all of them',
      }),
    }
    const acts: RequestOutcome[] = []
    await running(servedCluster([configMap('a'), configMap('b'), configMap('c')]), [both], {
      signal: ending.signal,
      admits: (request) => {
        if (request._tag === 'Delete') asked.push(request.object.name)
        return TE.right(true)
      },
      onAct: (act) => {
        acts.push(act)
        ending.abort()
      },
    })
    expect(asked).toStrictEqual(['a'])
    expect(acts.map(({ answer }) => answer._tag)).toStrictEqual(['Accepted'])
  })

  it('send nothing while nobody can say whether it is admitted', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const answers: TE.TaskEither<CallError, boolean>[] = [TE.left({ _tag: 'Unreachable', message: 'down' })]
    const acts = await running(cluster, [cleaner], { admits: () => answers.shift() ?? TE.right(true) })
    expect(acts).toStrictEqual([])
    expect(namesAt(cluster)).toStrictEqual(['scratch-1'])
    await cluster.clock.advance({ seconds: 1 })
    expect(namesAt(cluster)).toStrictEqual([])
  })

  it('come back to a key once, at the earliest instant that was asked for', async () => {
    const cluster = servedCluster([configMap('a')])
    const start = cluster.clock.now().getTime()
    const looks: number[] = []
    const spans = [60_000, 30_000]
    const timed: Reconciler = {
      name: 'timed',
      watches: ['ConfigMap'],
      keysOf: () => ['all'],
      reconcile: ({ at }) => {
        looks.push(at.getTime() - start)
        const span = spans.shift()
        const again = span === undefined ? {} : { again: { _tag: 'At', at: new Date(start + span) } as const }
        return () => ({ requests: [], why: '', ...again })
      },
    }
    await running(cluster, [timed])
    cluster.handle({ method: 'DELETE', path: `${configMaps}/a` })
    await turns()
    await cluster.clock.advance({ minutes: 5 })
    expect(looks).toStrictEqual([0, 0, 30_000])
  })

  it('come back at an instant to a key for whose change they wait in vain', async () => {
    const cluster = servedCluster([configMap('a')])
    const start = cluster.clock.now().getTime()
    const looks: number[] = []
    const waiting: Reconciler = {
      name: 'waiting',
      watches: ['ConfigMap'],
      keysOf: () => ['all'],
      reconcile: ({ at }) => {
        looks.push(at.getTime() - start)
        const orAt = new Date(start + 60_000)
        return () => ({ requests: [], why: '', ...(at < orAt ? { again: { _tag: 'AfterChange', orAt } } : {}) })
      },
    }
    await running(cluster, [waiting])
    await cluster.clock.advance({ minutes: 5 })
    expect(looks).toStrictEqual([0, 60_000])
  })

  it('do not ask twice for what somebody else has deleted, before the watches show it', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const twice: Reconciler = { ...cleaner, keysOf: ({ object: { metadata } }) => [metadata.uid, ` ${metadata.uid}`] }
    const trimming: Reconciler = { ...twice, reconcile: (view) => (key) => cleaner.reconcile(view)(key.trim()) }
    const acts = await running(cluster, [trimming], {}, (client) => ({
      open: silent,
      send: (call) => {
        if (call.method === 'DELETE') cluster.handle({ method: 'DELETE', path: call.path })
        return client.send(call)
      },
    }))
    expect(acts.map(({ answer }) => answer._tag)).toStrictEqual(['NotFound'])
  })

  it('see what the watches show of an object that they have marked', async () => {
    const cluster = servedCluster([configMap('scratch-1', { finalizers: ['example.com/hold'] })])
    const seen: unknown[] = []
    const noting: Reconciler = {
      ...cleaner,
      reconcile: (view) => (uid) => {
        const object = view.find(uid)
        seen.push(object?.metadata.labels)
        return object?.metadata.deletionTimestamp === undefined
          ? cleaner.reconcile(view)(uid)
          : { requests: [], why: '' }
      },
    }
    await running(cluster, [noting])
    cluster.handle({
      method: 'PATCH',
      path: `${configMaps}/scratch-1`,
      contentType: 'application/merge-patch+json',
      body: { metadata: { labels: { seen: 'yes' } } },
    })
    await turns()
    expect(seen.at(-1)).toStrictEqual({ seen: 'yes' })
  })

  it('say which kinds they watch in vain', async () => {
    const unserved: string[] = []
    const waiting: Reconciler = { ...cleaner, name: 'waiting', watches: ['ConfigMap', 'PipelineRun'] }
    await running(servedCluster([]), [cleaner, waiting], { onUnserved: (by, kind) => unserved.push(`${by} ${kind}`) })
    expect(unserved).toStrictEqual(['waiting PipelineRun'])
  })

  it('change nothing in a dry run', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const acts = await running(cluster, [cleaner], { dryRun: true })
    expect(acts.map(({ answer }) => answer._tag)).toStrictEqual(['Accepted'])
    expect(namesAt(cluster)).toStrictEqual(['scratch-1'])
  })
})
