/** The lifecycle controller on a cluster: its definition, a policy, marks, removals, the status and Events. */
import { readFileSync } from 'node:fs'

import { load } from 'js-yaml'

import { metricsFrom } from '../../examples/lifecycle-controller/metrics.js'
import { lifecycleController } from '../../examples/lifecycle-controller/program.js'
import { eventRecorder, systemClock } from '../../src/adapters/kubernetes/index.js'
import { fieldOf } from '../kubernetes/answers/step.js'
import { steps } from '../kubernetes/face.js'
import type { Tally } from '../suites.js'
import { type Place, asked, fakePlace, realPlace, until } from './place.js'

const policies = '/apis/lifecycle.gcplan.io/v1alpha1/lifecyclepolicies'

const policy = {
  ...{ apiVersion: 'lifecycle.gcplan.io/v1alpha1', kind: 'LifecyclePolicy', metadata: { name: 'default' } },
  spec: {
    policy: {
      period: { _tag: 'Enabled', epoch: 'first' },
      kinds: [{ of: { group: '', kind: 'ConfigMap' }, rules: { enabled: true, afterUnused: true, ttlSeconds: 5 } }],
    },
    guards: {},
  },
}

const prepare = async (place: Place): Promise<void> => {
  const definition = load(readFileSync('examples/lifecycle-controller/deploy/crd.yaml', 'utf8'))
  const posted = async (path: string, body: unknown): Promise<void> => {
    const answer = await asked(place, 'POST', path, { body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  await posted('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
  await until(20, async () => (await asked(place, 'GET', policies)).status === 200)
  for (const [name, labels] of [
    ['shop', { 'lifecycle.gcplan.io/mode': 'enforce' }],
    ['told', {}],
    ['tools', {}],
  ] as const)
    await posted('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } })
  await posted(policies, policy)
  for (const [namespace, name, labels] of [
    ['shop', 'old', {}],
    ['shop', 'kept', { 'lifecycle.gcplan.io/protected': 'true' }],
    ['told', 'old', {}],
  ] as const)
    await posted(`/api/v1/namespaces/${namespace}/configmaps`, {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels } },
    })
}

/** Runs the controller on the fake cluster, or the real one. */
export const runLifecycle = async (on: 'fake' | 'real'): Promise<Tally> => {
  const place = await (on === 'fake' ? fakePlace() : realPlace())
  const ending = new AbortController()
  const { step, tally } = steps()
  const { client } = place
  const { signal } = ending
  let done: Promise<unknown> = Promise.resolve()
  try {
    await prepare(place)
    const wrong = { ...policy, metadata: { name: 'wrong' }, spec: { policy: { kinds: [{ of: {} }] } } }
    // The fake one takes custom resources as they are.
    if (on === 'real')
      step('its definition refuses another policy', (await asked(place, 'POST', policies, { body: wrong })).status, 422)
    const config = {
      ...{ policy: { _tag: 'Resource', name: 'default' } as const, interval: 3000, identity: 'a' },
      ...{ namespace: 'tools', elects: false, port: 0 },
    }
    const events = eventRecorder(client.send, { controller: 'gcplan.io/lifecycle', instance: 'a', signal })
    const parts = { client, clock: systemClock, config, events, metrics: metricsFrom(), log: () => undefined }
    done = lifecycleController(parts)({ signal, leads: () => !signal.aborted })()
    const old = async (namespace: string) => asked(place, 'GET', `/api/v1/namespaces/${namespace}/configmaps/old`)
    const marksOf = async (namespace: string): Promise<ReadonlyArray<string>> =>
      Object.keys(Object(fieldOf((await old(namespace)).body, 'metadata', 'annotations'))).filter((name) =>
        name.startsWith('lifecycle.gcplan.io/'),
      )
    step('what nobody needs is marked', await until(60, async () => (await marksOf('shop')).length > 0), true)
    step('and goes', await until(90, async () => (await old('shop')).status === 404), true)
    const kept = await asked(place, 'GET', '/api/v1/namespaces/shop/configmaps/kept')
    step('what is protected stays', kept.status, 200)
    step('a namespace that did not opt in is only told', [(await old('told')).status, await marksOf('told')], [200, []])
    const { body: now } = await asked(place, 'GET', `${policies}/default`)
    step('the policy is ready', fieldOf(now, 'status', 'conditions', '0', 'status'), 'True')
    const hasEvent = async (): Promise<boolean> =>
      JSON.stringify((await asked(place, 'GET', '/apis/events.k8s.io/v1/namespaces/shop/events')).body).includes(
        'gcplan.io/lifecycle',
      )
    step('Events tell of it', await until(20, hasEvent), true)
  } finally {
    ending.abort()
    await done
    await place.stop()
  }
  return tally(on)
}
