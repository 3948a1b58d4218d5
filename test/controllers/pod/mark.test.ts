import { describe, expect, it } from 'vitest'

import type { Action, Pod, Policy, StatusBody } from '../../../src/controllers/pod/index.js'
import { apply, presets, statusBodyAt } from '../../../src/controllers/pod/index.js'
import { at, lookAt, noon, planOf, pod } from './build.js'

const memory = { waiting: [], ripe: ['gone'] }

const actionsOf = (orphan: Pod, policy: Partial<Policy> = {}): ReadonlyArray<Action> =>
  planOf(lookAt([orphan], { memory }), policy).passes[2]?.removals[0]?.actions ?? []

const statusOf = (orphan: Pod, policy: Partial<Policy> = {}): StatusBody['status'] | undefined => {
  const [first] = actionsOf(orphan, policy)
  return first?._tag === 'MarkFailed' ? first.patch.body.status : undefined
}

const held = (more: Parameters<typeof pod>[1] = {}): Pod => pod('orphan', { node: 'gone', ...more })

const disruption = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
} as const

describe('marking a pod as failed', () => {
  it('is left out for a pod that has ended, and before 1.26', () => {
    const removal = { _tag: 'Delete', pod: { namespace: 'ns', name: 'orphan' }, options: { gracePeriodSeconds: 0 } }
    expect(actionsOf(held({ status: { phase: 'Succeeded' } }))).toEqual([removal])
    expect(actionsOf(held({ status: { phase: 'Failed' } }))).toEqual([removal])
    expect(actionsOf(held(), presets.kubernetes_1_20)).toEqual([removal])
  })

  it('insists on the uid of the pod', () => {
    const [first] = actionsOf(held())
    expect(first?._tag === 'MarkFailed' && first.patch.body.metadata).toEqual({ uid: 'u-ns-orphan' })
  })

  it('applies the whole condition in 1.26', () => {
    const [first] = actionsOf(held(), presets.kubernetes_1_26)
    expect(first).toEqual({
      _tag: 'MarkFailed',
      pod: { namespace: 'ns', name: 'orphan' },
      patch: {
        patchType: 'application/apply-patch+yaml',
        fieldManager: 'PodGC',
        force: true,
        body: {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { namespace: 'ns', name: 'orphan' },
          status: { phase: 'Failed', conditions: [{ ...disruption, lastTransitionTime: '<now>' }] },
        },
      },
    })
  })

  it('applies no namespace to a pod that has none', () => {
    const [first] = actionsOf(held({ namespace: undefined }), presets.kubernetes_1_26)
    expect(first?._tag === 'MarkFailed' && first.patch.body.metadata).toStrictEqual({ name: 'orphan' })
  })

  it('names nothing of a condition that already says all', () => {
    const status = { phase: 'Running', conditions: [{ ...disruption, lastTransitionTime: noon }] }
    expect(statusOf(held({ status }))).toEqual({ phase: 'Failed' })
  })

  it('turns a condition that is false, and takes its time of probing away', () => {
    const before = { ...disruption, status: 'False', lastProbeTime: noon, lastTransitionTime: noon }
    expect(statusOf(held({ status: { phase: 'Running', conditions: [before] } }))).toEqual({
      phase: 'Failed',
      conditions: [{ type: 'DisruptionTarget', lastProbeTime: null, lastTransitionTime: '<now>', status: 'True' }],
      '$setElementOrder/conditions': [{ type: 'DisruptionTarget' }],
    })
  })

  it('takes a generation away that the pod no longer has, and leaves one alone that it has', () => {
    const status = { phase: 'Running', observedGeneration: 3, conditions: [{ ...disruption, observedGeneration: 3 }] }
    expect(statusOf(held({ status }))?.observedGeneration).toBe(null)
    expect(statusOf(held({ status }))?.conditions?.[0]?.observedGeneration).toBe(null)
    expect(statusOf(held({ status, generation: 3 }))).toEqual({ phase: 'Failed' })
  })

  it('says since 1.34 which generation it saw, and before only where the status already said so', () => {
    const running = held({ generation: 3, status: { phase: 'Running' } })
    const condition = { ...disruption, lastProbeTime: null, lastTransitionTime: '<now>' }
    expect(statusOf(running, presets.kubernetes_1_33)).toStrictEqual({ phase: 'Failed', conditions: [condition] })
    expect(statusOf(running, presets.kubernetes_1_34)).toStrictEqual({
      observedGeneration: 3,
      phase: 'Failed',
      conditions: [{ ...condition, observedGeneration: 3 }],
    })
    const seen = { phase: 'Running', observedGeneration: 2, conditions: [{ ...disruption, observedGeneration: 2 }] }
    expect(statusOf(held({ generation: 3, status: seen }), presets.kubernetes_1_33)).toMatchObject({
      observedGeneration: 3,
      conditions: [{ observedGeneration: 3 }],
    })
  })

  it('is dated when it is sent, in whole seconds', () => {
    const body = {
      metadata: {},
      status: { phase: 'Failed', conditions: [{ type: 'a', lastTransitionTime: '<now>' }] },
    } as const
    expect(statusBodyAt(at(1.999))(body).status.conditions).toEqual([
      { type: 'a', lastTransitionTime: '2026-01-01T12:00:01Z' },
    ])
    const dated = [{ type: 'b', lastTransitionTime: '2025-01-01T00:00:00Z' }, { type: 'c' }]
    expect(
      statusBodyAt(noon)({ metadata: {}, status: { phase: 'Failed', conditions: dated } }).status.conditions,
    ).toEqual(dated)
    expect(statusBodyAt(noon)({ metadata: {}, status: { phase: 'Failed' } })).toEqual({
      metadata: {},
      status: { phase: 'Failed' },
    })
  })
})

describe('a pod that stays because of a finalizer', () => {
  const applied = (orphan: Pod, policy: Partial<Policy> = {}): Pod | undefined => {
    const snapshot = lookAt([orphan], { memory, at: at(0.5) })
    return apply(planOf(snapshot, policy))(snapshot).pods[0]
  }

  it('is marked as failed and as being deleted', () => {
    const before = held({ finalizers: ['example.com/x'], generation: 2 })
    const after = applied(before)
    expect(after?.status).toEqual({
      phase: 'Failed',
      observedGeneration: 2,
      conditions: [{ ...disruption, observedGeneration: 2, lastTransitionTime: noon }],
    })
    expect(after?.metadata.deletionTimestamp).toEqual(noon)
  })

  it('has no generation after it where it had none before', () => {
    expect(applied(held({ finalizers: ['example.com/x'], status: { phase: 'Running' } }))?.status).toStrictEqual({
      phase: 'Failed',
      conditions: [{ ...disruption, lastTransitionTime: noon }],
    })
  })

  it('has the generation after it that the patch states', () => {
    const more = { finalizers: ['example.com/x'], generation: 3 }
    expect(applied(held({ ...more, status: { phase: 'Running' } }), presets.kubernetes_1_33)?.status).toStrictEqual({
      phase: 'Failed',
      conditions: [{ ...disruption, lastTransitionTime: noon }],
    })
    const status = { phase: 'Running', observedGeneration: 2, conditions: [{ ...disruption, observedGeneration: 2 }] }
    expect(applied(held({ ...more, status }))?.status).toMatchObject({
      observedGeneration: 3,
      conditions: [{ observedGeneration: 3 }],
    })
    expect(applied(held({ finalizers: ['example.com/x'], status }))?.status?.observedGeneration).toBeUndefined()
  })

  it('is marked without a condition where its node is not gone', () => {
    const unscheduled = pod('a', { deletionTimestamp: noon, finalizers: ['example.com/x'] })
    const snapshot = lookAt([unscheduled])
    expect(apply(planOf(snapshot))(snapshot).pods[0]?.status).toStrictEqual({ phase: 'Failed' })
  })

  it('keeps the time since when a condition holds, unless the whole condition is applied', () => {
    const since = at(-60)
    const conditions = [
      { type: 'Ready', status: 'False' },
      { ...disruption, reason: 'Other', lastTransitionTime: since },
    ]
    const before = held({ finalizers: ['example.com/x'], status: { phase: 'Running', conditions } })
    expect(applied(before)?.status?.conditions).toEqual([conditions[0], { ...disruption, lastTransitionTime: since }])
    expect(applied(before, presets.kubernetes_1_26)?.status?.conditions).toEqual([
      conditions[0],
      { ...disruption, lastTransitionTime: noon },
    ])
  })
})
