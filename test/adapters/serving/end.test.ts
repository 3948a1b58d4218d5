import { EventEmitter, getEventListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { type Response, explainEvent, plain, termination } from '../../../src/adapters/serving/index.js'
import { type Host, get, hello, hosting } from './host.js'

/** A route that answers when the test says so. */
const held = () => {
  let release = (): void => undefined
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const answer = new Promise<Response>((resolve) => {
    release = () => resolve(plain(200, 'at last'))
  })
  const route = get('/held', () => {
    begin()
    return answer
  })
  return { route, begun, release: () => release() }
}

const status = async (host: Host, path: string): Promise<number> => (await fetch(host.serving.url + path)).status

describe('the end of a program', () => {
  it('comes in steps: not ready, nothing new, nothing; a request that is open is answered', async () => {
    const { route, begun, release } = held()
    const host = await hosting({ routes: [route, hello], limits: { notReadyMillis: 5000, graceMillis: 20_000 } })
    const open = fetch(`${host.serving.url}/held`)
    await begun
    expect(await status(host, '/readyz')).toBe(200)
    host.end()
    expect(await host.next('Draining')).toEqual({ _tag: 'Draining', open: 1 })
    expect([await status(host, '/readyz'), await status(host, '/healthz'), await status(host, '/hello')]).toEqual([
      503, 200, 200,
    ])
    // A connection that stayed open would be cut below whatever a client sends on it next.
    expect((await fetch(`${host.serving.url}/hello`)).headers.get('connection')).toBe('close')
    await host.clock.advance({ seconds: 5 })
    await expect(fetch(`${host.serving.url}/hello`)).rejects.toThrow()
    release()
    expect(await (await open).text()).toBe('at last')
    expect(await host.serving.closed()).toEqual({ cut: 0 })
    expect(host.events.map(explainEvent).slice(1)).toEqual([
      'not ready any more, 1 open requests',
      'closed, 0 requests cut',
    ])
  })

  it('cuts what is open after the grace, and says how many', async () => {
    const { route, begun } = held()
    const host = await hosting({ routes: [route], limits: { notReadyMillis: 0, graceMillis: 1000 } })
    const open = fetch(`${host.serving.url}/held`)
    const cut = expect(open).rejects.toThrow()
    await begun
    const closed = host.serving.close()
    await host.clock.advance({ seconds: 1 })
    expect(await closed).toEqual({ cut: 1 })
    await cut
    expect(await host.serving.close()).toEqual({ cut: 1 })
  })

  it('does not wait for connections without a request, nor for those that stay open', async () => {
    const host = await hosting({ limits: { notReadyMillis: 0 } })
    const silent = connect(host.serving.port, '127.0.0.1')
    onTestFinished(() => void silent.destroy())
    await new Promise((resolve) => silent.once('connect', resolve))
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    await new Promise((resolve, reject) => {
      request(`${host.serving.url}/hello`, { agent }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
    const gone = new Promise((resolve) => silent.once('close', resolve))
    expect(await host.serving.close()).toEqual({ cut: 0 })
    await gone
  })

  it('leaves nobody listening to the signal', async () => {
    const { signal } = new AbortController()
    const host = await hosting({ signal, limits: { notReadyMillis: 0 } })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await host.serving.close()
    expect(getEventListeners(signal, 'abort')).toStrictEqual([])
  })

  it('begins at once where the signal was there before', async () => {
    const signal = AbortSignal.abort()
    const host = await hosting({ signal, limits: { notReadyMillis: 0 } })
    expect(await host.serving.closed()).toEqual({ cut: 0 })
  })
})

describe('a termination', () => {
  it('is the first SIGTERM or SIGINT; the next of its name is left to the system', () => {
    for (const name of ['SIGTERM', 'SIGINT']) {
      const source = new EventEmitter()
      const { signal } = termination(source)
      expect(signal.aborted).toBe(false)
      source.emit(name)
      expect([signal.aborted, source.listenerCount(name)]).toEqual([true, 0])
    }
  })

  it('that is forgotten leaves no listener', () => {
    const source = new EventEmitter()
    const { signal, forget } = termination(source)
    forget()
    source.emit('SIGTERM')
    expect([signal.aborted, source.eventNames()]).toEqual([false, []])
  })
})
