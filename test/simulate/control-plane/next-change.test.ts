import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { KeepReason, Plan } from '../../../src/simulate/control-plane/index.js'
import { defaultPolicies, explainKubernetes, planKubernetes } from '../../../src/simulate/control-plane/index.js'
import { right } from '../../decode/reading.js'
import { after, cluster, job } from './building.js'

const base: Plan = right(planKubernetes(defaultPolicies)(cluster(job('bill'))))

/** The next change of a Job that stays for these reasons. */
const nextOf = (...reasons: readonly [KeepReason, ...KeepReason[]]): unknown => {
  const [pass] = base.passes
  const target = { _tag: 'Object', id: 'u-bill', apiVersion: 'batch/v1', kind: 'Job', name: 'bill' } as const
  return explainKubernetes({ ...base, passes: [{ ...pass, removals: [], kept: [{ target, reasons }] }] })('u-bill')
    ?.nextChange
}

const ttl = (seconds: number): KeepReason => ({
  _tag: 'Ttl',
  reason: { _tag: 'NotExpired', finishedAt: after(0), ttlSeconds: seconds, expiresAt: after(seconds) },
})
const quarantine = (seconds: number): KeepReason => ({
  _tag: 'Pod',
  reason: { _tag: 'NodeInQuarantine', node: 'n', until: after(seconds) },
})
const running = (seconds: number): KeepReason => ({
  _tag: 'Lifecycle',
  reason: { _tag: 'TtlRunning', since: after(0), ttlSeconds: seconds, from: 'object', until: after(seconds) },
})
const retained = (seconds: number): KeepReason => ({
  _tag: 'Lifecycle',
  reason: { _tag: 'RetentionRunning', since: after(0), until: after(seconds) },
})

describe('the next change of an object that stays', () => {
  it.each([
    ['a time to live', ttl],
    ['a quarantine', quarantine],
    ['a lifecycle', running],
    ['a retention', retained],
  ])('comes at the end of %s, if that lies ahead', (_, reason) => {
    expect(nextOf(reason(90))).toEqual(O.some(after(90)))
    expect(nextOf(reason(0))).toEqual(O.none)
    expect(nextOf(reason(-1))).toEqual(O.none)
  })

  it('is the first of several', () => {
    expect(nextOf(ttl(90), quarantine(40), running(60))).toEqual(O.some(after(40)))
    expect(nextOf(quarantine(40), ttl(90), running(-5))).toEqual(O.some(after(40)))
    expect(nextOf(ttl(-9), running(60), retained(70))).toEqual(O.some(after(60)))
  })

  it('is none where nothing waits for an instant', () => {
    expect(
      nextOf(
        { _tag: 'Ttl', reason: { _tag: 'NoTtl' } },
        { _tag: 'Pod', reason: { _tag: 'NodeExists', node: 'n' } },
        { _tag: 'Lifecycle', reason: { _tag: 'NotEnabled' } },
        { _tag: 'NobodysMatter' },
      ),
    ).toEqual(O.none)
    expect(explainKubernetes(base)('nobody')).toBeUndefined()
  })
})
