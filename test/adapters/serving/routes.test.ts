import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'

import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'

import {
  type Request,
  type Route,
  type ServingOptions,
  explainError,
  explainEvent,
  json,
  plain,
  serve,
  systemClock,
} from '../../../src/adapters/serving/index.js'
import { checksResponse } from '../../../src/adapters/serving/checks.js'
import { get, hello, hosting } from './host.js'

const asked = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init)
  return [response.status, await response.text()] as const
}

/** Says what it got. */
const echo: Route = {
  method: 'POST',
  path: '/echo',
  maxBodyBytes: 8,
  handle:
    ({ body, query, headers }) =>
    () =>
      Promise.resolve(json(200, { body, as: query.get('as'), type: headers['content-type'] })),
}

describe('a route', () => {
  it('gets the body, the last value of the query and the headers', async () => {
    const { serving } = await hosting({ routes: [echo] })
    const init = { method: 'POST', body: 'grüße', headers: { 'content-type': 'text/x' } }
    expect(await asked(`${serving.url}/echo?as=a&as=b%20c`, init)).toEqual([
      200,
      '{"body":"grüße","as":"b c","type":"text/x"}',
    ])
  })

  it('for GET answers HEAD; another method is told which there are, another path that it is not there', async () => {
    const { serving } = await hosting({ routes: [hello, { ...echo, path: '/hello' }] })
    const head = await fetch(`${serving.url}/hello`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', ''])
    const put = await fetch(`${serving.url}/hello`, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect(await asked(`${serving.url}/hello/`)).toEqual([404, 'not found\n'])
  })

  it('refuses a body over its limit, whether its length is stated or not', async () => {
    const { serving } = await hosting({ routes: [echo] })
    const stated = await asked(`${serving.url}/echo`, { method: 'POST', body: '123456789' })
    expect(stated).toEqual([413, 'the body has more than 8 bytes\n'])
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${serving.url}/echo`, { method: 'POST' }, ({ statusCode }) => resolve(statusCode))
      sent.on('error', reject)
      sent.write('12345')
      sent.end('6789')
    })
    expect(status).toBe(413)
    expect((await asked(`${serving.url}/echo`, { method: 'POST', body: '12345678' }))[0]).toBe(200)
  })

  it('ends the connection on which a body is refused that has not arrived', async () => {
    const { serving } = await hosting({ routes: [echo] })
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const refused = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'content-length': 9 }
      const sent = request(`${serving.url}/echo`, { method: 'POST', agent, headers }, resolve)
      sent.on('error', reject)
      sent.flushHeaders()
    })
    expect([refused.statusCode, refused.headers.connection]).toEqual([413, 'close'])
    refused.destroy()
  })

  it('refuses a body that is not UTF-8', async () => {
    const { serving } = await hosting({ routes: [echo] })
    const sent = await asked(`${serving.url}/echo`, { method: 'POST', body: new Uint8Array([0xff, 0xfe]) })
    expect(sent).toEqual([400, 'the body is not UTF-8\n'])
  })

  it('that throws or rejects is an internal error, and says nothing of it to the client', async () => {
    const thrown: Route = {
      ...hello,
      handle: () => {
        throw new Error('secret')
      },
    }
    const rejected = get('/rejected', () => Promise.reject(new Error('hidden')))
    const { serving, events } = await hosting({ routes: [thrown, rejected] })
    expect(await asked(`${serving.url}/hello`)).toEqual([500, 'internal error\n'])
    expect(await asked(`${serving.url}/rejected`)).toEqual([500, 'internal error\n'])
    expect(events.slice(1).map(explainEvent)).toEqual(['GET /hello: secret', 'GET /rejected: hidden'])
  })

  it('that takes too long is 503, and is told that nobody waits', async () => {
    const seen: Request[] = []
    let told = (): void => undefined
    const begun = new Promise<void>((resolve) => {
      told = resolve
    })
    const stuck: Route = {
      ...hello,
      handle: (got) => () => {
        seen.push(got)
        told()
        return new Promise(() => undefined)
      },
    }
    const { serving, clock, events } = await hosting({ routes: [stuck], limits: { answerMillis: 500 } })
    const answer = asked(`${serving.url}/hello`)
    await begun
    await clock.advance({ seconds: 1 })
    expect(await answer).toEqual([503, 'no response in time\n'])
    expect(seen.map(({ signal }) => signal.aborted)).toEqual([true])
    expect(events.slice(1).map(explainEvent)).toEqual(['GET /hello: no response within 500 ms'])
  })

  it('is told when its client went, and nothing failed', async () => {
    const gone = new AbortController()
    let heard = (): void => undefined
    const wentAway = new Promise<void>((resolve) => {
      heard = resolve
    })
    const waiting: Route = {
      ...hello,
      handle:
        ({ signal }) =>
        () => {
          signal.addEventListener('abort', heard)
          gone.abort()
          return new Promise(() => undefined)
        },
    }
    const { serving, events } = await hosting({ routes: [waiting] })
    await expect(fetch(`${serving.url}/hello`, { signal: gone.signal })).rejects.toThrow()
    await wentAway
    expect(events.map(({ _tag }) => _tag)).toEqual(['Listening'])
  })
})

describe('what every program serves', () => {
  it('names each check and its reason, also of a check that throws', async () => {
    const list = { name: 'list', check: () => E.left('no look at the node yet') }
    const fine = { name: 'disk', check: () => E.right(1) }
    const broken = {
      name: 'broken',
      check: () => {
        throw new Error('oh')
      },
    }
    const { serving } = await hosting({ healthy: [fine], ready: [fine, list, broken] })
    expect(await asked(`${serving.url}/healthz`)).toEqual([200, '[+]disk ok\nok\n'])
    expect(await asked(`${serving.url}/readyz`)).toEqual([
      503,
      '[+]disk ok\n[-]list failed: no look at the node yet\n[-]broken failed: the check threw: oh\n[+]shutdown ok\nfailed\n',
    ])
  })

  it('passes exactly when every check does', () => {
    const check = fc.record({ name: fc.stringMatching(/^[a-z]+$/), passes: fc.boolean() })
    fc.assert(
      fc.property(fc.array(check), (all) => {
        const { status, body } = checksResponse(
          all.map(({ name, passes }) => ({ name, check: () => (passes ? E.right(0) : E.left('why')) })),
        )
        expect(status).toBe(all.every(({ passes }) => passes) ? 200 : 503)
        expect(body.split('\n').length).toBe(all.length + 2)
      }),
    )
  })

  it('has metrics of their own content type, or none', async () => {
    const metrics = { contentType: 'text/plain; version=0.0.4', text: () => Promise.resolve('up 1\n') }
    const { serving } = await hosting({ metrics })
    const response = await fetch(`${serving.url}/metrics`)
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'text/plain; version=0.0.4',
      'up 1\n',
    ])
    const without = await hosting()
    expect((await asked(`${without.serving.url}/metrics`))[0]).toBe(404)
  })

  it('closes a connection whose headers do not arrive', async () => {
    const { serving } = await hosting({ limits: { headersMillis: 1 } })
    const socket = connect(serving.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write('GET /hello HTTP/1.1\r\nhost: x\r\n')
    const said: string[] = []
    socket.on('data', (chunk: Buffer) => said.push(chunk.toString()))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(said.join('')).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('options', () => {
  const options: ServingOptions = {
    ...{ host: '127.0.0.1', port: 0, clock: systemClock, log: () => undefined },
    signal: new AbortController().signal,
  }
  const refused = async (changed: object) => {
    const started = await serve({ ...options, ...changed })()
    return E.isLeft(started) ? explainError(started.left) : 'served'
  }

  it('that can not be are refused, each with its path', async () => {
    const limits = {
      answerMillis: 0,
      graceMillis: -1,
      maxBodyBytes: 0.5,
      nap: 1,
      headersMillis: 31_000,
      certificateMillis: '1',
    }
    const routes = [hello, hello, { ...hello, path: 'x' }, { ...hello, path: '/readyz' }, { ...echo, maxBodyBytes: -1 }]
    expect((await refused({ port: 65_536, limits, routes })).split('; ')).toEqual([
      '.port: expected a whole number from 0 to 65535, found 65536',
      '.limits.answerMillis: expected a whole number from 1 to 2147483647, found 0',
      '.limits.maxBodyBytes: expected a whole number from 0 to 2147483647, found 0.5',
      '.limits.graceMillis: expected a whole number from 0 to 2147483647, found -1',
      '.limits.certificateMillis: expected a whole number from 1 to 2147483647, found "1"',
      '.limits.nap: expected no such limit, found 1',
      '.limits.headersMillis: expected at most requestMillis (30000), found 31000',
      '.routes[1]: expected a route of its own, found "GET /hello"',
      '.routes[2].path: expected a path that begins with /, found "x"',
      '.routes[3]: expected a route of its own, found "GET /readyz"',
      '.routes[4].maxBodyBytes: expected a whole number from 0 to 2147483647, found -1',
    ])
  })

  it('of an address that is taken, or of no address of this machine, are refused', async () => {
    const { serving } = await hosting()
    expect(await refused({ port: serving.port })).toBe(
      `can't listen on 127.0.0.1:${serving.port}: another program listens there`,
    )
    expect(await refused({ host: '192.0.2.1' })).toBe("can't listen on 192.0.2.1:0: this machine has no such address")
  })
})

it('A response of JSON of nothing is null, and of text has its type', () => {
  expect([json(200, undefined).body, plain(200, 'x').contentType]).toEqual(['null', 'text/plain; charset=utf-8'])
})
