/**
 * Answers which rules of the owner collector a command line means.
 */
import { either as E, option as O } from 'fp-ts'

import * as Owner from '../../controllers/owner/index.js'
import type { FlagGroup, Given } from '../command.js'
import { oneOf, optional } from '../values.js'

/** Flags of the policy. */
export const policyFlags: FlagGroup = {
  heading: 'Policy',
  flags: [
    {
      name: 'preset',
      value: 'NAME',
      about: `rules of a release: ${Object.keys(Owner.presets).join(', ')} (default kubernetes_1_36)`,
    },
    {
      name: 'uncovered',
      value: 'WHAT',
      about: 'owners and dependents that the lists do not cover: keep (default): they may exist; absent: they do not',
    },
  ],
}

/** Reads the policy. */
export const policyOf = (given: Given): E.Either<string, Owner.Policy> => {
  const preset = optional(oneOf(Object.keys(Owner.presets)))(given, 'preset')
  if (E.isLeft(preset)) return preset
  const uncovered = optional(oneOf(['keep', 'absent'] as const))(given, 'uncovered')
  if (E.isLeft(uncovered)) return uncovered
  const presets: Readonly<Record<string, Owner.Policy>> = Owner.presets
  const base = O.isSome(preset.right) ? presets[preset.right.value] : undefined
  return E.right({
    ...(base ?? Owner.defaultPolicy),
    ...(O.isSome(uncovered.right) ? { uncovered: uncovered.right.value } : {}),
  })
}
