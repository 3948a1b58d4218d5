import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../src/apiserver/index.js'
import { added, deleted as gone } from '../../src/apiserver/answer.js'
import { serverBy } from '../../src/apiserver/server.js'
import { scopeTable } from '../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import type { Reconciliation, View } from '../../src/controllers/controller.js'
import { ownField } from '../../src/internal/lists.js'
import { rootCaPublisher } from '../../src/controllers/root-ca-publisher/controller.js'
import { serviceAccountController } from '../../src/controllers/serviceaccount/controller.js'
import { type CascadeReason, recordedControllers } from '../../src/simulate/cascade/index.js'
import { isServed, runProgramOn } from './acting.js'
import { noon, object } from './owner/build.js'
import { world } from './world.js'

const controllers = [...recordedControllers(), serviceAccountController(), rootCaPublisher()].map(
  (controller) => [controller.name, controller] as const,
)

const viewOf = (objects: ReadonlyArray<WholeObject>): View => {
  const server = serverBy({
    now: () => noon,
    scopes: scopeTable(scopes_1_36.scopes),
    versionOf: (change) => `v${change}`,
  })(objects)
  return { ...server, at: noon, covers: isServed }
}

/** The requests of a reconcile, and the reason that would be given for one. */
const requestsOf = (reconciliation: Reconciliation<CascadeReason | string>) => {
  const requests: unknown[] = []
  const before = object('x')
  const effect = { request: { _tag: 'Create', object: before }, before, after: undefined } as const
  const ended = runProgramOn(reconciliation, (request) => requests.push(request))
  const why = 'requests' in reconciliation ? reconciliation.why : ended?.why(effect)[0]
  return { requests, why: tagOf(why) }
}

const tagOf = (why: unknown): unknown => (typeof why === 'string' ? why : ownField(why, '_tag'))

it('come back after refusals, but those that say when they do, or end there', () => {
  const others = controllers.filter(([, { retries }]) => retries !== 'refusals')
  expect(others.map(([name, { retries }]) => [name, retries])).toEqual([
    ['statefulset-controller', undefined],
    ['serviceaccount-token-controller', 'refusals-but-conflicts'],
    ['resource-claim-controller', undefined],
    ['crd-finalizer', undefined],
    ['namespace-controller', undefined],
    ['serviceaccount-controller', 'refusals-but-conflicts'],
    ['root-ca-certificate-publisher-controller', 'refusals-but-conflicts'],
  ])
})

describe.each(controllers)('%s', (_, controller) => {
  it('does nothing about what is not there, and has a reason all the same', () => {
    for (const key of ['absent', 'ns/absent', '/', 'run', '/absent']) {
      const { requests, why } = requestsOf(controller.reconcile(viewOf([]))(key))
      expect(requests).toEqual([])
      expect(why).toMatch(/^\w[\w ]*$/)
    }
  })

  it('is not woken by the same kinds of other groups', () => {
    const foreign = world.map((one) => ({ ...one, apiVersion: 'other.example/v1' }))
    expect(foreign.flatMap((one) => [...controller.keysOf(added(one)), ...controller.keysOf(gone(one))])).toEqual([])
  })

  it('is woken by none but the kinds that it watches', () => {
    const others = world.filter(({ kind }) => controller.watches?.includes(kind) === false)
    expect(others.flatMap((one) => [...controller.keysOf(added(one)), ...controller.keysOf(gone(one))])).toEqual([])
  })

  it('is not woken by kinds that nobody reads', () => {
    const others = ['v1', 'apps/v1', 'batch/v1', 'storage.k8s.io/v1', 'networking.k8s.io/v1', 'discovery.k8s.io/v1']
      .concat([
        'apiextensions.k8s.io/v1',
        'resource.k8s.io/v1',
        'scheduling.k8s.io/v1alpha2',
        'apiregistration.k8s.io/v1',
      ])
      .flatMap((apiVersion) => world.map((one) => ({ ...one, apiVersion, kind: 'Other' })))
    expect(others.flatMap((one) => [...controller.keysOf(added(one)), ...controller.keysOf(gone(one))])).toEqual([])
  })
})
