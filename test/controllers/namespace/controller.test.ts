import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { millis } from '../../../src/core/time.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import { namespaceController } from '../../../src/controllers/namespace/controller.js'
import { clientOf } from '../../../src/simulate/engine/client.js'
import { engineOf } from '../../../src/simulate/engine/engine.js'
import { deleted, noon, object } from '../owner/build.js'
import { cluster, namespace, node, pod } from '../../simulate/cascade/cluster.js'

/** What it changes in one sweep after another, until it has nothing to do. */
const swept = (objects: ReadonlyArray<WholeObject>, showsContent = true): ReadonlyArray<string> => {
  const server = serverOf(noon, scopeTable(cluster([]).scopes))(objects)
  const client = clientOf(server, () => true)
  const controllers = [namespaceController({ showsContent: () => showsContent, delay: millis(0) })]
  const engine = engineOf({ server, client, now: () => noon, controllers, unlisted: new Set(['namespace-controller']) })
  engine.wake('namespace-controller', ['ns'])
  const { steps } = engine.run({ limit: 100 })
  return steps.flatMap(({ reconciled, accepted }) =>
    accepted.flatMap((effect) =>
      effect.before === effect.after || reconciled.why(effect)[0]._tag === 'NamespaceReported'
        ? []
        : `${reconciled.why(effect)[0]._tag} ${effect.before.metadata.uid} ${effect.after === undefined ? 'gone' : 'stays'}`,
    ),
  )
}
const going = namespace('ns', deleted())

describe('the namespace controller', () => {
  it('is woken by namespaces that are being deleted, not by others, nor by what is gone', () => {
    const { keysOf } = namespaceController()
    expect(keysOf(added(going))).toEqual(['ns'])
    expect([added(namespace('ns')), gone(going), added(object('a', [], deleted('x/y')))].flatMap(keysOf)).toEqual([])
  })

  it('deletes what is in a namespace and nothing else', () => {
    expect(swept([object('a'), object('b', [], { namespace: 'other' }), node('n')])).toEqual([
      'NamespaceDeleted a gone',
    ])
  })

  it('takes its finalizer off when nothing is left, in the same sweep', () => {
    expect(swept([going])).toEqual(['NamespaceEmpty uid-ns gone'])
    expect(swept([going, object('a')])).toEqual(['NamespaceDeleted a gone', 'NamespaceEmpty uid-ns gone'])
  })

  it('waits for what a finalizer holds and for pods that end, and asks once', () => {
    expect(swept([going, object('h', [], { finalizers: ['x/y'] })])).toEqual(['NamespaceDeleted h stays'])
    expect(swept([going, object('h', [], deleted('x/y'))])).toEqual([])
    expect(swept([going, pod('p', [])])).toEqual(['NamespaceDeleted p stays'])
  })

  it('waits for what is not shown, and for what nothing serves', () => {
    expect(swept([going], false)).toEqual([])
    expect(swept([going, object('g', [], {}, 'Ghost', 'gone.example.com/v1')])).toEqual([])
  })

  it('leaves a namespace alone that is not being deleted, or that it does not hold', () => {
    expect(swept([namespace('ns')])).toEqual([])
    expect(swept([{ ...namespace('ns', deleted('x/y')), spec: { finalizers: [] } }])).toEqual([])
  })
})
