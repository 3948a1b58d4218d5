import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { InvalidInput } from '../../../src/core/problem.js'
import {
  decodeKubeletConfigResource,
  decodeKubeletConfiguration,
  decodeKubeletFlags,
  decodeMachineConfigPools,
  effectiveConfiguration,
  kubeletPolicies,
  noFlags,
  validateConfiguration,
} from '../../../src/decode/kubelet-config/index.js'
import { runs } from '../../runs.js'
import { right } from './reading.js'

const saysWhatIsWrong = ({ source, problems }: InvalidInput): boolean =>
  source !== '' && problems.length <= 100 && problems.every(({ expected, actual }) => expected !== '' && actual !== '')

const anyDuration = fc.constantFrom('0s', '1ns', '2m', '5m30s', '-1s', '1.5h', '24h')
const anyFields = fc.record(
  {
    imageGCHighThresholdPercent: fc.integer({ min: -5, max: 105 }),
    imageGCLowThresholdPercent: fc.integer({ min: -5, max: 105 }),
    imageMinimumGCAge: anyDuration,
    imageMaximumGCAge: anyDuration,
    evictionHard: fc.dictionary(fc.string(), fc.string()),
    evictionPressureTransitionPeriod: anyDuration,
    mergeDefaultEvictionSettings: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** Objects with our field names and anything in them. */
const almost = (names: ReadonlyArray<string>): fc.Arbitrary<unknown> =>
  fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.anything(), anyDuration, fc.integer()))

const names = [
  'kind',
  'apiVersion',
  'kubeletconfig',
  'imageMinimumGCAge',
  'imageGCHighThresholdPercent',
  'evictionHard',
]

it('answers anything, with problems that say something', () => {
  const anyInput = fc.oneof(fc.anything(), almost(names), almost(['kind', 'metadata', 'spec', 'items', 'status']))
  fc.assert(
    fc.property(anyInput, (input) =>
      [decodeKubeletConfiguration, decodeKubeletConfigResource, decodeMachineConfigPools, decodeKubeletFlags].every(
        (decode) => {
          const read: E.Either<InvalidInput, unknown> = decode(input)
          return E.isRight(read) || saysWhatIsWrong(read.left)
        },
      ),
    ),
    { numRuns: runs(1000) },
  )
})

it('answers any command line', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '--eviction-hard',
      '--maximum-dead-containers=',
      '--image-gc-low-threshold',
      '--',
      '-',
      '5',
      '"',
      "'",
    ),
  )
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const asList = decodeKubeletFlags(words)
      const asText = decodeKubeletFlags(words.join(' '))
      return [asList, asText].every((read) => E.isRight(read) || saysWhatIsWrong(read.left))
    }),
    { numRuns: runs(1000) },
  )
})

it('has the effective settings in force again when they are written to a file', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const configuration = right(decodeKubeletConfiguration(fields))
      const effective = effectiveConfiguration(noFlags)(configuration)
      const { evictionHard, evictionSoft, evictionSoftGracePeriod, evictionMinimumReclaim, ...rest } = effective
      const written = {
        ...rest,
        evictionHard: Object.fromEntries(evictionHard),
        evictionSoft: Object.fromEntries(evictionSoft),
        evictionSoftGracePeriod: Object.fromEntries(evictionSoftGracePeriod),
        evictionMinimumReclaim: Object.fromEntries(evictionMinimumReclaim),
      }
      expect(E.map(effectiveConfiguration(noFlags))(decodeKubeletConfiguration(written))).toEqual(E.right(effective))
    }),
  )
})

it('gives policies exactly when nothing is wrong with the settings', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const configuration = right(decodeKubeletConfiguration(fields))
      const problems = validateConfiguration(effectiveConfiguration(noFlags)(configuration))
      return E.isRight(kubeletPolicies(noFlags)(configuration)) === (problems.length === 0)
    }),
  )
})
