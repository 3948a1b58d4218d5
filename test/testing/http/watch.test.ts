import { describe, expect, it } from 'vitest'

import { configMap } from '../../../src/testing/index.js'
import {
  type ApiState,
  type Watch,
  apiState,
  compacted,
  handle,
  nextEvents,
  stateAt,
} from '../../../src/testing/http/index.js'
import { ask, configMaps, merge } from './ask.js'

const watch = (state: ApiState, search: string, accept?: string): Watch => {
  const query = { watch: 'true', ...Object.fromEntries(new URLSearchParams(search)) }
  const [, response] = handle(state, { method: 'GET', path: configMaps, query, accept })
  if (response._tag === 'Reply') throw new Error(JSON.stringify(response.body))
  return response.watch
}

// oxlint-disable-next-line typescript/no-explicit-any
const said = (events: ReadonlyArray<any>) =>
  events.map(({ type, object }) => `${type} ${object.metadata.name} ${object.metadata.resourceVersion}`)

const state = apiState([configMap('a', { labels: { x: '1' } }), configMap('b')])
const label = (from: ApiState, name: string, x: string | null): ApiState =>
  ask(from, `PATCH ${configMaps}/${name}`, { contentType: merge, body: { metadata: { labels: { x } } } }).state

describe('a watch', () => {
  it('of a version tells what has come since, each change once', () => {
    const first = watch(state, 'resourceVersion=6')
    const changed = label(ask(state, `DELETE ${configMaps}/a`).state, 'b', '1')
    const told = nextEvents(changed, first)
    expect(said(told.events)).toStrictEqual(['DELETED a 7', 'MODIFIED b 8'])
    expect(told.watch === undefined ? undefined : nextEvents(changed, told.watch).events).toStrictEqual([])
  })

  it('without a version begins with what is there', () => {
    expect(said(nextEvents(state, watch(state, '')).events)).toStrictEqual(['ADDED a 5', 'ADDED b 6'])
    expect(said(nextEvents(state, watch(state, 'resourceVersion=0')).events)).toHaveLength(2)
  })

  it('ends what is there with a bookmark where that is asked for', () => {
    const search = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const { events } = nextEvents(state, watch(state, search))
    expect(events.map(({ type }) => type)).toStrictEqual(['ADDED', 'ADDED', 'BOOKMARK'])
    expect(events[2]?.object['metadata']).toMatchObject({
      resourceVersion: '6',
      annotations: { 'k8s.io/initial-events-end': 'true' },
    })
  })

  it('tells by labels who comes and who goes', () => {
    const first = watch(state, 'resourceVersion=6&labelSelector=x')
    const there = label(state, 'b', '1')
    const gone = label(there, 'b', null)
    expect(said(nextEvents(gone, first).events)).toStrictEqual(['ADDED b 7', 'DELETED b 8'])
  })

  it('of a version that is forgotten ends with an error of 410', () => {
    const told = nextEvents(compacted(label(state, 'b', '1')), watch(state, 'resourceVersion=6'))
    expect(told).toMatchObject({
      watch: undefined,
      events: [{ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } }],
    })
  })

  it('of the version that was compacted last misses nothing', () => {
    const told = nextEvents(label(compacted(state), 'b', '1'), watch(state, 'resourceVersion=6'))
    expect(said(told.events)).toStrictEqual(['MODIFIED b 7'])
  })

  it.each(['', '&timeoutSeconds=0'])('lasts half an hour where nobody says otherwise%s', (search) => {
    const first = watch(state, `resourceVersion=6${search}`)
    const at = (minute: number) => nextEvents(stateAt(state, new Date(Date.UTC(2026, 0, 1, 12, minute))), first)
    expect([at(29).watch === undefined, at(30).watch === undefined]).toStrictEqual([false, true])
  })

  it('ends when its time is up, with a bookmark of how far it is', () => {
    const first = watch(state, 'resourceVersion=6&timeoutSeconds=10&allowWatchBookmarks=true')
    const other = ask(state, 'POST /api/v1/namespaces/default/secrets', { body: { metadata: { name: 's' } } }).state
    const early = nextEvents(other, first)
    expect([early.events, early.watch === undefined]).toStrictEqual([[], false])
    const late = nextEvents(stateAt(other, new Date('2026-01-01T12:00:10Z')), first)
    expect(late).toMatchObject({
      watch: undefined,
      events: [{ type: 'BOOKMARK', object: { kind: 'ConfigMap', metadata: { resourceVersion: '7' } } }],
    })
  })

  it('says once a minute how far it is', () => {
    const first = watch(state, 'resourceVersion=6&allowWatchBookmarks=true')
    const other = ask(state, 'POST /api/v1/namespaces/default/secrets', { body: { metadata: { name: 's' } } }).state
    const minute = stateAt(other, new Date('2026-01-01T12:01:00Z'))
    const told = nextEvents(minute, first)
    expect(told.events.map(({ type }) => type)).toStrictEqual(['BOOKMARK'])
    expect(told.watch === undefined ? undefined : nextEvents(minute, told.watch).events).toStrictEqual([])
  })

  it('of metadata tells metadata alone', () => {
    const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
    expect(nextEvents(state, watch(state, '', accept)).events[0]?.object['kind']).toBe('PartialObjectMetadata')
  })

  it.each(['resourceVersion=x', 'timeoutSeconds=x', 'labelSelector=%3D', 'sendInitialEvents=true'])(
    'with %s is refused',
    (search) => {
      expect(ask(state, `GET ${configMaps}?watch=1&${search}`).body.kind).toBe('Status')
    },
  )
})
