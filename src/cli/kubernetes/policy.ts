/** Builds the policy of the garbage collector of owners from the flags. */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Owner from '../../controllers/owner/index.js'
import type { FlagGroup, Given } from '../command.js'
import { all, present } from '../fp.js'
import { oneOf, optional } from '../values.js'

/** Flags of the policy. */
export const policyFlags: FlagGroup = {
  heading: 'Policy',
  flags: [
    {
      name: 'preset',
      value: 'NAME',
      about: `release whose rules apply: ${Object.keys(Owner.presets).join(', ')} (default kubernetes_1_36)`,
    },
    {
      name: 'uncovered',
      value: 'WHAT',
      about:
        'owners and dependents that the lists do not cover: keep (default; whatever depends on them stays), or absent (treat them as gone)',
    },
  ],
}

/** Reads the policy. */
export const policyOf = (given: Given): E.Either<string, Owner.Policy> =>
  F.pipe(
    all({
      preset: optional(oneOf(Object.keys(Owner.presets)))(given, 'preset'),
      uncovered: optional(oneOf(['keep', 'absent']))(given, 'uncovered'),
    }),
    E.map(({ preset, uncovered }) => {
      const presets: Readonly<Record<string, Owner.Policy>> = Owner.presets
      const base = F.pipe(
        preset,
        O.chainNullableK((name) => presets[name]),
        O.getOrElse(() => Owner.defaultPolicy),
      )
      return { ...base, ...present({ uncovered }) }
    }),
  )
