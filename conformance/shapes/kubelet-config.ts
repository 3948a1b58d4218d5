/**
 * Answers how recorded cases of the kubelet's configuration, of Go durations and of quantities are replayed.
 */
import { either as E } from 'fp-ts'

import {
  decodeKubeletConfiguration,
  effectiveConfiguration,
  explainConfigurationProblem,
  formatGoDuration,
  noFlags,
  parseGoDuration,
  parseQuantity,
  quantitySign,
  quantityValue,
  validateConfiguration,
} from '../../src/decode/kubelet-config/index.js'
import type { Case, Replayed, Shape } from '../shape.js'

const replayed = (actual: unknown): Replayed => ({ _tag: 'Replayed', actual })

const replayConfiguration = (input: unknown): Replayed => {
  const decoded = decodeKubeletConfiguration(input)
  if (E.isLeft(decoded)) return replayed({ invalidInput: decoded.left.problems })
  const effective = effectiveConfiguration(noFlags)(decoded.right)
  const { imageGCHighThresholdPercent, imageGCLowThresholdPercent, imageMinimumGCAge, imageMaximumGCAge } = effective
  return replayed({
    effective: {
      evictionPressureTransitionPeriod: effective.evictionPressureTransitionPeriod,
      imageGCHighThresholdPercent,
      imageGCLowThresholdPercent,
      imageMaximumGCAge,
      imageMinimumGCAge,
    },
    errors: validateConfiguration(effective).map(explainConfigurationProblem),
  })
}

const replayDuration = (text: string): Replayed => {
  const parsed = parseGoDuration(text)
  return replayed(
    E.isLeft(parsed)
      ? { error: parsed.left.message }
      : { nanoseconds: `${parsed.right}`, string: formatGoDuration(parsed.right) },
  )
}

const replayQuantity = (text: string): Replayed => {
  const parsed = parseQuantity(text)
  return replayed(
    E.isLeft(parsed)
      ? { error: parsed.left.message }
      : {
          value: `${quantityValue(parsed.right)}`,
          sign: quantitySign(parsed.right),
          canonical: parsed.right.canonical,
        },
  )
}

const textOf = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'text' in input && typeof input.text === 'string' ? input.text : null

const replay = ({ kind, input }: Case): Replayed => {
  if (kind === 'defaults-and-validation') return replayConfiguration(input)
  const text = textOf(input)
  if (text !== null && kind === 'go-duration') return replayDuration(text)
  if (text !== null && kind === 'quantity') return replayQuantity(text)
  return { _tag: 'Skipped', because: `cases of kind ${kind ?? '(none)'} with this input are not known` }
}

/** Defaults and validation, Go durations, quantities. */
export const kubeletConfig: Shape = {
  shape: 'kubelet/config',
  compared: {
    effective: 'ordered',
    errors: 'ordered',
    nanoseconds: 'ordered',
    string: 'ordered',
    value: 'ordered',
    sign: 'ordered',
    canonical: 'ordered',
    error: 'ordered',
  },
  replay: (recorded) => Promise.resolve(replay(recorded)),
}
