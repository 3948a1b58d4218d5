/** The program in process: over the fake cluster behind the paths of the API, by a virtual clock. */
import { either as E } from 'fp-ts'

import type { Config } from '../../../examples/lifecycle-controller/config.js'
import { type Metrics, metricsFrom } from '../../../examples/lifecycle-controller/metrics.js'
import { lifecycleController } from '../../../examples/lifecycle-controller/program.js'
import { type ApiCall, type ObjectEvent, type Send, elect } from '../../../src/adapters/kubernetes/index.js'
import { between } from '../../../src/core/time.js'
import { type FakeCluster, type ObjectInput, fakeCluster } from '../../../src/testing/index.js'
import { virtualClock } from '../../../src/testing/virtual-clock.js'
import { apiServer } from '../../adapters/kubernetes/server.js'

/** How the kind of policies is served. */
const policies = {
  ...{ apiVersion: 'lifecycle.gcplan.io/v1alpha1', kind: 'LifecyclePolicy', resource: 'lifecyclepolicies' },
  ...{ namespaced: false, strategicMergePatch: false },
}

/** A policy by which ConfigMaps go an hour after their last use, and Jobs an hour after their end. */
export const anHour = {
  period: { _tag: 'Enabled', epoch: 'first' },
  kinds: [
    { of: { group: '', kind: 'ConfigMap' }, rules: { enabled: true, afterUnused: true, ttlSeconds: 3600 } },
    { of: { group: 'batch', kind: 'Job' }, rules: { enabled: true, afterFinished: true, ttlSeconds: 3600 } },
    {
      of: { group: '', kind: 'PersistentVolumeClaim' },
      rules: { enabled: true, afterUnused: true, ttlSeconds: 3600 },
    },
  ],
}

export const policyOf = (policy: object = anHour, guards: object = {}): ObjectInput => ({
  ...{ apiVersion: policies.apiVersion, kind: policies.kind },
  metadata: { name: 'default', generation: 1 },
  spec: { policy, guards },
})

/** A namespace whose objects may be changed, or one that only rehearses. */
export const space = (name: string, mode?: 'enforce'): ObjectInput => ({
  ...{ apiVersion: 'v1', kind: 'Namespace' },
  metadata: { name, ...(mode === undefined ? {} : { labels: { 'lifecycle.gcplan.io/mode': mode } }) },
})

/** A cluster that serves policies. Its clock waits longer for code that runs: a look takes some thousand turns. */
export const clusterOf = (objects: ReadonlyArray<ObjectInput>): FakeCluster => {
  const cluster = fakeCluster([...objects], { scopes: [policies] })
  const clock = virtualClock(cluster.now, (at) => cluster.advance(between(cluster.now(), at)), 10_000)
  return { ...cluster, clock }
}

/** What happens to requests on their way: an answer in place of the server's, or nothing. */
export type Meddle = (call: ApiCall, ask: Send) => ReturnType<Send> | undefined

/** A program that runs. */
export interface Running {
  readonly stop: () => void
  readonly done: Promise<unknown>
  readonly events: ObjectEvent[]
  readonly metrics: Metrics
  readonly lines: Readonly<Record<string, unknown>>[]
}

/** A client of the cluster; it notes what changes something, and how it was answered. */
export const clientOf = (cluster: FakeCluster, log: string[] = []): Send => {
  const server = apiServer(cluster)
  return ({ method, path, query = {}, body, contentType = '', accept = '' }) =>
    () => {
      const answer = server.answer({ method, path, query, body, contentType, accept })
      const status = answer._tag === 'Reply' ? answer.status : 500
      if (method !== 'GET') log.push(`${method} ${path} ${status}`)
      return Promise.resolve(E.right({ status, body: answer._tag === 'Reply' ? answer.body : {} }))
    }
}

/** Runs a replica. */
export const run = (
  cluster: FakeCluster,
  send: Send,
  config: Partial<Config> = {},
  meddle: Meddle = () => undefined,
): Running => {
  const ending = new AbortController()
  const events: ObjectEvent[] = []
  const lines: Readonly<Record<string, unknown>>[] = []
  const { clock } = cluster
  const full: Config = {
    ...{ policy: { _tag: 'Resource', name: 'default' }, interval: 300_000, identity: 'a', namespace: 'tools' },
    ...{ elects: false, port: 0, ...config },
  }
  const meddled: Send = (call) => meddle(call, send) ?? send(call)
  const metrics = metricsFrom()
  const parts = {
    ...{ client: { send: meddled }, clock, config: full, metrics },
    events: { record: (event: ObjectEvent) => void events.push(event), idle: () => Promise.resolve() },
    log: (line: Readonly<Record<string, unknown>>) => void lines.push(line),
  }
  const { namespace, identity } = full
  // Renewals every two seconds would take most of the time of a test.
  const spans = { leaseDuration: 120_000, renewDeadline: 90_000, retryPeriod: 30_000 }
  const lease = { namespace, name: 'lifecycle-controller', identity, clock, signal: ending.signal, ...spans }
  const work = lifecycleController(parts)
  const done = full.elects ? elect(meddled, lease)(work)() : work({ signal: ending.signal, leads: () => true })()
  return { stop: () => ending.abort(), done, events, metrics, lines }
}
