/** Claims that say in their status since when no pod has used them (KEP-5541). */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../../src/apiserver/index.js'
import * as Lifecycle from '../../../../src/controllers/lifecycle/index.js'
import type { Policy } from '../../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, going, marked, noon, object, planOf, reasonsFor } from '../build.js'

const hour = { enabled: true, afterUnused: true, ttlSeconds: 3600 } as const
const ago = (seconds: number): Date => new Date(noon.getTime() - seconds * 1000)

const claim = (conditions: unknown, rules: Lifecycle.Rules = hour, kind = 'PersistentVolumeClaim'): WholeObject =>
  object('v1', kind, 'x', rules, { status: { phase: 'Pending', conditions } })

const unused = (since: Date | string, status = 'True') => [
  { type: 'Resizing', status: 'True', lastTransitionTime: ago(9000).toISOString() },
  {
    type: 'Unused',
    status,
    reason: status === 'True' ? 'NoPodsUsingPVC' : 'PodUsingPVC',
    lastTransitionTime: typeof since === 'string' ? since : since.toISOString(),
  },
]

const user = (phase: string): WholeObject =>
  object(
    'v1',
    'Pod',
    'web',
    {},
    { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'x' } }] }, status: { phase } },
  )

const planFor = (objects: ReadonlyArray<WholeObject>, policy: Partial<Policy> = {}, memory = Lifecycle.emptyMemory) =>
  planOf(clusterOf(objects, { memory }), enabled(policy))

/** The mark that a claim gets, in seconds before the run, and whether it goes. */
const markOf = (...settings: Parameters<typeof planFor>) => {
  const plan = planFor(...settings)
  const marks = plan.passes.flatMap(({ amendments }) =>
    amendments.flatMap(({ actions: [action] }) =>
      action._tag === 'SetMark' ? [(noon.getTime() - action.mark.since.getTime()) / 1000] : [],
    ),
  )
  return going(plan).length > 0 ? 'goes' : marks[0]
}

describe('a claim without users', () => {
  it('is unused since its condition says so', () => {
    expect(markOf([claim(unused(ago(600)))])).toBe(600)
    expect(markOf([claim(unused(ago(3599)))])).toBe(3599)
    expect(markOf([claim(unused(ago(3600)))])).toBe('goes')
    expect(markOf([claim(unused(ago(3600))), user('Succeeded')])).toBe('goes')
  })

  it('says so', () => {
    const [{ removals }] = planFor([claim(unused(ago(3600)))]).passes
    expect(removals[0]?.reasons).toEqual([
      { _tag: 'TtlExpired', since: ago(3600), ttlSeconds: 3600, from: 'object' },
      { _tag: 'Unused', at: ago(3600), from: 'object' },
    ])
    expect(Lifecycle.explain({ _tag: 'Unused', at: ago(3600), from: 'object' })).toBe(
      `no active object refers to it, and no pod has used it since ${ago(3600).toISOString()} (after-unused set by the object)`,
    )
  })

  it('is unused since the run where the gate is off, or the condition says nothing that counts', () => {
    for (const conditions of [
      undefined,
      [],
      unused(ago(7200), 'False'),
      unused(ago(7200), 'Unknown'),
      unused('soon'),
      'none',
    ])
      expect(markOf([claim(conditions)])).toBe(0)
    expect(markOf([claim(unused(ago(7200)), hour, 'Secret')])).toBe(0)
    expect(markOf([claim(unused(ago(7200)))], { unusedClaims: 'observation' })).toBe(0)
  })

  it('waits for a condition whose time is ahead', () => {
    const plan = planFor([claim(unused(new Date(noon.getTime() + 60_000)))])
    expect(reasonsFor(plan, 'x')).toEqual(['ClockAhead', 'TtlRunning'])
  })

  it('keeps the mark that it has', () => {
    expect(markOf([claim(unused(ago(7200)))], {}, marked(['x', ago(60)]))).toBeUndefined()
  })

  it('is as late as the last vote', () => {
    const finished = [{ _tag: 'ByCondition', group: '', kind: 'PersistentVolumeClaim', types: ['Resizing'] }] as const
    const both = { ...hour, ttlSeconds: 8000, afterFinished: true }
    expect(markOf([claim(unused(ago(600)), both)], { finished })).toBe(600)
  })
})

it.each(['Pending', 'Running'])('a claim that a pod uses stays, whatever its condition says (%s)', (phase) => {
  expect(reasonsFor(planFor([claim(unused(ago(7200))), user(phase)]), 'x')).toEqual(['InUse'])
})
