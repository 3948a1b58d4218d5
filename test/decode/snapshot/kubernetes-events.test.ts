import { describe, expect, it } from 'vitest'

import * as Ttl from '../../../src/controllers/ttl/index.js'
import { decodeKubectlObjects, kubernetesEvents } from '../../../src/decode/index.js'
import { read } from '../../simulate/cascade/captured.js'
import { right, wrongIn } from '../reading.js'

const eventsIn = (...texts: ReadonlyArray<string>) =>
  kubernetesEvents(texts.map((text) => right(decodeKubectlObjects(text))))

const listOf = (apiVersion: string, item: object): string => {
  const metadata = { name: 'e', namespace: 'shop', uid: 'u' }
  return JSON.stringify({ kind: 'EventList', apiVersion, metadata: {}, items: [{ metadata, ...item }] })
}

describe('Events of listings', () => {
  it('are those of both groups, and tell of their last write', () => {
    const core = right(eventsIn(read('events-before.json')))
    const events = right(eventsIn(read('events.events.k8s.io-before.json')))
    expect(core.length).toBeGreaterThan(10)
    expect(core.every((event) => Ttl.lastWriteOf(event) !== undefined)).toBe(true)
    const last = new Map(core.map((event) => [event.metadata.uid, Ttl.lastWriteOf(event)]))
    for (const event of events) expect(last.get(event.metadata.uid)).toEqual(Ttl.lastWriteOf(event))
  })

  it('may be written again and again', () => {
    const [event] = right(
      eventsIn(
        listOf('events.k8s.io/v1', {
          eventTime: '2026-01-01T12:00:00.5Z',
          deprecatedFirstTimestamp: null,
          series: { count: 2, lastObservedTime: '2026-01-01T12:10:00Z' },
        }),
      ),
    )
    expect(event && Ttl.lastWriteOf(event)).toEqual(new Date('2026-01-01T12:10:00Z'))
  })

  it('were never written at the zero time', () => {
    const [event] = right(eventsIn(listOf('v1', { lastTimestamp: '0001-01-01T00:00:00Z' })))
    expect(event && Ttl.lastWriteOf(event)).toBeUndefined()
  })

  it('are refused with a time that is none', () => {
    expect(wrongIn(eventsIn(listOf('v1', { lastTimestamp: 'yesterday' })))).toEqual([
      'listings[0].objects[0].lastTimestamp: expected RFC 3339 text such as "2026-01-01T12:00:00Z", or a valid Date, got "yesterday"',
    ])
  })
})
