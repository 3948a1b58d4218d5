import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type RequestListener, createServer } from 'node:http'
import { type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { describe, expect, it, onTestFinished } from 'vitest'

import { type KubeletOptions, connect, explainError, observe } from '../../../src/adapters/kubelet/index.js'

const capture = (name: string): string => readFileSync(`captures/kubelet-1.36.2/${name}`, 'utf8')
const answers: Readonly<Record<string, string>> = {
  '/configz': capture('configz.json'),
  '/stats/summary': capture('1-running.stats-summary.json'),
  '/pods': capture('1-running.pods.json'),
}

const answering =
  (held: Readonly<Record<string, string>>): RequestListener =>
  ({ url = '', headers }, response) => {
    if (headers.authorization !== undefined && headers.authorization !== 'Bearer secret')
      response.writeHead(401).end('Unauthorized\nmore')
    else if (held[url] === undefined) response.writeHead(403).end(`Forbidden (${url})`)
    else response.end(held[url])
  }

const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'gcplan-kubelet-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const seenBy = async (held: Readonly<Record<string, string>>, more: Partial<KubeletOptions> = {}) =>
  await observe(connect({ url: `http://127.0.0.1:${await portOf(createServer(answering(held)))}`, ...more }))()

const said = <A>(part: E.Either<Parameters<typeof explainError>[0], A>): string =>
  E.isLeft(part) ? explainError(part.left) : 'answered'

describe('a kubelet', () => {
  it('is observed as it was recorded', async () => {
    const { settings, pressure, pods, imageFs, beganAt } = await seenBy(answers)
    expect(E.isRight(settings) && settings.right.image.highThresholdPercent).toBe(
      (JSON.parse(answers['/configz'] ?? '') as { kubeletconfig: { imageGCHighThresholdPercent: number } })
        .kubeletconfig.imageGCHighThresholdPercent,
    )
    expect(E.isRight(pressure) && pressure.right.nodeName).toBe('node-a')
    expect(E.isRight(pods) && pods.right.map(({ metadata }) => metadata.name)).toStrictEqual([
      'web-node-a',
      'crash-node-a',
    ])
    expect(imageFs).toMatchObject({ _tag: 'Known', value: { capacityBytes: { value: 270_553_174_016 } } })
    expect(beganAt).toStrictEqual({ _tag: 'Unknown' })
  })

  it('began when its control group was made', async () => {
    const systemContainers = [
      { name: 'pods', startTime: '2026-01-01T00:00:00Z' },
      { name: 'kubelet', startTime: '2026-01-02T00:00:00Z' },
    ]
    const { beganAt } = await seenBy({ '/stats/summary': JSON.stringify({ node: { systemContainers } }) })
    expect(beganAt).toMatchObject({ _tag: 'Assumed', value: new Date('2026-01-02T00:00:00Z') })
  })

  it.each([
    '{',
    'null',
    '{"node": {"systemContainers": {"name": "kubelet"}}}',
    '{"node": {"systemContainers": [null]}}',
  ])('whose statistics are %s leaves open when it began', async (summary) => {
    const { beganAt, imageFs, pressure } = await seenBy({ '/stats/summary': summary })
    expect([beganAt, imageFs]).toStrictEqual([{ _tag: 'Unknown' }, { _tag: 'Unknown' }])
    expect(said(pressure)).toMatch(/^\/stats\/summary: /)
  })

  it('may refuse one part and answer the others', async () => {
    const { settings, pods } = await seenBy({ '/configz': answers['/configz'] ?? '' })
    expect(said(settings)).toBe('answered')
    expect(said(pods)).toBe('/pods: refused with 403: Forbidden (/pods)')
  })

  it('that would not start with its settings has none', async () => {
    const configz = JSON.stringify({
      kubeletconfig: { imageGCHighThresholdPercent: 10, imageGCLowThresholdPercent: 20 },
    })
    expect(said((await seenBy({ '/configz': configz })).settings)).toMatch(/^\/configz: .*imageGC/)
  })

  it('is asked with the token that its file holds at the time', async () => {
    const tokenFile = join(folder(), 'token')
    writeFileSync(tokenFile, 'stale\n')
    const url = `http://127.0.0.1:${await portOf(createServer(answering(answers)))}`
    const kubelet = connect({ url, tokenFile })
    expect(said((await observe(kubelet)()).pods)).toBe('/pods: refused with 401: Unauthorized')
    writeFileSync(tokenFile, 'secret\n')
    expect(said((await observe(kubelet)()).pods)).toBe('answered')
  })

  it('without TLS needs no certificates', async () => {
    expect(said((await seenBy(answers, { caFile: '/no/such/file' })).pods)).toBe('answered')
  })

  it('that does not answer, or not in time, is unreachable', async () => {
    const silent = createServer(() => undefined)
    const url = `http://127.0.0.1:${await portOf(silent)}`
    onTestFinished(() => silent.closeAllConnections())
    expect(said((await observe(connect({ url, timeoutMillis: 50 }))()).pods)).toMatch(/^\/pods: no answer: /)
    expect(said((await observe(connect({ url: 'http://127.0.0.1:1' }))()).pods)).toMatch(/ECONNREFUSED/)
    expect(said((await observe(connect({ url, tokenFile: '/no/such/token' }))()).pods)).toMatch(/no such file/)
  })
})
