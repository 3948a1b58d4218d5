import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { expect, it, onTestFinished } from 'vitest'

import { configOf } from '../../examples/admission-gate/config.js'
import { serveGate } from '../../examples/admission-gate/faces.js'
import { metricsFrom } from '../../examples/admission-gate/metrics.js'
import { type Gate, admissionGate } from '../../examples/admission-gate/program.js'
import { systemClock } from '../../src/adapters/kubernetes/index.js'
import { clientOf, servedCluster } from '../../src/testing/http/index.js'
import { first } from '../adapters/serving/pairs.js'
import { deployment, namespace, objects, reviewOf } from '../guard/admission/cluster.js'

const post = (port: number, body: string): Promise<{ readonly status: number; readonly body: unknown }> =>
  new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/review',
      method: 'POST',
      ca: first.cert,
      servername: 'localhost',
    }
    const sent = request({ ...options, headers: { 'content-type': 'application/json' }, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) as unknown })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })

it('the gate answers reviews over TLS, and probes and metrics without, until it is asked to end', async () => {
  const tls = mkdtempSync(join(tmpdir(), 'gate-'))
  writeFileSync(join(tls, 'tls.crt'), first.cert)
  writeFileSync(join(tls, 'tls.key'), first.key)
  const config = configOf('{}', { TLS_DIR: tls, PORT: '0', METRICS_PORT: '0' })
  if (E.isLeft(config)) throw new Error('no settings')
  const ending = new AbortController()
  onTestFinished(() => {
    ending.abort()
  })
  const world = { clock: systemClock, signal: ending.signal, config: config.right, log: () => undefined }
  const held: { gate?: Gate } = {}
  const limits = { notReadyMillis: 0, graceMillis: 1000 }
  const faces = await serveGate({ ...world, host: '127.0.0.1', limits, gate: () => held.gate })()
  if (E.isLeft(faces)) throw new Error(JSON.stringify(faces.left))
  const { webhook, metrics } = faces.right
  expect(webhook.url).toMatch(/^https:/)
  expect((await fetch(`${metrics.url}/readyz`)).status).toBe(503)
  expect((await post(webhook.port, JSON.stringify(reviewOf(deployment)))).status).toBe(503)

  const client = clientOf(servedCluster(objects, { collectors: 'off' }))
  const started = await admissionGate({ ...world, client, metrics: metricsFrom() })()
  if (E.isLeft(started)) throw new Error(started.left.message)
  held.gate = started.right
  expect((await fetch(`${metrics.url}/readyz`)).status).toBe(200)
  expect(await post(webhook.port, JSON.stringify(reviewOf(deployment)))).toMatchObject({
    status: 200,
    body: { kind: 'AdmissionReview', response: { uid: 'r-1', allowed: true } },
  })
  expect(await post(webhook.port, JSON.stringify(reviewOf(namespace)))).toMatchObject({
    body: { response: { allowed: false, status: { code: 403 } } },
  })
  expect(await post(webhook.port, '{')).toMatchObject({ status: 400, body: { problems: [{ expected: 'JSON' }] } })
  expect(await post(webhook.port, '{}')).toMatchObject({ status: 400, body: { _tag: 'InvalidInput' } })
  expect(await (await fetch(`${metrics.url}/metrics`)).text()).toContain(
    'gcplan_gate_reviews_total{because="WithinRules",outcome="allowed"} 1',
  )

  ending.abort()
  expect(await Promise.all([webhook.closed(), metrics.closed()])).toEqual([{ cut: 0 }, { cut: 0 }])
})
