import { expectTypeOf, it } from 'vitest'

import * as KubeletContainer from '../../../src/kubelet/container/index.js'
import type { Collector, InvalidInput } from '../../../src/core/index.js'

it('satisfies the face that every collector has', () => {
  expectTypeOf(KubeletContainer).toExtend<
    Collector<
      KubeletContainer.Family,
      KubeletContainer.Snapshot,
      KubeletContainer.Policy,
      KubeletContainer.PolicyInput,
      KubeletContainer.PolicyError,
      KubeletContainer.PlanError
    >
  >()
})

it('refuses with one error and records no event', () => {
  expectTypeOf<KubeletContainer.PlanError>().toEqualTypeOf<InvalidInput>()
  expectTypeOf<KubeletContainer.Event>().toEqualTypeOf<never>()
  expectTypeOf<KubeletContainer.Family['Refusal']>().toEqualTypeOf<never>()
})

it('has a preset of the type of its policy for every release', () => {
  expectTypeOf(KubeletContainer.presets).toExtend<Readonly<Record<string, KubeletContainer.Policy>>>()
  expectTypeOf(KubeletContainer.presets.kubernetes_1_36).toEqualTypeOf<KubeletContainer.Policy>()
})

it('takes spans as milliseconds or parts, and nothing that is no field', () => {
  expectTypeOf<{ minAge: { hours: 1; minutes: 30 } }>().toExtend<KubeletContainer.PolicyInput>()
  expectTypeOf<{ minAge: '5m' }>().not.toExtend<KubeletContainer.PolicyInput>()
  expectTypeOf<keyof KubeletContainer.PolicyInput>().toEqualTypeOf<keyof KubeletContainer.Policy>()
})
