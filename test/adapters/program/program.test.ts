import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it, onTestFinished } from 'vitest'

import { type CallError, type Client, type Reconciler, atMost } from '../../../src/adapters/kubernetes/index.js'
import {
  type ProgramEvent,
  type RunProgramOptions,
  explainProgramError,
  explainProgramEvent,
  leadAndServe,
  runProgram,
} from '../../../src/adapters/program/index.js'
import { configMap } from '../../../src/testing/index.js'
import { type ServedCluster, clientOf, servedCluster } from '../../../src/testing/http/index.js'
import { namesAt } from '../../testing/http/ask.js'

/** Deletes the ConfigMaps whose names begin with `scratch`. */
const cleaner: Reconciler = {
  name: 'cleaner',
  watches: ['ConfigMap', 'Backup'],
  keysOf: ({ object }) => (object.metadata.name.startsWith('scratch') ? [object.metadata.uid] : []),
  reconcile: (view) => (uid) => {
    const object = view.find(uid)
    const address = object && view.addressOf(object)
    if (address === undefined) return { requests: [], why: 'gone' }
    return { requests: [{ _tag: 'Delete', object: address, options: { preconditions: { uid } } }], why: 'scratch' }
  },
}

const lease = { namespace: 'default', name: 'cleaner', identity: 'a' }

/** A replica on a cluster; what a test sees of it. */
const replica = (cluster: ServedCluster, more: Partial<RunProgramOptions> = {}, client: Client = clientOf(cluster)) => {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const events: ProgramEvent[] = []
  const options: RunProgramOptions = {
    ...{ port: 0, host: '127.0.0.1', limits: { notReadyMillis: 0, graceMillis: 1000 }, clock: cluster.clock },
    ...{ signal: ending.signal, kinds: ({ kind }) => kind === 'ConfigMap', log: (event) => void events.push(event) },
    ...more,
  }
  const url = (): string => events.flatMap((event) => (event._tag === 'Listening' ? [event.url] : [])).join()
  return {
    ...{ options, events, stop: () => ending.abort() },
    client,
    get: async (path: string) => {
      const response = await fetch(`${url()}${path}`)
      return { status: response.status, body: await response.text() }
    },
    tags: () => events.map(({ _tag }) => _tag),
  }
}

/** Lets sockets and promises do what they can do now. */
const settled = async (isSo: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 2000 && !isSo(); turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

describe('a program of controllers', () => {
  it('works, tells of each request, counts it, and ends in order', async () => {
    const cluster = servedCluster([configMap('scratch-1'), configMap('keep')])
    const one = replica(cluster, {
      metrics: () => [{ name: 'own', help: 'Its own.', type: 'gauge', samples: [{ labels: {}, value: 7 }] }],
    })
    const done = runProgram(one.client, one.options)([cleaner])()
    await settled(() => one.tags().includes('Acted'))
    expect(namesAt(cluster)).toStrictEqual(['keep'])
    expect(one.events.filter(({ _tag }) => _tag !== 'Listening').map(explainProgramEvent)).toStrictEqual([
      'leads',
      'cleaner waits for a definition of Backup',
      'cleaner: Delete ConfigMap default/scratch-1: Accepted, scratch',
    ])
    expect((await one.get('/readyz')).body).toContain('[+]work ok')
    const { body } = await one.get('/metrics')
    expect(body).toContain('gcplan_controller_requests_total{controller="cleaner",outcome="Accepted"} 1')
    expect(body).toMatch(/^own 7$/m)
    // It leads by no lease.
    expect(body).not.toContain('leader_election_master_status')
    one.stop()
    await settled(() => one.tags().includes('Draining'))
    await cluster.clock.advance({ seconds: 2 })
    expect(await done).toStrictEqual(E.right({ cut: 0 }))
  })

  it('sends nothing that is not admitted', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const one = replica(cluster, { admits: () => TE.right(false) })
    void runProgram(one.client, one.options)([cleaner])()
    await settled(() => one.tags().includes('Unserved'))
    await cluster.clock.advance({ seconds: 10 })
    expect(namesAt(cluster)).toStrictEqual(['scratch-1'])
    expect(one.tags()).not.toContain('Acted')
    expect(one.events.filter(({ _tag }) => _tag === 'Withheld').map(explainProgramEvent)).toStrictEqual([
      'cleaner: Delete ConfigMap default/scratch-1 waits, and so may others: not admitted now',
    ])
  })

  it('removes so many in an hour, and goes on in the next', async () => {
    const cluster = servedCluster(['scratch-1', 'scratch-2', 'scratch-3'].map((name) => configMap(name)))
    const { clock } = cluster
    const one = replica(cluster, { admits: atMost({ count: 2, per: { hours: 1 }, clock }) })
    void runProgram(one.client, one.options)([cleaner])()
    await settled(() => one.tags().includes('Withheld'))
    await clock.advance({ minutes: 59 })
    expect(namesAt(cluster)).toStrictEqual(['scratch-3'])
    expect(one.tags().filter((tag) => tag === 'Withheld')).toHaveLength(1)
    const waits = /gcplan_controller_requests_total\{controller="cleaner",outcome="Withheld"\} (\d+)/
    expect(Number(waits.exec((await one.get('/metrics')).body)?.[1])).toBeGreaterThan(100)
    await clock.advance({ minutes: 2 })
    expect(namesAt(cluster)).toStrictEqual([])
  })

  it('sends nothing that is admitted after the lease was lost', async () => {
    const cluster = servedCluster([configMap('scratch-1')])
    const { send, open } = clientOf(cluster)
    let isDown = false
    const deletions: string[] = []
    const client: Client = {
      open,
      send: (call) => {
        if (call.method === 'DELETE') deletions.push(call.path)
        const isOfLease = call.path.includes('/leases')
        return isDown && isOfLease ? TE.left({ _tag: 'Unreachable', message: 'down' }) : send(call)
      },
    }
    const answers: ((isAdmitted: boolean) => void)[] = []
    const admits = () => TE.fromTask(() => new Promise<boolean>((answer) => answers.push(answer)))
    const one = replica(cluster, { lease, admits }, client)
    void runProgram(one.client, one.options)([cleaner])()
    await settled(() => answers.length > 0)
    isDown = true
    await cluster.clock.advance({ seconds: 12 })
    await settled(() => one.tags().includes('LeaseLost'))
    expect(one.tags()).toContain('LeaseLost')
    for (const answer of answers) answer(true)
    await settled(() => deletions.length > 0)
    expect(deletions).toStrictEqual([])
  })

  it('waits, ready, for the lease that another holds, and works once that gave it back', async () => {
    const cluster = servedCluster([])
    const [first, second] = [replica(cluster, { lease }), replica(cluster, { lease: { ...lease, identity: 'b' } })]
    const ended = runProgram(first.client, first.options)([cleaner])()
    await settled(() => first.tags().includes('Unserved'))
    void runProgram(second.client, second.options)([cleaner])()
    await settled(() => second.tags().includes('Holds'))
    expect(second.events.map(explainProgramEvent)).toContain('a holds the lease')
    expect((await second.get('/readyz')).status).toBe(200)
    const status = async ({ get }: typeof first) =>
      /^leader_election_master_status.*$/m.exec((await get('/metrics')).body)?.[0]
    expect([await status(first), await status(second)]).toStrictEqual([
      'leader_election_master_status{name="cleaner"} 1',
      'leader_election_master_status{name="cleaner"} 0',
    ])
    expect(second.tags()).not.toContain('Leads')
    first.stop()
    await settled(() => first.tags().includes('Draining'))
    await cluster.clock.advance({ seconds: 10 })
    await settled(() => second.tags().includes('Unserved'))
    expect(second.tags()).toContain('Leads')
    expect(await ended).toMatchObject({ _tag: 'Right' })
  })

  it('ends with the error where the cluster can not be listed, and is not ready until it is', async () => {
    const cluster = servedCluster([])
    const refused: CallError = { _tag: 'Unreachable', message: 'connection refused' }
    const asked: (() => void)[] = []
    let isDown = false
    const client: Client = {
      ...clientOf(cluster),
      send: () => () =>
        new Promise((resolve) => {
          const answer = (): void => resolve(E.left(refused))
          if (isDown) answer()
          else asked.push(answer)
        }),
    }
    const one = replica(cluster, {}, client)
    const done = runProgram(one.client, one.options)([cleaner])()
    await settled(() => one.tags().includes('Leads'))
    expect((await one.get('/readyz')).body).toContain('[-]work failed: lists the cluster')
    isDown = true
    for (const answer of asked) answer()
    // A refused connection is tried again for a while.
    await settled(() => false)
    await cluster.clock.advance({ minutes: 2 })
    await settled(() => one.tags().includes('Draining'))
    await cluster.clock.advance({ seconds: 2 })
    expect(E.mapLeft(explainProgramError)(await done)).toMatchObject({
      ...{ _tag: 'Left', left: expect.stringContaining('connection refused') as string },
    })
  })

  it('does not start where its options mean nothing', async () => {
    const cluster = servedCluster([])
    const one = replica(cluster, { lease: { ...lease, identity: '' } })
    const done = runProgram(one.client, one.options)([cleaner])()
    await settled(() => one.tags().includes('Draining'))
    await cluster.clock.advance({ seconds: 2 })
    expect(E.mapLeft(explainProgramError)(await done)).toStrictEqual(
      E.left('identity: expected text that is not empty, found ""'),
    )
    const other = replica(cluster, { port: -1 })
    expect(await runProgram(other.client, other.options)([cleaner])()).toMatchObject({ left: { _tag: 'InvalidInput' } })
  })
})

describe('work of a leader', () => {
  it('is a run of its own each time it is started', async () => {
    const cluster = servedCluster([])
    const one = replica(cluster)
    let runs = 0
    const program = leadAndServe(
      one.client.send,
      one.options,
    )(({ signal }, tell) =>
      TE.fromTask(async () => {
        tell(++runs === 1 ? E.left('of the first') : E.right('of the second'))
        await new Promise<void>((ended) => signal.addEventListener('abort', () => ended()))
      }),
    )
    void program()
    void program()
    await settled(() => runs === 2)
    const urls = one.events.flatMap((event) => (event._tag === 'Listening' ? [event.url] : []))
    const answers = await Promise.all(urls.map(async (url) => (await fetch(`${url}/readyz`)).status))
    expect(answers.toSorted((a, b) => a - b)).toStrictEqual([200, 503])
  })

  it('begins again after the lease was lost, and ends the program once it is done', async () => {
    const cluster = servedCluster([])
    let isDown = false
    const { send } = clientOf(cluster)
    const client: Client = {
      ...clientOf(cluster),
      send: (call) => (isDown ? TE.left({ _tag: 'Unreachable', message: 'down' }) : send(call)),
    }
    const one = replica(cluster, { lease }, client)
    let begun = 0
    const done = leadAndServe(
      client.send,
      one.options,
    )(({ signal }, tell) =>
      TE.fromTask(async () => {
        tell(E.left('it begins'))
        if (++begun < 2) await new Promise<void>((ended) => signal.addEventListener('abort', () => ended()))
      }),
    )()
    await settled(() => begun === 1)
    expect((await one.get('/readyz')).body).toContain('[-]work failed: it begins')
    isDown = true
    await cluster.clock.advance({ seconds: 12 })
    await settled(() => one.tags().includes('LeaseLost'))
    // One that waits is ready, whatever its work said last.
    expect((await one.get('/readyz')).status).toBe(200)
    isDown = false
    await cluster.clock.advance({ seconds: 20 })
    await settled(() => one.tags().includes('Draining'))
    await cluster.clock.advance({ seconds: 2 })
    expect(await done).toStrictEqual(E.right({ cut: 0 }))
    expect(begun).toBe(2)
    expect(one.tags().filter((tag) => tag === 'Leads' || tag === 'LeaseLost')).toStrictEqual([
      ...['Leads', 'LeaseLost', 'Leads'],
    ])
    expect(one.tags()).toContain('ElectionFailed')
  })
})
