/** The admission gate between kubectl and a cluster: by its own webhook configuration over TLS where the cluster calls webhooks. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { load } from 'js-yaml'

import { configOf } from '../../examples/admission-gate/config.js'
import { serveGate } from '../../examples/admission-gate/faces.js'
import { metricsFrom } from '../../examples/admission-gate/metrics.js'
import { type Gate, admissionGate } from '../../examples/admission-gate/program.js'
import { systemClock } from '../../src/adapters/kubernetes/index.js'
import type { Validate } from '../../src/testing/http/index.js'
import { type Steps, steps } from '../kubernetes/face.js'
import type { Tally } from '../suites.js'
import { type Place, asked, fakePlace, realPlace, until } from './place.js'

const settings =
  '{"caps":[{"kind":"ConfigMap","count":3}],"protectedLabels":[{"key":"gcplan.dev/protected","value":"true"}]}'
const configMaps = '/api/v1/namespaces/shop/configmaps'

/** The webhook of the example, called at an address instead of a service. */
const webhookOf = (tls: string, port: number): unknown => {
  const file = load(readFileSync('examples/admission-gate/deploy/webhook.yaml', 'utf8')) as {
    readonly webhooks: ReadonlyArray<object>
  }
  const caBundle = readFileSync(join(tls, 'ca.crt')).toString('base64')
  const clientConfig = { url: `https://127.0.0.1:${port}/review`, caBundle }
  return { ...file, webhooks: file.webhooks.map((webhook) => ({ ...webhook, clientConfig })) }
}

/** A gate that knows the cluster; where the cluster calls webhooks, it is one. */
const startGate = async (place: Place, signal: AbortSignal): Promise<Gate> => {
  const config = configOf(settings, {
    ...{ POD_NAMESPACE: 'gcplan-gate', PORT: '0', METRICS_PORT: '0' },
    ...(place.tls === undefined ? {} : { TLS_DIR: place.tls }),
  })
  if (E.isLeft(config)) throw new Error(JSON.stringify(config.left))
  const world = { clock: systemClock, signal, config: config.right, log: () => undefined }
  const started = await admissionGate({ ...world, client: place.client, metrics: metricsFrom() })()
  if (E.isLeft(started)) throw new Error(started.left.message)
  if (place.tls === undefined) return started.right
  const faces = await serveGate({ ...world, host: '127.0.0.1', gate: () => started.right })()
  if (E.isLeft(faces)) throw new Error(JSON.stringify(faces.left))
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
  const { status } = await asked(place, 'POST', path, { body: webhookOf(place.tls, faces.right.webhook.port) })
  if (status !== 201) throw new Error(`the webhook is answered ${status}`)
  return started.right
}

const configMap = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'shop', name, ...more },
})

/** An object with so many dependents. */
const tree = async (place: Place, name: string, dependents: number): Promise<void> => {
  const { body } = await asked(place, 'POST', configMaps, { body: configMap(name) })
  const uid = String(Reflect.get(Object(Reflect.get(Object(body), 'metadata')), 'uid'))
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }
  for (let count = 0; count < dependents; count++)
    await asked(place, 'POST', configMaps, { body: configMap(`${name}-${count}`, { ownerReferences: [owner] }) })
}

const isThere = async (place: Place, name: string): Promise<boolean> =>
  (await asked(place, 'GET', `${configMaps}/${name}`)).status === 200

const tooMany = /ConfigMap go, more than 3/
const protectedLabel = /gcplan\.dev\/protected=true/

const between = async (place: Place, { step }: Steps): Promise<void> => {
  const { kubectl } = place
  const remove = (words: string) => kubectl(`-n shop delete --wait=false ${words}`)
  const isRefused = async (path: string, because: RegExp): Promise<boolean> => {
    const { status, body } = await asked(place, 'DELETE', path, { query: { dryRun: 'All' } })
    return status === 403 && because.test(String(Reflect.get(Object(body), 'message')))
  }
  await tree(place, 'large', 4)
  await asked(place, 'POST', configMaps, {
    body: configMap('kept', { labels: { app: 'all', 'gcplan.dev/protected': 'true' } }),
  })
  step('a dry run is refused', await until(20, () => isRefused(`${configMaps}/large`, tooMany)), true)
  // An old kubectl asks documents that the fake one does not serve whether there are dry runs.
  if (place.tls !== undefined) step('and that of kubectl', (await remove('--dry-run=server cm large')).code, 1)
  step('what it refuses is there', await isThere(place, 'large'), true)
  step('what is protected is refused', await until(20, () => isRefused(`${configMaps}/kept`, protectedLabel)), true)
  const refused = await remove('cm large')
  const [, digest] = /approved-cascade=(\w+)/.exec(refused.err) ?? []
  step(
    'it is refused with what to do',
    [refused.code, tooMany.test(refused.err), digest === undefined],
    [1, true, false],
  )
  await kubectl(`-n shop annotate cm large gcplan.dev/approved-cascade=${digest ?? 'none'}`)
  step('another cascade is not approved', (await remove('cm large --cascade=foreground')).code, 1)
  step('it is approved', await until(10, async () => (await remove('cm large')).code === 0), true)
  step('its dependents go', await until(30, async () => !(await isThere(place, 'large-3'))), true)

  for (const cascade of ['background', 'foreground', 'orphan']) {
    await tree(place, cascade, 2)
    step(`--cascade=${cascade} within the limit`, (await remove(`cm ${cascade} --cascade=${cascade}`)).code, 0)
    step(`--cascade=${cascade}: it goes`, await until(30, async () => !(await isThere(place, cascade))), true)
    const stays = cascade === 'orphan'
    const ends = await until(stays ? 1 : 30, async () => (await isThere(place, `${cascade}-0`)) === stays)
    step(`--cascade=${cascade}: its dependents ${stays ? 'stay' : 'go'}`, ends, true)
  }

  for (const name of ['one', 'two'])
    await asked(place, 'POST', configMaps, { body: configMap(name, { labels: { app: name } }) })
  const collection = async (labelSelector: string): Promise<number> =>
    (await asked(place, 'DELETE', configMaps, { query: { labelSelector } })).status
  step('a collection with a protected object is refused', await collection('app in (all)'), 403)
  step('it is there', await isThere(place, 'kept'), true)
  step('another collection goes', await collection('app in (one,two)'), 200)
  step('all of it', [await isThere(place, 'one'), await isThere(place, 'two')], [false, false])
  step(
    'a namespace with more than may go is refused',
    await until(10, () => isRefused('/api/v1/namespaces/shop', /ConfigMap/)),
    true,
  )
}

/** Runs the gate on the fake cluster, or the real one. */
export const runGate = async (on: 'fake' | 'real'): Promise<Tally> => {
  const held: { gate?: Gate } = {}
  const validate: Validate = (review) => {
    const answer = held.gate?.review(JSON.parse(JSON.stringify(review)))
    return answer !== undefined && E.isRight(answer) ? answer.right.response : undefined
  }
  const place = await (on === 'fake' ? fakePlace(validate) : realPlace())
  const ending = new AbortController()
  const noted = steps()
  try {
    await asked(place, 'POST', '/api/v1/namespaces', {
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    })
    held.gate = await startGate(place, ending.signal)
    await between(place, noted)
  } finally {
    ending.abort()
    await place.stop()
  }
  return noted.tally(on)
}
