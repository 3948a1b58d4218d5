import { describe, expect, it } from 'vitest'

import type { FinishObserver } from '../../../src/controllers/lifecycle/index.js'
import { eventObservers, jobObserver, podObserver } from '../../../src/controllers/lifecycle/index.js'
import { observeFinish } from '../../../src/controllers/lifecycle/finished.js'
import { later, noon, object } from './build.js'

const text = (seconds: number): string => later(seconds).toISOString()
const seen = (observer: FinishObserver, more: object, metadata: object = {}): unknown =>
  observeFinish(observer)(object('v1', 'Thing', 'a', {}, { ...more, metadata }))

describe('an event', () => {
  const [core, events] = eventObservers as readonly [FinishObserver, FinishObserver]

  it('is observed in both groups', () => {
    expect(eventObservers).toEqual([
      { _tag: 'LastWrite', group: '', kind: 'Event' },
      { _tag: 'LastWrite', group: 'events.k8s.io', kind: 'Event' },
    ])
  })

  it.each<readonly [string, object]>([
    ['firstTimestamp', { firstTimestamp: text(9) }],
    ['lastTimestamp', { lastTimestamp: text(9) }],
    ['eventTime', { eventTime: text(9) }],
    ['deprecatedFirstTimestamp', { deprecatedFirstTimestamp: text(9) }],
    ['deprecatedLastTimestamp', { deprecatedLastTimestamp: text(9) }],
    ['series.lastObservedTime', { series: { lastObservedTime: text(9) } }],
  ])('has finished with its last write, also by %s', (_field, more) => {
    for (const observer of [core, events]) {
      expect(seen(observer, more, { creationTimestamp: noon })).toEqual({ finished: true, at: later(9) })
      expect(seen(observer, more, { creationTimestamp: later(20) })).toEqual({ finished: true, at: later(20) })
    }
  })

  it('has finished nobody knows when without any time', () => {
    expect(seen(core, { eventTime: null, firstTimestamp: 'never' })).toEqual({ finished: true })
  })
})

describe('a condition', () => {
  const complete = (more: object = {}) => ({ type: 'Complete', status: 'True', lastTransitionTime: text(1), ...more })

  it.each<readonly [unknown, unknown]>([
    [undefined, { finished: false }],
    [{}, { finished: false }],
    [{ conditions: null }, { finished: false }],
    [{ conditions: {} }, { failed: 'conditions is no list' }],
    [{ conditions: [null, 7, {}] }, { finished: false }],
    [{ conditions: [complete({ type: 7 })] }, { finished: false }],
    [{ conditions: [complete({ status: true })] }, { finished: false }],
    [{ conditions: [complete()] }, { finished: true, at: later(1) }],
    [{ conditions: [complete({ lastTransitionTime: noon })] }, { finished: true, at: noon }],
    [{ conditions: [complete({ lastTransitionTime: undefined })] }, { finished: true }],
  ])('of a job in %j says %j', (status, finish) => {
    expect(seen(jobObserver, { status })).toEqual(finish)
  })
})

describe('a phase', () => {
  const byPhase = (more: object = {}): FinishObserver => ({
    _tag: 'ByPhase',
    group: 'example.com',
    kind: 'Thing',
    path: 'status.phase',
    finishedValues: ['Done'],
    ...more,
  })

  it.each<readonly [object, object, unknown]>([
    [{}, {}, { finished: false }],
    [{}, { phase: null }, { finished: false }],
    [{}, { phase: 'Busy' }, { finished: false }],
    [{}, { phase: 'Done', at: text(1) }, { finished: true }],
    [{ finishTimePath: 'status.at' }, { phase: 'Done', at: text(1) }, { finished: true, at: later(1) }],
    [{ finishTimePath: 'status.at' }, { phase: 'Done' }, { finished: true }],
    [{}, { phase: 7 }, { failed: 'status.phase is no text' }],
    [{ path: 'status.phases[]' }, { phases: ['Done'] }, { finished: false }],
  ])('as in %j with status %j says %j', (more, status, finish) => {
    expect(seen(byPhase(more), { status })).toEqual(finish)
  })
})

describe('a pod', () => {
  const ended = (seconds: number) => ({ state: { terminated: { finishedAt: text(seconds) } } })

  it.each<readonly [unknown, unknown]>([
    [undefined, { finished: false }],
    [{ phase: null }, { finished: false }],
    [{ phase: 7 }, { failed: 'phase is no text' }],
    [{ phase: 'Failed' }, { finished: true }],
    [{ phase: 'Failed', containerStatuses: 'none' }, { failed: 'containerStatuses is no list' }],
    [{ phase: 'Failed', initContainerStatuses: 7 }, { failed: 'initContainerStatuses is no list' }],
    [
      { phase: 'Succeeded', initContainerStatuses: [ended(1)], containerStatuses: [ended(9), ended(5), {}] },
      { finished: true, at: later(9) },
    ],
    [
      { phase: 'Failed', conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: text(3) }] },
      { finished: true, at: later(3) },
    ],
    [
      { phase: 'Failed', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: text(3) }] },
      { finished: true },
    ],
    [{ phase: 'Failed', conditions: 'none' }, { finished: true }],
  ])('with status %j: %j', (status, finish) => {
    expect(seen(podObserver, { status })).toStrictEqual(finish)
  })
})
