import { describe, expect, it } from 'vitest'

import { metricsFrom } from '../../../examples/lifecycle-controller/metrics.js'
import type { LifecycleDecision, LifecycleReport } from '../../../src/adapters/kubernetes/lifecycle/index.js'
import { printMetrics } from '../../../src/document/index.js'

const nothing = { at: new Date('2026-01-01T12:00:00Z'), passes: [], wakeAt: { _tag: 'None' }, assumptions: [] }
const decision = { planned: nothing, allowed: nothing, refusals: [] } as unknown as LifecycleDecision
const ran = { name: 'expire', state: { _tag: 'Ran' }, outcomes: [], freed: 0 }
const report = { passes: [ran] } as unknown as LifecycleReport

describe('the metrics of the lifecycle controller', () => {
  it('count what was done and what failed since the start, not in the last turn alone', () => {
    const metrics = metricsFrom()
    metrics.failedTurn()
    metrics.turned(decision, report)
    metrics.turned(decision, report)
    const text = printMetrics(metrics.all())
    expect(text).toContain('gcplan_lifecycle_failed_turns_total 1')
    expect(text).toMatch(/gcplan_passes_total\{.*pass="expire".*\} 2/)
  })
})
