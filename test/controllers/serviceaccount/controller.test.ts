import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { rootCaPublisher } from '../../../src/controllers/root-ca-publisher/controller.js'
import { explainCertificate } from '../../../src/controllers/root-ca-publisher/explain.js'
import { serviceAccountController } from '../../../src/controllers/serviceaccount/controller.js'
import { explainAccount } from '../../../src/controllers/serviceaccount/explain.js'
import { acting, actsOf, isServed } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'

const namespace = (name = 'ns', more: Partial<ObjectMeta> = {}): WholeObject =>
  object(name, [], { namespace: undefined, ...more }, 'Namespace')

// Hand-derived from section 8 of the specification.
describe.each([
  [
    'serviceaccount-controller',
    serviceAccountController,
    'AccountMissing',
    'ServiceAccount',
    'default',
    'serviceaccounts',
  ],
  [
    'root-ca-certificate-publisher-controller',
    rootCaPublisher,
    'CertificateMissing',
    'ConfigMap',
    'kube-root-ca.crt',
    'configmaps',
  ],
] as const)('%s', (name, controller, tag, kind, wanted, resource) => {
  const own = object('own', [], { name: wanted }, kind)
  const made = `${tag}: ${kind} ${wanted} made`

  it('makes what every namespace has, and makes it again', () => {
    expect(controller().name).toBe(name)
    const { server, acts } = acting<{ readonly _tag: string }>(controller(), [namespace()])
    expect(acts()).toEqual([made])
    const address = { apiVersion: 'v1', kind, resource, namespace: 'ns', name: wanted }
    expect(server.get(address)).toMatchObject({ apiVersion: 'v1', kind, metadata: { namespace: 'ns', name: wanted } })
    server.delete(address, {})
    expect(acts()).toEqual([made])
  })

  it('leaves a namespace that has one, that is terminating, or whose objects are not shown', () => {
    const act = (objects: ReadonlyArray<WholeObject>, covers = isServed) =>
      actsOf<{ readonly _tag: string }>(controller(), objects, covers)
    expect(act([namespace(), own])).toEqual([])
    const { server } = acting<{ readonly _tag: string }>(controller(), [namespace(), own])
    const view = { ...server, at: noon, covers: isServed }
    // It asks for nothing, where a request for one more would be refused.
    expect(controller().reconcile(view)('ns')).toMatchObject({ requests: [] })
    expect(act([namespace('ns', deleted('x/y'))])).toEqual([])
    expect(act([namespace()], (_, one) => one !== kind)).toEqual([])
    expect(act([own])).toEqual([])
  })

  it('is woken by namespaces, and by what goes of them', () => {
    const { keysOf } = controller()
    expect([added(namespace()), updated(namespace()), gone(own)].map(keysOf)).toEqual([['ns'], ['ns'], ['ns']])
    expect(
      [
        gone(namespace()),
        added(own),
        gone(object('other', [], {}, kind)),
        gone(object('own', [], { name: wanted }, 'Secret')),
        gone(object('own', [], { name: wanted, namespace: undefined }, kind)),
      ].flatMap(keysOf),
    ).toEqual([])
  })
})

describe('the reasons', () => {
  it('are told in words', () => {
    expect(explainAccount({ _tag: 'AccountMissing', namespace: 'ns' })).toBe(
      'every namespace has an account default, and ns has none',
    )
    expect(explainCertificate({ _tag: 'CertificateMissing', namespace: 'ns' })).toBe(
      'every namespace has the root certificate, and ns has none',
    )
  })

  it('name the namespace', () => {
    const { server } = acting<{ readonly _tag: string }>(serviceAccountController(), [namespace()])
    const view = { ...server, at: noon, covers: isServed }
    const why = (reconciliation: object) => ('why' in reconciliation ? reconciliation.why : undefined)
    expect(why(serviceAccountController().reconcile(view)('ns'))).toEqual({ _tag: 'AccountMissing', namespace: 'ns' })
    expect(why(rootCaPublisher().reconcile(view)('ns'))).toEqual({ _tag: 'CertificateMissing', namespace: 'ns' })
  })
})
