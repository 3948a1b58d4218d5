import { expect, it } from 'vitest'

import {
  decodeKubeletConfiguration,
  effectiveConfiguration,
  explainConfigurationProblem,
  noFlags,
  validateConfiguration,
} from '../../../src/decode/kubelet-config/index.js'
import { recordedConfig } from '../../core/recorded.js'
import { right } from './reading.js'

interface Expected {
  readonly effective: Readonly<Record<string, unknown>>
  readonly errors: ReadonlyArray<string>
}

const cases = recordedConfig<unknown, Expected>('defaults-and-validation')

it('has recorded configurations', () => {
  expect(cases.length).toBe(160)
})

it.each(cases.map((recorded) => [recorded.name, recorded] as const))(
  'kubelet 1.36.2: %s',
  (_name, { input, expected }) => {
    const configuration = right(decodeKubeletConfiguration(input))
    const effective = effectiveConfiguration(noFlags)(configuration)
    expect(effective).toMatchObject(expected.effective)
    expect(validateConfiguration(effective).map(explainConfigurationProblem)).toEqual(expected.errors)
  },
)
