import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../src/apiserver/index.js'
import type { Surroundings } from '../../src/apiserver/admission.js'
import { createRefusal, deleteRefusal } from '../../src/apiserver/admission.js'
import { serverBy } from '../../src/apiserver/server.js'
import type { Server } from '../../src/apiserver/server.js'
import { extendScopes } from '../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import { deleted, noon, object } from '../controllers/owner/build.js'
import { widgets } from '../controllers/clocked.js'
import { namespace, node } from '../simulate/cascade/cluster.js'
import { widget, widgetDefinition } from './definitions.js'

const serving = (...objects: ReadonlyArray<WholeObject>): Server =>
  serverBy({ now: () => noon, scopes: extendScopes([widgets])(scopes_1_36), versionOf: (change) => `v${change}` })(
    objects,
  )
const around = (more: Partial<Surroundings>): Surroundings => ({
  namespace: () => undefined,
  isGone: () => false,
  definitionOf: () => undefined,
  ...more,
})

describe('to create an object', () => {
  it('is forbidden in a namespace that is being deleted', () => {
    expect(createRefusal(object('a'), around({ namespace: () => namespace('ns', deleted('x/y')) }))).toEqual({
      _tag: 'Refused',
      code: 403,
      reason: 'Forbidden',
      message: 'unable to create new content in namespace ns because it is being terminated',
    })
    expect(createRefusal(object('a'), around({ namespace: () => namespace('ns') }))).toBeUndefined()
  })

  it('finds no namespace that was there and is gone, but takes one that never was shown for there', () => {
    expect(createRefusal(object('a'), around({ isGone: () => true }))).toEqual({
      _tag: 'Refused',
      code: 404,
      reason: 'NotFound',
      message: 'namespaces ns not found',
    })
    expect(createRefusal(object('a'), around({}))).toBeUndefined()
  })

  it('is not a matter of any namespace for an object of the cluster', () => {
    expect(createRefusal(node('n'), around({ isGone: () => true }))).toBeUndefined()
  })

  it('is forbidden while the definition of its kind terminates', () => {
    const definitionOf = (status: string) => () =>
      widgetDefinition('d', {}, {}, { conditions: [{ type: 'Terminating', status }] })
    expect(createRefusal(widget('w'), around({ definitionOf: definitionOf('True') }))).toEqual({
      _tag: 'Refused',
      code: 403,
      reason: 'Forbidden',
      message: 'create not allowed while custom resource definition is terminating',
    })
    expect(createRefusal(widget('w'), around({ definitionOf: definitionOf('False') }))).toBeUndefined()
    expect(createRefusal(widget('w'), around({ definitionOf: () => widgetDefinition() }))).toBeUndefined()
  })
})

describe('to delete', () => {
  it.each(['default', 'kube-system', 'kube-public'])('the namespace %s is forbidden', (name) => {
    expect(deleteRefusal(namespace(name))).toEqual({
      _tag: 'Refused',
      code: 403,
      reason: 'Forbidden',
      message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    })
  })

  it('any other namespace is not, nor any other object of that name', () => {
    expect(deleteRefusal(namespace('kube-node-lease'))).toBeUndefined()
    expect(deleteRefusal({ ...object('a'), metadata: { name: 'default', uid: 'a', namespace: 'ns' } })).toBeUndefined()
  })
})

const addressOf = (server: Server, uid: string) => {
  const found = server.find(uid)
  const address = found === undefined ? undefined : server.addressOf(found)
  if (address === undefined) throw new Error(`${uid} is not there`)
  return address
}
const remove = (server: Server, uid: string) => server.delete(addressOf(server, uid), {})

describe('a server', () => {
  it('refuses to delete a namespace that every cluster needs, but not to a component of its own', () => {
    const server = serving(namespace('kube-system'))
    expect(remove(server, 'uid-kube-system')).toMatchObject({ code: 403 })
    expect(server.find('uid-kube-system')?.metadata.deletionTimestamp).toBeUndefined()
    expect(server.deleteInternally(addressOf(server, 'uid-kube-system'), {})).toMatchObject({ code: 200 })
  })

  it('creates nothing in a namespace that terminates, nor in one that is gone, until it is there again', () => {
    const server = serving(namespace('ns'), object('a'))
    expect(server.create(object('b'))).toMatchObject({ code: 201 })
    remove(server, 'uid-ns')
    expect(server.create(object('c'))).toMatchObject({ code: 403, reason: 'Forbidden' })
    expect(server.create({ ...namespace('ns'), metadata: { name: 'ns', uid: '' } })).toMatchObject({ code: 409 })
    server.finalizeNamespace(addressOf(server, 'uid-ns'), [])
    expect(server.find('uid-ns')).toBeUndefined()
    expect(server.create(object('c'))).toMatchObject({ code: 404, reason: 'NotFound' })
    expect(server.create({ ...namespace('ns'), metadata: { name: 'ns', uid: '' } })).toMatchObject({ code: 201 })
    expect(server.create(object('c'))).toMatchObject({ code: 201 })
  })

  // Seen live: section 2.8 of the specification.
  it('changes nothing of what is left in a namespace that is gone, but reads and deletes it', () => {
    const held = object('h', [], { finalizers: ['x/y'] })
    const server = serving(namespace('ns', deleted()), held, object('a'))
    const [h, a] = [addressOf(server, 'h'), addressOf(server, 'a')]
    server.finalizeNamespace(addressOf(server, 'uid-ns'), [])
    const patch = { patchType: 'application/merge-patch+json', body: { metadata: { finalizers: null } } } as const
    const missing = { code: 404, message: 'namespaces ns not found' }
    expect(server.update(h, { finalizers: [] })).toMatchObject(missing)
    expect(server.patch(h, patch)).toMatchObject(missing)
    expect(server.change(h, (last) => ({ _tag: 'Gone', code: 200, last }))).toMatchObject(missing)
    expect([server.get(h), server.find('h')?.metadata.finalizers]).toEqual([held, ['x/y']])
    expect([server.delete(h, {})._tag, server.delete(a, {})._tag]).toEqual(['Stays', 'Gone'])
    server.create({ ...namespace('ns'), metadata: { name: 'ns', uid: '' } })
    expect(server.update(h, { finalizers: [] })._tag).toBe('Gone')
  })

  it('changes objects of a namespace that was never shown', () => {
    const server = serving(object('a'))
    expect(server.update(addressOf(server, 'a'), { finalizers: ['x/y'] })._tag).toBe('Stays')
  })

  it('asks who admits deletes, and tells what it holds of a kind', () => {
    const server = serverBy({
      now: () => noon,
      scopes: scopes_1_36,
      versionOf: () => undefined,
      admitDelete: ({ metadata }, listOf) =>
        metadata.name === 'a' ? `one of ${listOf('', 'ConfigMap').length}` : undefined,
    })([object('a'), object('b')])
    expect(remove(server, 'a')).toMatchObject({ code: 422, reason: 'Invalid', message: 'one of 2' })
    expect(server.deleteInternally(addressOf(server, 'a'), {})._tag).toBe('Gone')
    expect(remove(server, 'b')._tag).toBe('Gone')
  })
})

// Seen live: section 3, rules 7 to 9, of the specification.
describe('the instances of a definition', () => {
  const defined = (...objects: ReadonlyArray<WholeObject>): Server => {
    const server = serverBy({ now: () => noon, scopes: scopes_1_36, versionOf: (change) => `v${change}` })([])
    server.create(widgetDefinition())
    for (const one of objects) server.create(one)
    server.drain()
    return server
  }
  const gone = (server: Server): void => {
    remove(server, 'widgets')
    server.update(addressOf(server, 'widgets'), { finalizers: [] })
  }

  it('can be created once it is there, under its versions', () => {
    const server = serving()
    const other = widget('w', {}, 'example.com/v2')
    expect(server.create(other)).toMatchObject({ code: 404 })
    server.create(widgetDefinition('d', {}, { versions: [{ name: 'v2' }] }))
    expect(server.create(other)).toMatchObject({ code: 201 })
  })

  it('can not be created while it terminates, but updated and deleted', () => {
    const server = defined(widget('w', { finalizers: ['x/y'] }))
    remove(server, 'widgets')
    expect(server.create(widget('x'))).toMatchObject({ code: 403 })
    expect(server.update(addressOf(server, 'w'), { finalizers: ['x/z'] })._tag).toBe('Stays')
    expect(remove(server, 'w')._tag).toBe('Stays')
    expect(server.create(widgetDefinition('again'))).toMatchObject({ code: 409 })
  })

  it('are hidden when it goes before them, and nobody is told', () => {
    const server = defined(widget('w', { finalizers: ['x/y'] }), object('a'))
    gone(server)
    expect(server.find('w')).toBeUndefined()
    expect(server.list().map(({ metadata }) => metadata.uid)).toEqual(['a'])
    expect([server.listIn('ns').length, server.listOf('example.com', 'Widget')]).toEqual([1, []])
    expect(server.addressOf(widget('w'))).toBeUndefined()
    expect(server.create(widget('v'))).toMatchObject({ code: 404 })
    expect(server.drain().flatMap(({ object: { metadata } }) => (metadata.uid === 'w' ? ['told'] : []))).toEqual([])
  })

  it('come back as they were with a new definition, and watchers hear of them', () => {
    const server = defined(widget('w', { finalizers: ['x/y'] }))
    remove(server, 'w')
    const before = server.find('w')
    gone(server)
    server.drain()
    expect(server.create(widgetDefinition('next'))).toMatchObject({ code: 201 })
    expect(server.find('w')).toEqual(before)
    expect(server.get({ ...widgets, name: 'w', namespace: 'ns' })).toEqual(before)
    expect(server.listIn('ns')).toEqual([before])
    expect(server.drain().map(({ _tag, object: { metadata } }) => [_tag, metadata.uid])).toEqual([
      ['Added', 'next'],
      ['Added', 'w'],
    ])
    expect(server.update(addressOf(server, 'w'), { finalizers: [] })._tag).toBe('Gone')
  })

  it('stay those of the first definition: a second one of its kind is not established, and may go', () => {
    const server = defined(widget('w'))
    const second = { ...widgetDefinition('second'), metadata: { name: 'widgets.other', uid: 'second' } }
    expect(server.create(second)).toMatchObject({ code: 201 })
    expect(server.find('second')?.status).toMatchObject({
      conditions: [
        { type: 'NamesAccepted', status: 'False' },
        { type: 'Established', status: 'False' },
      ],
    })
    expect(server.vanish(addressOf(server, 'second'))._tag).toBe('Gone')
    expect(server.find('w')).toBeDefined()
  })

  it('gets a uid that nobody had before', () => {
    const server = serving(object('a'))
    remove(server, 'a')
    const again = server.create(object('a'))
    expect(again).toMatchObject({ _tag: 'Stays', object: { metadata: { uid: 'a-2', name: 'a' } } })
  })
})
