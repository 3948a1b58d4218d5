/** Builds the policy of a reclaim from flags. */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Reclaim from '../../reclaim/index.js'
import type { Flag, Given } from '../command.js'
import { all, present } from '../fp.js'
import { bytes, duration, oneOf, optional } from '../values.js'

/** The flags of what is wanted and what a loss costs. */
export const reclaimFlags: ReadonlyArray<Flag> = [
  { name: 'free-bytes', value: 'N', about: 'bytes to free, instead of what the thresholds ask for' },
  {
    name: 'half-life',
    value: 'DURATION',
    about: 'an image costs its download size, halved for each DURATION without use (default 168h)',
  },
  { name: 'fewest', about: 'every image costs the same: remove as few as possible' },
]

/** The flag of one plan; a comparison has all modes. */
export const modeFlag: Flag = {
  name: 'mode',
  value: 'MODE',
  about:
    'least-cost (default); least-recently-used, until enough is really freed; or kubelet, which counts shared bytes for each image',
}

/** The policy of a reclaim without the settings of the kubelet. */
export const reclaimPolicy = (given: Given): E.Either<string, Omit<Reclaim.Policy, 'image'>> =>
  F.pipe(
    all({
      mode: optional(oneOf(['kubelet', 'least-recently-used', 'least-cost']))(given, modeFlag.name),
      target: F.pipe(
        optional(bytes)(given, 'free-bytes'),
        E.map(O.map((wanted): Reclaim.Policy['target'] => ({ _tag: 'Bytes', bytes: wanted }))),
      ),
      cost: costOf(given),
    }),
    E.map((asked) => ({ irreplaceable, mode, target, cost, ...present(asked) })),
  )

const { mode, target, cost, irreplaceable } = Reclaim.defaultPolicy

const costOf = (given: Given): E.Either<string, O.Option<Reclaim.Cost>> =>
  F.pipe(
    optional(duration)(given, 'half-life'),
    E.filterOrElse(
      (halfLife) => O.isNone(halfLife) || !given.has('fewest'),
      () => '--fewest and --half-life cannot be combined',
    ),
    E.map((halfLife): O.Option<Reclaim.Cost> =>
      given.has('fewest')
        ? O.some({ _tag: 'PerImage' })
        : F.pipe(
            halfLife,
            O.map((span) => ({ _tag: 'ReuseValue', halfLife: span })),
          ),
    ),
  )
