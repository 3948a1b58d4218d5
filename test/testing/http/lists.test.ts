import { describe, expect, it } from 'vitest'

import { configMap, pod } from '../../../src/testing/index.js'
import { apiState, compacted, servedCluster } from '../../../src/testing/http/index.js'
import { ask, configMaps, namesAt, namesIn, pods } from './ask.js'

const three = apiState(
  ['c', 'a', 'b'].map((name) => configMap(name, { labels: { name, tier: name === 'a' ? 'x' : 'y' } })),
)

describe('a list', () => {
  it('is in the order of names, and its items are without kind', () => {
    const { body } = ask(three, `GET ${configMaps}`)
    expect([body.kind, body.apiVersion, namesIn(body)]).toStrictEqual(['ConfigMapList', 'v1', ['a', 'b', 'c']])
    expect(body.items[0].kind).toBe(undefined)
    expect(body.metadata).toStrictEqual({ resourceVersion: '7' })
  })

  it('comes in pages of one version, whatever happens meanwhile', () => {
    const first = ask(three, `GET ${configMaps}?limit=2`)
    expect(first.body.metadata).toMatchObject({ resourceVersion: '7', remainingItemCount: 1 })
    const gone = ask(three, `DELETE ${configMaps}/c`)
    const token = encodeURIComponent(first.body.metadata.continue)
    const second = ask(gone.state, `GET ${configMaps}?limit=2&continue=${token}`)
    expect([namesIn(second.body), second.body.metadata]).toStrictEqual([['c'], { resourceVersion: '7' }])
    const late = ask(compacted(gone.state), `GET ${configMaps}?limit=2&continue=${token}`)
    expect(late.body).toMatchObject({ code: 410, reason: 'Expired' })
    const rest = encodeURIComponent(late.body.metadata.continue)
    expect(namesIn(ask(gone.state, `GET ${configMaps}?continue=${rest}`).body)).toStrictEqual([])
  })

  it('does not say how many remain of those that a selector means', () => {
    const { body } = ask(three, `GET ${configMaps}?limit=1&labelSelector=tier%3Dy`)
    expect(namesIn(body)).toStrictEqual(['b'])
    expect(Object.keys(body.metadata)).toStrictEqual(['resourceVersion', 'continue'])
  })

  it('of version 0 is what is there now, also page by page', () => {
    const { body } = ask(compacted(three), `GET ${configMaps}?limit=2&resourceVersion=0`)
    expect([namesIn(body), body.metadata.resourceVersion]).toStrictEqual([['a', 'b'], '7'])
  })

  it('has tokens as the real server writes them', () => {
    const captured = 'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6OTQwLCJzdGFydCI6Ii9kb25lLXR0bC0xZC14a21wcVx1MDAwMCJ9'
    const far = ask(three, `GET ${configMaps}?continue=${captured}`)
    expect(far.body.message).toBe('Too large resource version: 940, current: 7')
  })

  it.each([
    ['labelSelector=name%3Da', ['a']],
    ['labelSelector=name%3D%3Da', ['a']],
    ['labelSelector=name!%3Da', ['b', 'c']],
    ['labelSelector=name in (a, c),tier', ['a', 'c']],
    ['labelSelector=name notin (a),tier notin (x)', ['b', 'c']],
    ['labelSelector=!name', []],
    ['labelSelector=!other', ['a', 'b', 'c']],
    ['labelSelector=tier%3Dy,name%3Db', ['b']],
    ['fieldSelector=metadata.name%3Db', ['b']],
    ['fieldSelector=metadata.name!%3Db,metadata.namespace%3Ddefault', ['a', 'c']],
    ['fieldSelector=metadata.namespace%3Dother', []],
  ])('of %s is what the selector means', (query, names) => {
    expect(namesIn(ask(three, `GET /api/v1/configmaps?${query}`).body)).toStrictEqual(names)
  })

  it.each([
    ['labelSelector=%3D%3D', 400],
    ['labelSelector=a in b', 400],
    ['fieldSelector=data.a%3Db', 400],
    ['fieldSelector=nonsense', 400],
    ['limit=many', 400],
    ['resourceVersion=new', 400],
    ['resourceVersion=99', 504],
    ['continue=nonsense', 400],
    ['resourceVersionMatch=Exact', 422],
    ['resourceVersion=1&resourceVersionMatch=Some', 422],
    ['resourceVersion=1&resourceVersionMatch=Exact', 410],
  ])('with %s is refused', (query, code) => {
    expect(ask(three, `GET ${configMaps}?${query}`).body).toMatchObject({ kind: 'Status', code })
  })

  it('of pods is selected by their fields', () => {
    const state = apiState([
      pod('a', { node: 'one' }),
      pod('b', { node: 'two' }),
      pod('c', { node: 'one', phase: 'Failed' }),
    ])
    const named = (fields: string) =>
      namesIn(ask(state, `GET ${pods}?fieldSelector=${encodeURIComponent(fields)}`).body)
    expect(named('spec.nodeName=one')).toStrictEqual(['a', 'c'])
    expect(named('spec.nodeName=one,status.phase!=Failed')).toStrictEqual(['a'])
  })

  it('of workloads takes a number of replicas that nobody wrote as none', () => {
    const unseen = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { namespace: 'default', name: 'a' },
      spec: {},
    }
    const path = '/apis/apps/v1/namespaces/default/replicasets'
    const found = (count: number) =>
      namesIn(ask(apiState([unseen]), `GET ${path}?fieldSelector=status.replicas%3D${count}`).body)
    expect([found(0), found(1)]).toStrictEqual([['a'], []])
  })

  it.each(['v1', 'events.k8s.io/v1'])('of events of %s leaves out what was written an hour ago', async (apiVersion) => {
    const metadata = { namespace: 'default', name: 'a' }
    const event = { apiVersion, kind: 'Event', metadata, eventTime: '2026-01-01T12:00:00Z' }
    const cluster = servedCluster([event])
    const path = `/${apiVersion === 'v1' ? 'api' : 'apis'}/${apiVersion}/namespaces/default/events`
    await cluster.clock.advance({ minutes: 59 })
    expect(namesAt(cluster, path)).toStrictEqual(['a'])
    await cluster.clock.advance({ minutes: 2 })
    expect(namesAt(cluster, path)).toStrictEqual([])
  })

  it('of an earlier version is what was there then', () => {
    const gone = ask(three, `DELETE ${configMaps}/b`)
    const exact = ask(gone.state, `GET ${configMaps}?resourceVersion=7&resourceVersionMatch=Exact`)
    expect([namesIn(exact.body), exact.body.metadata.resourceVersion]).toStrictEqual([['a', 'b', 'c'], '7'])
    expect(namesIn(ask(gone.state, `GET ${configMaps}?resourceVersion=7`).body)).toStrictEqual(['a', 'c'])
  })

  it('shows metadata alone, or a table', () => {
    const accept = (as: string) => ({ accept: `application/json;as=${as};v=v1;g=meta.k8s.io,application/json` })
    const { body: alone } = ask(three, `GET ${configMaps}`, accept('PartialObjectMetadataList'))
    expect([alone.kind, alone.items[0].kind, alone.items[0].data]).toStrictEqual([
      'PartialObjectMetadataList',
      'PartialObjectMetadata',
      undefined,
    ])
    const { body: table } = ask(three, `GET ${configMaps}`, accept('Table'))
    expect(table.columnDefinitions.map(({ name }: { name: string }) => name)).toStrictEqual(['Name', 'Data', 'Age'])
    expect(table.rows.map(({ cells }: { cells: unknown }) => cells)).toStrictEqual(
      ['a', 'b', 'c'].map((name) => [name, 0, '0s']),
    )
    expect(table.rows[0].object.kind).toBe('PartialObjectMetadata')
    expect(ask(three, `GET ${configMaps}`, { accept: 'application/yaml' }).body).toMatchObject({
      code: 406,
      reason: 'NotAcceptable',
    })
  })
})
