import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import { changesOf, isNoise } from '../../../src/adapters/kubernetes/index.js'
import type { WatchEvent } from '../../../src/apiserver/answer.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import { after, instant, millis } from '../../../src/core/time.js'
import { virtualClock } from '../../../src/testing/virtual-clock.js'

/** A cluster that tells of changes of a kind, to those who listen, and a wait from one second to a minute. */
const watched = (signal?: AbortSignal) => {
  let now = instant(0)
  const clock = virtualClock(
    () => now,
    (to) => {
      now = to
    },
  )
  const listening = new Set<(event: WatchEvent<WholeObject>) => void>()
  const cluster = {
    subscribe: (tell: (event: WatchEvent<WholeObject>) => void) => {
      listening.add(tell)
      return () => void listening.delete(tell)
    },
  }
  const changes = changesOf(cluster, { clock, signal })
  const ended: number[] = []
  return {
    ...{ clock, listening, changes, ended },
    wait: () => {
      void changes
        .next(millis(1000), millis(60_000))()
        .then(() => ended.push(now.getTime()))
    },
    change: (kind: string) => {
      const object = { apiVersion: 'v1', kind, metadata: { name: 'a', uid: 'a' } }
      for (const tell of listening) tell({ _tag: 'Added', object } as unknown as WatchEvent<WholeObject>)
    },
    after: (seconds: number) => after(instant(0), millis(seconds * 1000)).getTime(),
  }
}

describe('changes of a cluster', () => {
  it('are waited for no longer than the longest span', async () => {
    const { clock, ended, wait, after: at } = watched()
    wait()
    await clock.advance({ seconds: 59 })
    expect(ended).toEqual([])
    await clock.advance({ seconds: 1 })
    expect(ended).toEqual([at(60)])
  })

  it('end a wait, but not before the shortest span, so that a swarm counts once', async () => {
    const { clock, ended, wait, change, after: at } = watched()
    wait()
    change('ConfigMap')
    change('ConfigMap')
    await clock.advance({ seconds: 30 })
    expect(ended).toEqual([at(1)])
    wait()
    await clock.advance({ seconds: 20 })
    expect(ended).toEqual([at(1)])
    change('ConfigMap')
    await clock.advance({ seconds: 1 })
    expect(ended.length).toBe(2)
  })

  it('that come between two waits end the next one', async () => {
    const { clock, ended, wait, change } = watched()
    change('ConfigMap')
    wait()
    await clock.advance({ seconds: 2 })
    expect(ended.length).toBe(1)
  })

  it('of Events and Leases end none', async () => {
    const { clock, ended, wait, change } = watched()
    wait()
    change('Event')
    change('Lease')
    await clock.advance({ seconds: 59 })
    expect(ended).toEqual([])
    const of = (kind: string) => isNoise({ object: { kind } } as unknown as WatchEvent<WholeObject>)
    expect(['Event', 'Lease', 'ConfigMap'].map(of)).toEqual([true, true, false])
  })

  it('are waited for no more once the signal ends it, and listened to no more once stopped', async () => {
    const ending = new AbortController()
    const { clock, ended, wait, changes, listening } = watched(ending.signal)
    wait()
    ending.abort()
    await clock.advance({ seconds: 0 })
    expect(ended).toEqual([0])
    expect(listening.size).toBe(1)
    changes.stop()
    expect(listening.size).toBe(0)
  })

  it('leave one listener on the signal however many waits there were, and none once stopped', async () => {
    const { signal } = new AbortController()
    const { clock, wait, changes } = watched(signal)
    for (let turn = 0; turn < 3; turn++) {
      wait()
      await clock.advance({ seconds: 61 })
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    changes.stop()
    expect(getEventListeners(signal, 'abort')).toStrictEqual([])
  })
})
