/** The program in process: over the fake cluster behind the paths of the API, by a virtual clock. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { load } from 'js-yaml'

import type { Config } from '../../../examples/lifecycle-controller/config.js'
import { type Metrics, metricsFrom } from '../../../examples/lifecycle-controller/metrics.js'
import { lifecycleController } from '../../../examples/lifecycle-controller/program.js'
import {
  type ApiCall,
  type Client,
  type ObjectEvent,
  type Send,
  elect,
} from '../../../src/adapters/kubernetes/index.js'
import { objectPath } from '../../../src/adapters/kubernetes/paths.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import { addressAs } from '../../../src/apiserver/scope.js'
import { between } from '../../../src/core/time.js'
import { ownField } from '../../../src/internal/lists.js'
import type { ObjectInput } from '../../../src/testing/index.js'
import { entriesUnder } from '../../../src/testing/http/store.js'
import { type ServedCluster, clientOf as clientOfServed, servedCluster } from '../../../src/testing/http/index.js'
import { type VirtualClock, virtualClock } from '../../../src/testing/virtual-clock.js'

const definition = load(
  readFileSync(join(import.meta.dirname, '../../../examples/lifecycle-controller/deploy/crd.yaml'), 'utf8'),
) as ObjectInput

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
  ...{ apiVersion: 'lifecycle.gcplan.io/v1alpha1', kind: 'LifecyclePolicy' },
  metadata: { name: 'default', generation: 1 },
  spec: { policy, guards },
})

/** A namespace whose objects may be changed, or one that only rehearses. */
export const space = (name: string, mode?: 'enforce'): ObjectInput => ({
  ...{ apiVersion: 'v1', kind: 'Namespace' },
  metadata: { name, ...(mode === undefined ? {} : { labels: { 'lifecycle.gcplan.io/mode': mode } }) },
})

/** A cluster that serves policies, and what a test asks of it by names such as `ConfigMap/shop/old`. */
export interface Cluster {
  readonly served: ServedCluster
  readonly clock: VirtualClock
  readonly objects: () => ReadonlyArray<WholeObject>
  readonly names: (kind: string) => ReadonlyArray<string>
  readonly get: (name: string) => WholeObject | undefined
  readonly patch: (name: string, patch: object) => void
}

const nameOf = ({ kind, metadata: { namespace, name } }: WholeObject): string =>
  namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`

/** Its clock waits longer for code that runs: a look takes some thousand turns. The Lease is in `tools`. */
export const clusterOf = (objects: ReadonlyArray<ObjectInput>): Cluster => {
  const isTools = ({ metadata }: ObjectInput): boolean => ownField(metadata, 'name') === 'tools'
  const served = servedCluster([definition, ...(objects.some(isTools) ? [] : [space('tools')]), ...objects])
  const clock = virtualClock(served.now, (at) => served.advance(between(served.now(), at)), 15_000)
  const all = (): ReadonlyArray<WholeObject> => entriesUnder(served.state(), '').map(({ body }) => body as never)
  const get = (name: string): WholeObject | undefined => all().find((object) => nameOf(object) === name)
  return {
    ...{ served, clock, objects: all, get },
    names: (kind) => all().flatMap((object) => (object.kind === kind ? [nameOf(object)] : [])),
    patch: (name, body) => {
      const object = get(name)
      const scope = object && served.state().served.table.find(object.apiVersion, object.kind)
      if (object === undefined || scope === undefined) throw new Error(`no ${name}`)
      const address = addressAs(scope, object.metadata.namespace, object.metadata.name)
      const contentType = 'application/merge-patch+json'
      served.handle({ method: 'PATCH', path: objectPath(address), contentType, body })
    },
  }
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
export const clientOf = ({ served }: Cluster, log: string[] = []): Client => {
  const { send, open } = clientOfServed(served)
  return {
    open,
    send: (call) => async () => {
      const answer = await send(call)()
      if (call.method !== 'GET')
        log.push(`${call.method} ${call.path} ${E.isRight(answer) ? answer.right.status : 500}`)
      return answer
    },
  }
}

/** Runs a replica. */
export const run = (
  cluster: Cluster,
  { send, open }: Client,
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
    ...{ client: { send: meddled, open }, clock, config: full, metrics },
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
