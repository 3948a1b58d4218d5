import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import {
  type ApiCall,
  type ObjectEvent,
  type RecorderOptions,
  type Reply,
  type Transport,
  eventRecorder,
} from '../../../../src/adapters/kubernetes/index.js'
import { instant } from '../../../../src/core/time.js'
import { virtualClock } from '../../../../src/testing/virtual-clock.js'

const event: ObjectEvent = {
  regarding: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'old', uid: 'u-1' },
  ...{ type: 'Normal', reason: 'Unused', action: 'Marking', note: 'no listed object refers to it' },
}

/** A recorder over a server that answers as it is told, and then in order. */
const recording = (
  answers: ReadonlyArray<number | 'cut' | 'never sent'> = [],
  options: Partial<RecorderOptions> = {},
) => {
  let now = Date.UTC(2026, 0, 1, 12)
  const clock = virtualClock(
    () => instant(now),
    (to) => void (now = to.getTime()),
  )
  const calls: ApiCall[] = []
  const dropped: string[] = []
  const ending = new AbortController()
  const recorder = eventRecorder(
    (call) => () => {
      const answer = answers[calls.length] ?? (call.method === 'POST' ? 201 : 200)
      calls.push(call)
      const failed: Transport = { _tag: answer === 'cut' ? 'Cut' : 'Unreachable', message: 'away' }
      const reply: Reply = { status: Number(answer), body: { details: { name: 'old' }, reason: 'Because' } }
      return Promise.resolve(typeof answer === 'string' ? E.left(failed) : E.right(reply))
    },
    {
      ...{ controller: 'example.com/cleaner', instance: 'cleaner-0', clock, signal: ending.signal },
      onDropped: (_, because) => dropped.push(because),
      ...options,
    },
  )
  return { ...recorder, clock, calls, dropped, end: () => ending.abort() }
}

const said = ({ method, path, body }: ApiCall): string =>
  `${method} ${path.replace(/\.[0-9a-f]+$/, '.HEX')} ${JSON.stringify((body as { series?: unknown }).series ?? null)}`

describe('a recorder of events', () => {
  it('creates an event as the API wants it', async () => {
    const { record, idle, calls, end } = recording()
    record(event)
    await idle()
    end()
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toStrictEqual([
      'POST /apis/events.k8s.io/v1/namespaces/shop/events',
    ])
    expect(calls[0]?.body).toStrictEqual({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { namespace: 'shop', name: 'old.1886999c36a18000' },
      eventTime: '2026-01-01T12:00:00.000000Z',
      reportingController: 'example.com/cleaner',
      reportingInstance: 'cleaner-0',
      type: 'Normal',
      reason: 'Unused',
      action: 'Marking',
      note: 'no listed object refers to it',
      regarding: event.regarding,
    })
  })

  it('puts events about objects of the cluster into the namespace default', async () => {
    const { record, idle, calls, end } = recording()
    record({ ...event, regarding: { apiVersion: 'v1', kind: 'Namespace', name: 'shop' } })
    await idle()
    end()
    expect(calls[0]?.path).toBe('/apis/events.k8s.io/v1/namespaces/default/events')
  })

  it('counts the same again in a series: told at the second, after half an hour, and at the end', async () => {
    const { record, idle, clock, calls, end } = recording([], { rate: { burst: 1000, refill: 1 } })
    record(event)
    record(event)
    record({ ...event, note: 'another note is the same event' })
    await idle()
    expect(calls.map(said)).toStrictEqual([
      'POST /apis/events.k8s.io/v1/namespaces/shop/events {"count":3,"lastObservedTime":"2026-01-01T12:00:00.000000Z"}',
    ])
    for (let minute = 1; minute <= 32; minute++) {
      await clock.advance({ minutes: 1 })
      record(event)
    }
    expect(calls.slice(1).map(said)).toStrictEqual([
      'PATCH /apis/events.k8s.io/v1/namespaces/shop/events/old.HEX {"count":32,"lastObservedTime":"2026-01-01T12:29:00.000000Z"}',
    ])
    await clock.advance({ minutes: 13 })
    expect(calls.slice(2).map(said)).toStrictEqual([
      'PATCH /apis/events.k8s.io/v1/namespaces/shop/events/old.HEX {"count":35,"lastObservedTime":"2026-01-01T12:32:00.000000Z"}',
    ])
    record(event)
    await idle()
    end()
    expect(calls.slice(3).map(said)).toStrictEqual(['POST /apis/events.k8s.io/v1/namespaces/shop/events null'])
  })

  it('creates a series anew whose event the server has forgotten', async () => {
    const { record, idle, calls, end } = recording([201, 404])
    record(event)
    await idle()
    record(event)
    await idle()
    end()
    expect(calls.map(({ method }) => method)).toStrictEqual(['POST', 'PATCH', 'POST'])
    expect(calls[2]?.body).toMatchObject({ series: { count: 2 } })
  })

  it('leaves out what is too much about one object, and not what is about others', async () => {
    const { record, idle, clock, calls, dropped, end } = recording()
    for (let turn = 0; turn < 30; turn++) record({ ...event, reason: `Reason${turn}` })
    record({ ...event, regarding: { ...event.regarding, uid: 'u-2' } })
    await idle()
    expect([calls.length, dropped]).toStrictEqual([26, Array(5).fill('too many events about this object')])
    await clock.advance({ minutes: 5 })
    record({ ...event, reason: 'Reason25' })
    record({ ...event, reason: 'Reason26' })
    await idle()
    end()
    expect([calls.length, dropped.length]).toStrictEqual([27, 6])
  })

  it('tries again what may pass, and takes what a lost answer has left for written', async () => {
    const { record, idle, clock, calls, dropped, end } = recording(['never sent', 500, 'cut', 409])
    record(event)
    await clock.until(idle)
    end()
    expect([calls.length, dropped]).toStrictEqual([4, []])
    expect(clock.now().toISOString()).toBe('2026-01-01T12:00:30.000Z')
  })

  it('drops what is refused at once, and what twelve attempts did not bring', async () => {
    const refused = recording([403])
    refused.record(event)
    await refused.idle()
    refused.end()
    expect([refused.calls.length, refused.dropped]).toStrictEqual([1, ['403 Because: ']])
    const away = recording(Array(20).fill('never sent'))
    away.record(event)
    await away.clock.until(away.idle)
    away.end()
    expect([away.calls.length, away.dropped]).toStrictEqual([12, ['away']])
  })

  it('keeps no more than a thousand events waiting', () => {
    const { record, dropped, end } = recording(['never sent'])
    for (let turn = 0; turn < 1005; turn++) record({ ...event, regarding: { ...event.regarding, uid: `u-${turn}` } })
    end()
    expect(dropped).toStrictEqual(Array(5).fill('too many events wait'))
  })

  it('takes nothing more after its end, and a listener that throws is no failure', async () => {
    const { record, idle, calls, end } = recording([403], {
      onDropped: () => {
        throw new Error('no')
      },
    })
    record(event)
    await idle()
    end()
    expect(() => record(event)).not.toThrow()
    expect(calls.length).toBe(1)
  })

  it('cuts a note off after 1,024 bytes, between characters', async () => {
    const { record, idle, calls, end } = recording()
    record({ ...event, note: `x${'é'.repeat(600)}` })
    await idle()
    end()
    expect((calls[0]?.body as { note: string }).note).toBe(`x${'é'.repeat(511)}`)
  })
})
