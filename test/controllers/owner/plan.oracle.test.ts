import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { defaultPolicy, plan } from '../../../src/controllers/owner/index.js'
import type { Plan } from '../../../src/controllers/owner/index.js'
import { asSet, callsByUid, callsOf, objectOf, recording, warningOf } from './recorded.js'
import type { RecordedCase } from './recorded.js'

const planOf = ({ input }: RecordedCase): Plan => {
  const planned = plan(defaultPolicy)({
    at: new Date('2026-01-01T12:00:00Z'),
    objects: input.objects.map(objectOf),
    scopes: recording.meta.restMapping,
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}

/** A snapshot is the API itself, and nothing fails. */
const cases = recording.cases.filter(({ input }) => input.liveObjects === undefined && input.faults === undefined)
const faulty = recording.cases.filter(({ input }) => input.liveObjects === undefined && input.faults !== undefined)

describe('recorded decisions of the owner collector of Kubernetes 1.36.2', () => {
  it('has cases in which the snapshot is the API', () => {
    expect(cases.length).toBeGreaterThan(150)
  })

  it.each(cases.map((recorded) => [recorded.name, recorded] as const))(
    '%s: looks at the same objects',
    (_, recorded) => {
      expect(planOf(recorded).passes[1].examined.toSorted()).toEqual(recorded.expected.attempted)
    },
  )

  it.each(cases.map((recorded) => [recorded.name, recorded] as const))('%s: makes the same calls', (_, recorded) => {
    const [, deletion] = planOf(recorded).passes
    const attempted = new Set(recorded.expected.attempted)
    const expected = recorded.expected.decisions
      .filter(({ uid, calls }) => attempted.has(uid) && calls.length > 0)
      .map(({ uid, calls }) => [uid, calls])
    expect(Object.fromEntries(callsByUid(deletion))).toEqual(Object.fromEntries(expected))
  })

  it.each(cases.map((recorded) => [recorded.name, recorded] as const))('%s: orphans the same', (_, recorded) => {
    const [orphan] = planOf(recorded).passes
    const ours = [...orphan.amendments, ...orphan.removals].flatMap(({ actions }) => actions.flatMap(callsOf))
    expect(asSet(ours)).toEqual(asSet(recorded.expected.orphanDecisions.flatMap(({ calls }) => calls)))
  })

  it.each([...cases, ...faulty].map((recorded) => [recorded.name, recorded] as const))(
    '%s: records the same warnings',
    (_, recorded) => {
      const [, deletion] = planOf(recorded).passes
      expect(deletion.events.map(warningOf)).toEqual(recorded.expected.warnings)
    },
  )
})
