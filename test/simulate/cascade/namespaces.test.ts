import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { sweepNamespaces } from '../../../src/controllers/namespace/sweep.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { deleted, noon, object } from '../../controllers/owner/build.js'
import { cluster, namespace, node } from '../../simulate/cascade/cluster.js'

const swept = (objects: ReadonlyArray<WholeObject>, shows = true): ReadonlyArray<string> =>
  sweepNamespaces(serverOf(noon, scopeTable(cluster([]).scopes))(objects), new Set(['ns']), () => shows).map(
    ({ request, before, after }) => `${request._tag} ${before.metadata.uid} ${after === undefined ? 'gone' : 'stays'}`,
  )
const going = namespace('ns', deleted())

describe('a round over namespaces that go', () => {
  it('deletes what is in them and nothing else', () => {
    expect(swept([object('a'), object('b', [], { namespace: 'other' }), node('n')])).toEqual(['DeleteContent a gone'])
  })
  it('takes off the hold when nothing is left, in the same round', () => {
    expect(swept([going])).toEqual(['Finalize uid-ns gone'])
    expect(swept([going, object('a')])).toEqual(['DeleteContent a gone', 'Finalize uid-ns gone'])
  })
  it('waits for what a finalizer holds, and tells of it once', () => {
    expect(swept([going, object('h', [], { finalizers: ['x/y'] })])).toEqual(['DeleteContent h stays'])
    expect(swept([going, object('h', [], deleted('x/y'))])).toEqual([])
  })
  it('waits for what is not shown, and for what nothing serves', () => {
    expect(swept([going], false)).toEqual([])
    expect(swept([going, object('g', [], {}, 'Ghost', 'gone.example.com/v1')])).toEqual([])
  })
  it('leaves a namespace alone that is not being deleted, or that nobody holds', () => {
    expect(swept([namespace('ns')])).toEqual([])
    expect(swept([{ ...namespace('ns', deleted('x/y')), spec: { finalizers: [] } }])).toEqual([])
  })
})
