/** Why nothing follows from a look. */
import type { InvalidInput } from '../core/index.js'
import { type ConfigurationProblem, explainConfigurationProblem, linesOf } from '../decode/index.js'
import type { InvalidThreshold } from '../kubelet/eviction/index.js'
import type { Int64Overflow } from '../kubelet/image/index.js'

/** Why nothing follows from a look. */
export type OutlookError =
  /** A part of the look is invalid, or the disk is unknown. */
  | InvalidInput
  | Int64Overflow
  /** A kubelet would not start with these. */
  | InvalidThreshold
  | { readonly _tag: 'InvalidSettings'; readonly problems: ReadonlyArray<ConfigurationProblem> }

/** One line about an error. */
export const explainOutlookError = (error: OutlookError): string => {
  switch (error._tag) {
    case 'InvalidInput':
      return `${error.source}: ${linesOf(error).join('; ')}`
    case 'Int64Overflow':
      return `${error.path}: expected ${error.expected}, got ${error.actual}`
    case 'InvalidThreshold':
      return `${error.field}: ${error.signal}: ${error.message}`
    case 'InvalidSettings':
      return error.problems.map(explainConfigurationProblem).join('; ')
  }
}
