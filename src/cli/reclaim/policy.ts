/**
 * Answers how a reclaim is to choose, from the flags of a command line.
 */
import { either as E, option as O } from 'fp-ts'

import * as Reclaim from '../../reclaim/index.js'
import type { Flag, Given } from '../command.js'
import { bytes, duration, oneOf, optional } from '../values.js'

/** The flags of what is wanted and what a loss costs. */
export const reclaimFlags: ReadonlyArray<Flag> = [
  { name: 'free-bytes', value: 'N', about: 'free so many bytes, instead of what the thresholds ask for' },
  {
    name: 'half-life',
    value: 'DURATION',
    about: 'an image costs the bytes to pull it again, halved for every such span without use (default 168h)',
  },
  { name: 'fewest', about: 'every image costs the same, so that as few as possible go' },
]

/** The flag of one plan; a comparison has all modes. */
export const modeFlag: Flag = {
  name: 'mode',
  value: 'MODE',
  about: 'least-cost (default), least-recently-used until enough is really free, or kubelet, which counts shared bytes',
}

/** What was asked for, but the rules of the kubelet. */
export const reclaimPolicy = (given: Given): E.Either<string, Omit<Reclaim.Policy, 'image'>> => {
  const mode = optional(oneOf(['kubelet', 'least-recently-used', 'least-cost'] as const))(given, modeFlag.name)
  if (E.isLeft(mode)) return mode
  const wanted = optional(bytes)(given, 'free-bytes')
  if (E.isLeft(wanted)) return wanted
  const halfLife = optional(duration)(given, 'half-life')
  if (E.isLeft(halfLife)) return halfLife
  if (O.isSome(halfLife.right) && given.has('fewest'))
    return E.left('--fewest counts every image the same; it knows no --half-life')
  const { mode: usual, target, cost, irreplaceable } = Reclaim.defaultPolicy
  return E.right({
    mode: O.getOrElse(() => usual)(mode.right),
    target: O.isSome(wanted.right) ? { _tag: 'Bytes', bytes: wanted.right.value } : target,
    cost: given.has('fewest')
      ? { _tag: 'PerImage' }
      : O.isSome(halfLife.right)
        ? { _tag: 'ReuseValue', halfLife: halfLife.right.value }
        : cost,
    irreplaceable,
  })
}
