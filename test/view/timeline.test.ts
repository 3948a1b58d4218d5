import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import type { Job } from '../../src/controllers/ttl/index.js'
import { known } from '../../src/core/index.js'
import { instant } from '../../src/core/time.js'
import * as ControlPlane from '../../src/simulate/control-plane/index.js'
import { timelineView } from '../../src/view/index.js'
import { runs } from '../runs.js'
import { arbitraryPolicies, arbitrarySnapshot } from '../simulate/control-plane/arbitrary.js'
import { expectPlain } from './plain.js'

const from = instant(Date.UTC(2026, 0, 1, 12))
const until = instant(Date.UTC(2026, 0, 1, 13))

const job = (name: string, ttlSecondsAfterFinished: number): Job => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { namespace: 'batch', name, uid: name },
  spec: { ttlSecondsAfterFinished },
  status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: from }] },
})

const played = ControlPlane.timeline(ControlPlane.defaultPolicies)(
  {
    at: from,
    objects: [job('a', 60), job('b', 90), job('c', 7200)],
    scopes: scopes_1_36.scopes,
    coverage: { _tag: 'Everything' },
    apiNodes: known([]),
    memory: ControlPlane.emptyMemory,
  },
  until,
)
if (E.isLeft(played)) throw new Error('not played')
const timeline = played.right

describe('the model of a timeline', () => {
  const view = timelineView({ from, until, timeline })

  it('has one instant for all that follows from each other there', () => {
    expectPlain(view)
    expect(view.instants.map(({ said, afterMillis }) => [said, afterMillis])).toEqual([
      ['2026-01-01T12:01:00Z, in 1 min', 60_000],
      ['2026-01-01T12:01:30Z, in 1 min 30 s', 90_000],
    ])
    expect(view.instants[0]?.rows.map(({ decision, by, target }) => [decision, by, target.said])).toEqual([
      ['remove', 'ttl', 'Job batch/a'],
      ['remove', 'owners', 'Job batch/a'],
    ])
    expect(view.instants[0]?.rows[0]).toMatchObject({ reasons: ['Expired'] })
  })

  it('counts an object once, and says what comes after', () => {
    expect(view.totals).toEqual({
      removed: 2,
      changed: 0,
      instants: 2,
      said: '2 objects removed and 0 changed at 2 instants',
    })
    expect(view.ending).toBe('next change at 2026-01-01T14:00:00Z, in 2 h')
    expect(timelineView({ from, until, timeline: { ...timeline, ended: 'Quiet', next: O.none } }).ending).toBe(
      'then nothing changes by itself any more',
    )
    expect(timelineView({ from, until, timeline: { ...timeline, ended: 'CutOff', next: O.some(from) } }).ending).toBe(
      'more follows from 2026-01-01T12:00:00Z, at once on',
    )
  })

  it('leaves out instants at which nothing is listed, but not from the totals', () => {
    const amended = timelineView({ from, until, timeline, decisions: ['amend'] })
    expect([amended.instants, amended.totals]).toEqual([[], view.totals])
  })

  it('tells when the API server drops Events', () => {
    const one = {
      uid: 'e',
      said: 'Event shop/e',
      earliest: instant(from.getTime() + 1000),
      latest: instant(from.getTime() + 3000),
    }
    const other = { ...one, uid: 'f', latest: one.earliest }
    const { expiries, drops } = timelineView({ from, until, timeline, events: [one, other] })
    expect(expiries.map(({ id, said, afterMillis }) => [id, said, afterMillis])).toEqual([
      ['e', 'the API server drops it between 2026-01-01T12:00:01Z and 2026-01-01T12:00:03Z', 1000],
      ['f', 'the API server drops it at 2026-01-01T12:00:01Z', 1000],
    ])
    expect(drops).toBe('the API server drops 2 Events between 2026-01-01T12:00:01Z and 2026-01-01T12:00:03Z')
    expect(view.drops).toBeNull()
  })

  it('is plain and in time order for any cluster, and tells every decision', () => {
    fc.assert(
      fc.property(arbitraryPolicies, arbitrarySnapshot, (policies, snapshot) => {
        const end = instant(snapshot.at.getTime() + 7_200_000)
        const any = ControlPlane.timeline(policies)(snapshot, end)
        if (E.isLeft(any)) return
        const { instants, totals } = timelineView({ from: snapshot.at, until: end, timeline: any.right })
        expectPlain({ instants, totals })
        const times = instants.map(({ afterMillis }) => afterMillis)
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
        const told = instants.reduce((sum, { rows }) => sum + rows.length, 0)
        expect(told).toBe(
          any.right.moments.reduce((sum, { removals, amendments }) => sum + removals.length + amendments.length, 0),
        )
      }),
      { numRuns: runs(60) },
    )
  })
})
