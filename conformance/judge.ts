/**
 * Answers whether one reading of a recorded case holds: it is replayed without its answer, then compared with it.
 */
import { comparesAnything, firstDifference } from './difference.js'
import type { Difference } from './difference.js'
import type { Rule } from './fields.js'
import { rootRule } from './fields.js'
import type { Reading } from './reading.js'
import type { Replayed, Shape } from './shape.js'

/** What became of one reading. */
export type Verdict =
  | { readonly _tag: 'Passed' }
  | { readonly _tag: 'Failed'; readonly because: string }
  | { readonly _tag: 'Skipped'; readonly because: string }

/** What a replay gave, or the text of what it threw. */
export type Answer = Replayed | { readonly _tag: 'Threw'; readonly error: string }

/** Replays the question of a reading. */
export const answer = async (shape: Shape, { question }: Reading): Promise<Answer> => {
  try {
    return await shape.replay(question)
  } catch (error) {
    return { _tag: 'Threw', error: error instanceof Error ? error.message : String(error) }
  }
}

/** Compares an answer with what was recorded; of several outcomes it has to be one. */
export const judge = (shape: Shape, { outcomes }: Pick<Reading, 'outcomes'>, given: Answer): Verdict => {
  switch (given._tag) {
    case 'Skipped':
      return given
    case 'Replayed':
      return compareAny(rootRule(shape.compared), outcomes, given.actual)
    case 'Threw':
      return { _tag: 'Failed', because: `the replay threw: ${given.error}` }
  }
}

const compare = (rule: Rule, expected: unknown, actual: unknown): string | null => {
  if (!comparesAnything(rule, expected)) return 'expected has no field that is compared'
  try {
    const difference = firstDifference(rule, expected, actual)
    return difference === null ? null : say(difference)
  } catch (error) {
    return `cannot be compared: ${error instanceof Error ? error.message : String(error)}`
  }
}

const compareAny = (rule: Rule, outcomes: ReadonlyArray<unknown>, actual: unknown): Verdict => {
  const faults: string[] = []
  for (const expected of outcomes) {
    const fault = compare(rule, expected, actual)
    if (fault === null) return { _tag: 'Passed' }
    faults.push(fault)
  }
  const [only = 'expected has no outcome', ...others] = faults
  if (others.length === 0) return { _tag: 'Failed', because: only }
  const each = faults.map((fault, index) => `oneOf[${index}]: ${fault}`).join('; ')
  return { _tag: 'Failed', because: `none of ${faults.length} outcomes: ${each}` }
}

const say = ({ path, expected, actual }: Difference): string => `${path}: expected ${expected}, actual ${actual}`
