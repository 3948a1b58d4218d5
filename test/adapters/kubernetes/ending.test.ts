import { getEventListeners } from 'node:events'

import { type taskEither as TE, either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import {
  type Client,
  type Leadership,
  type Send,
  collect,
  discover,
  elect,
  look,
  runControllers,
  watchCluster,
} from '../../../src/adapters/kubernetes/index.js'
import { configMap } from '../../../src/testing/index.js'
import { clientOf, servedCluster } from '../../../src/testing/http/index.js'

const cluster = servedCluster([configMap('a')])
const { clock } = cluster
const served = clientOf(cluster)

/** A server that can't be asked what it serves. */
const away: Client = {
  send: () => () => Promise.resolve(E.left({ _tag: 'Unreachable', message: 'refused' })),
  open: served.open,
}

type Begin = (client: Client, signal: AbortSignal) => TE.TaskEither<unknown, { readonly stop: () => void }>

const begun: ReadonlyArray<readonly [string, Begin]> = [
  ['watchCluster', (client, signal) => watchCluster(client, { clock, signal })],
  ['collect', (client, signal) => collect(client, { clock, signal })],
  ['runControllers', (client, signal) => runControllers(client, { clock, signal })([])],
]

describe('a signal', () => {
  it.each(begun)('is listened to by no %s that could not begin', async (_name, begin) => {
    const { signal } = new AbortController()
    for (let attempt = 0; attempt < 3; attempt++)
      expect(E.isLeft(await cluster.clock.until(begin(away, signal)))).toBe(true)
    expect(getEventListeners(signal, 'abort')).toStrictEqual([])
  })

  it.each(begun)('is listened to by a %s until it stops', async (_name, begin) => {
    const { signal } = new AbortController()
    const running = await cluster.clock.until(begin(served, signal))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    if (E.isRight(running)) running.right.stop()
    expect(getEventListeners(signal, 'abort')).toStrictEqual([])
  })

  it('is listened to by no look that has ended', async () => {
    const { signal } = new AbortController()
    for (const { send } of [away, served]) await cluster.clock.until(look('cluster')(send, { clock, signal }))
    expect(getEventListeners(signal, 'abort')).toStrictEqual([])
  })

  it.each([
    ['look', look('cluster')],
    ['discover', discover],
  ] as const)('is listened to once by a %s, whatever that asks at once', async (_name, begin) => {
    const { signal } = new AbortController()
    const [outside, inside]: [Set<number>, Set<number>] = [new Set(), new Set()]
    const listeners = (one: AbortSignal): number => getEventListeners(one, 'abort').length
    // As sockets do: each request listens until it is answered.
    const send: Send = (call) => async () => {
      const heard = (): void => undefined
      const own = call.signal as AbortSignal
      own.addEventListener('abort', heard)
      outside.add(listeners(signal))
      inside.add(listeners(own))
      const answer = await served.send({ ...call, accept: 'application/json' })()
      own.removeEventListener('abort', heard)
      return answer
    }
    expect(E.isRight(await clock.until<E.Either<unknown, unknown>>(begin(send, { clock, signal })))).toBe(true)
    expect([...outside]).toStrictEqual([1])
    expect(Math.max(...inside)).toBeGreaterThan(5)
  })

  it('of a leadership may be listened to by any number of requests', async () => {
    const warnings: string[] = []
    const warned = ({ name }: Error): void => void warnings.push(name)
    process.on('warning', warned)
    const lease = { namespace: 'default', name: 'many', identity: 'a', clock }
    const listening = ({ signal }: Leadership) => {
      for (let count = 0; count < 20; count++) (signal as AbortSignal).addEventListener('abort', () => undefined)
      return () => Promise.resolve()
    }
    await clock.until(elect(served.send, lease)(listening))
    await new Promise<void>((resolve) => setImmediate(resolve))
    process.off('warning', warned)
    expect(warnings).toStrictEqual([])
  })

  it('is listened to by no election that has ended', async () => {
    const { signal } = new AbortController()
    const lease = { namespace: 'default', name: 'one', identity: 'a', clock, signal }
    const ended = await clock.until(elect(served.send, lease)(() => () => Promise.resolve('done')))
    expect(ended).toMatchObject({ right: { _tag: 'Done', value: 'done' } })
    expect(getEventListeners(signal, 'abort')).toStrictEqual([])
  })
})
