import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import { serverOf } from '../../src/apiserver/server.js'
import { namespaceNamed } from '../../src/controllers/namespace/controller.js'
import { widget, widgetDefinition } from './definitions.js'

const at = new Date('2026-01-01T12:00:00Z')
const configMap = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'shop', name, uid: `u-${name}` },
})
const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shop', uid: 'u-shop' },
  spec: { finalizers: [] },
}
const addressOf = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespace: 'shop',
  name,
})

describe('a fork of a server', () => {
  it('holds what the server holds, and changes apart from it', () => {
    const server = serverOf(at, scopes_1_36)([configMap('a'), configMap('b')])
    const fork = server.fork()
    expect(fork.delete(addressOf('a'), {})._tag).toBe('Gone')
    expect(fork.list().map(({ metadata }) => metadata.name)).toEqual(['b'])
    expect(server.list().map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
    expect(server.drain()).toEqual([])
  })

  it('remembers namespaces that are gone, and uids that were given away', () => {
    const server = serverOf(at, scopes_1_36)([namespace, configMap('a')])
    server.delete(addressOf('a'), {})
    server.delete(namespaceNamed('shop'), {})
    server.delete(namespaceNamed('shop'), {})
    const fork = server.fork()
    expect(fork.create(configMap('late'))).toMatchObject({ code: 404 })
    const again = fork.create({ ...namespace, metadata: { name: 'shop', uid: 'u-shop' } })
    expect(again).toMatchObject({ object: { metadata: { uid: 'u-shop-2' } } })
  })

  it('serves what is defined on it alone, as the server does', () => {
    const server = serverOf(at, scopes_1_36)([])
    const [first, second] = [server.fork(), server.fork()]
    first.create(widgetDefinition())
    expect(first.create(widget('w'))).toMatchObject({ _tag: 'Stays' })
    expect([server, second].map((other) => other.create(widget('w')))).toMatchObject([{ code: 404 }, { code: 404 }])
    second.create(widgetDefinition())
    expect(second.create(widget('w'))).toMatchObject({ _tag: 'Stays' })
  })

  it('counts versions on', () => {
    const server = serverOf(at, scopes_1_36)([configMap('a')])
    server.update(addressOf('a'), { finalizers: ['example.com/hold'] })
    const fork = server.fork()
    expect(fork.update(addressOf('a'), { finalizers: [] })).toMatchObject({
      object: { metadata: { resourceVersion: 'after-2' } },
    })
  })
})
