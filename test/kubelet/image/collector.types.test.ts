import { expectTypeOf, it } from 'vitest'

import * as KubeletImage from '../../../src/kubelet/image/index.js'
import type { Collector, InvalidInput, Remembering } from '../../../src/core/index.js'

it('satisfies the face that every collector has', () => {
  expectTypeOf(KubeletImage).toExtend<
    Collector<
      KubeletImage.Family,
      KubeletImage.Snapshot,
      KubeletImage.Policy,
      KubeletImage.PolicyInput,
      KubeletImage.PolicyError,
      KubeletImage.PlanError
    >
  >()
})

it('remembers by the face that every remembering collector has', () => {
  expectTypeOf(KubeletImage).toExtend<Remembering<KubeletImage.Memory, KubeletImage.Observation, KubeletImage.Policy>>()
})

it('refuses bad input and, where the policy does, arithmetic beyond 64 bits', () => {
  expectTypeOf<KubeletImage.PlanError>().toEqualTypeOf<InvalidInput | KubeletImage.Int64Overflow>()
  expectTypeOf<KubeletImage.Refusal['_tag']>().toEqualTypeOf<'InvalidDiskCapacity'>()
})

it('has a preset of the type of its policy for every release', () => {
  expectTypeOf(KubeletImage.presets).toExtend<Readonly<Record<string, KubeletImage.Policy>>>()
})

it('takes spans as milliseconds or parts, and nothing that is no field', () => {
  expectTypeOf<{ minAge: { minutes: 5; seconds: 30 } }>().toExtend<KubeletImage.PolicyInput>()
  expectTypeOf<{ maxAge: '5m' }>().not.toExtend<KubeletImage.PolicyInput>()
  expectTypeOf<keyof KubeletImage.PolicyInput>().toEqualTypeOf<keyof KubeletImage.Policy>()
})
