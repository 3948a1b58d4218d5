/**
 * Answers what a matcher tells when it is red.
 */
import type { Match } from '../../../src/testing/index.js'

/** The message of a matcher that does not hold, or of one that holds and was not to. */
export const messageOf = ({ holds, message }: Match.Verdict, how: 'is' | 'not' = 'is'): string => {
  if (holds !== (how === 'not')) throw new Error(`it is not red: ${message()}`)
  return message()
}
