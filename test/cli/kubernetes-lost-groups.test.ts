/** What the commands tell of APIServices that lose the server behind them. */
import { describe, expect, it } from 'vitest'

import { call } from './call.js'

const name = 'v1beta1.metrics.example'
const apiService = (status: string) => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name, uid: 'api' },
  spec: { group: 'metrics.example', version: 'v1beta1', service: { namespace: 'metrics', name: 'server' } },
  status: { conditions: [{ type: 'Available', status, message: 'it answers' }] },
})
const inMetrics = { namespace: 'metrics', name: 'server' }
const namespace = (of: string) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: of, uid: of },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
})
const service = { apiVersion: 'v1', kind: 'Service', metadata: { ...inMetrics, uid: 'service' } }
const listOf = (status: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [apiService(status), service, namespace('metrics'), namespace('shop')],
  })
const runOn = async (words: string, status = 'True') =>
  (await call(`cascade delete ${words} a.json --whole-cluster -A`, { 'a.json': listOf(status) })).stdout
const said = `no server answers for metrics.example/v1beta1: no namespace can finish terminating until APIService ${name} is available again or deleted`

describe('gcplan cascade delete', () => {
  it('begins with the group that nobody answers for once its Service is gone', async () => {
    expect((await runOn('svc/server -n metrics')).split('\n')[0]).toBe(said)
  })
  it('says so in its table and in its document', async () => {
    const rows = (await runOn('svc/server -n metrics -o table')).split('\n').map((line) => line.trim().split(/ {2,}/))
    expect(rows).toContainEqual(['unserved', `APIService ${name}`, said])
    expect(JSON.parse(await runOn('svc/server -n metrics -o json'))).toMatchObject({
      lostGroups: [{ groupVersion: 'metrics.example/v1beta1', service: name, explained: said }],
    })
  })
  it('says nothing of a group that keeps its server, or goes too', async () => {
    for (const words of ['ns/shop', `svc/server apiservice/${name} -n metrics`])
      expect(await runOn(words)).not.toContain('no server answers')
  })
  it.each(['False', 'Unknown'])(
    'names one that nobody answers for already, %s, as what holds a namespace',
    async (status) => {
      const text = await runOn('ns/shop', status)
      expect(text.split('\n')[0]).toBe(
        `without an edit this never ends: bring back the server behind APIService ${name}, or delete the APIService`,
      )
      expect(text).toContain(`${said} (it answers)`)
    },
  )
})
