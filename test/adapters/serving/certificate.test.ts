import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connect as connectTls } from 'node:tls'

import { either as E } from 'fp-ts'
import { describe, expect, it, onTestFinished } from 'vitest'

import { explainError, explainEvent, serve, systemClock } from '../../../src/adapters/serving/index.js'
import { hello, hosting } from './host.js'
import { type TestPair, first, second } from './pairs.js'

/** A Secret as the kubelet mounts it: files are links through `..data`, which is swapped as a whole. */
const mounted = (pair: Partial<TestPair>) => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-serving-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let version = 0
  const swap = ({ cert, key }: Partial<TestPair>): void => {
    version += 1
    const fresh = `..v${version}`
    mkdirSync(join(folder, fresh))
    if (cert !== undefined) writeFileSync(join(folder, fresh, 'tls.crt'), cert)
    if (key !== undefined) writeFileSync(join(folder, fresh, 'tls.key'), key)
    symlinkSync(fresh, join(folder, '..data_tmp'))
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
  }
  swap(pair)
  for (const name of ['tls.crt', 'tls.key']) symlinkSync(join('..data', name), join(folder, name))
  return { swap, tls: { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') } }
}

/** The name that a new connection is shown. */
const shown = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', reject)
  })

describe('a certificate', () => {
  it('is served, and another after the link of its Secret is swapped', async () => {
    const { swap, tls } = mounted(first)
    const host = await hosting({ tls, limits: { certificateMillis: 10_000 } })
    expect([host.serving.url, await shown(host.serving.port)]).toEqual([
      `https://127.0.0.1:${host.serving.port}`,
      'first',
    ])
    swap(second)
    expect([await shown(host.serving.port), host.serving.certificate()?.subject]).toEqual(['first', 'CN=first'])
    await host.reread()
    expect(explainEvent(await host.next('CertificateChanged'))).toMatch(
      /^the certificate was replaced by one of CN=second, valid until 2126-/,
    )
    expect([await shown(host.serving.port), host.serving.certificate()?.subject]).toEqual(['second', 'CN=second'])
  })

  it('stays when the files hold no pair; it is told once, and the next pair is taken', async () => {
    const { swap, tls } = mounted(first)
    const host = await hosting({ tls })
    for (const [broken, says] of [
      [{ cert: second.cert, key: first.key }, 'is not the key of'],
      [{ cert: 'no', key: first.key }, 'no certificate in PEM'],
      [{ cert: first.cert, key: 'no' }, 'no private key in PEM'],
      [{ cert: first.cert }, 'no such file'],
    ] as const) {
      swap(broken)
      await host.reread()
      expect(explainEvent(await host.next('CertificateKept'))).toContain(says)
      await host.reread()
      await host.reread()
      expect(await shown(host.serving.port)).toBe('first')
    }
    swap(second)
    await host.reread()
    await host.next('CertificateChanged')
    expect(await shown(host.serving.port)).toBe('second')
    expect(host.events.map(({ _tag }) => _tag)).toEqual([
      'Listening',
      ...Array.from({ length: 4 }, () => 'CertificateKept'),
      'CertificateChanged',
    ])
  })

  it.skipIf(process.platform === 'win32')('is read again where the link is swapped while its key is read', async () => {
    const { swap, tls } = mounted({ cert: first.cert })
    const slow = join(dirname(tls.key), '..data', 'tls.key')
    execFileSync('mkfifo', [slow])
    const { signal } = new AbortController()
    const address = { port: 0, host: '127.0.0.1', limits: { notReadyMillis: 0 } }
    const starting = serve({ ...address, tls, clock: systemClock, signal, log: () => undefined })()
    // Who opens a pipe to write waits for one who reads: the certificate was read before.
    const pipe = await open(slow, 'w')
    swap(second)
    await pipe.writeFile(second.key)
    await pipe.close()
    const started = await starting
    expect(E.isRight(started) && started.right.certificate()?.subject).toBe('CN=second')
    if (E.isRight(started)) await started.right.close()
  })

  it('must be there at the start', async () => {
    const { tls } = mounted({ cert: first.cert, key: second.key })
    const signal = new AbortController().signal
    const started = await serve({ port: 0, tls, clock: systemClock, signal, log: () => undefined })()
    expect(E.isLeft(started) && explainError(started.left)).toBe(`${tls.key} is not the key of ${tls.certificate}`)
  })
})

it('An end does not wait for handshakes, and lets what is open under TLS finish', async () => {
  const { tls } = mounted(first)
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = {
    ...hello,
    handle: () => async () => {
      begin()
      await released
      return { status: 200, contentType: 'text/plain', body: 'x'.repeat(1_000_000) }
    },
  }
  const host = await hosting({ tls, routes: [slow], limits: { notReadyMillis: 0 } })
  const silent = connect(host.serving.port, '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await new Promise((resolve) => silent.once('connect', resolve))
  const length = new Promise<number>((resolve, reject) => {
    const sent = request(`${host.serving.url}/hello`, { rejectUnauthorized: false }, (response) => {
      let got = 0
      response.on('data', (chunk: Buffer) => (got += chunk.length))
      response.on('end', () => resolve(got))
    })
    sent.on('error', reject)
    sent.end()
  })
  await begun
  const closed = host.serving.close()
  release()
  expect([await length, await closed]).toEqual([1_000_000, { cut: 0 }])
})
