/**
 * Answers whether one recorded case holds: every question is replayed without its answer, then compared with it.
 */
import { comparesAnything, firstDifference } from './difference.js'
import type { Difference } from './difference.js'
import type { Rule } from './fields.js'
import { rootRule } from './fields.js'
import type { Reading } from './reading.js'
import type { Replayed, Shape } from './shape.js'

/** What became of one case. */
export type Verdict =
  | { readonly _tag: 'Passed' }
  | { readonly _tag: 'Failed'; readonly because: string }
  | { readonly _tag: 'Skipped'; readonly because: string }

/** What a replay gave, or the text of what it threw. */
export type Answer = Replayed | { readonly _tag: 'Threw'; readonly error: string }

/** Replays every question of a case, one after the other. */
export const answer = async (shape: Shape, readings: ReadonlyArray<Reading>): Promise<ReadonlyArray<Answer>> => {
  const answers: Answer[] = []
  for (const { question } of readings) answers.push(await replay(shape, question))
  return answers
}

/** Compares answers with what was recorded: one failure fails the case, one skip without failure skips it. */
export const judge = (shape: Shape, readings: ReadonlyArray<Reading>, answers: ReadonlyArray<Answer>): Verdict => {
  if (readings.length === 0) return { _tag: 'Skipped', because: 'recorded for no version that can be replayed' }
  const rule = rootRule(shape.compared)
  const verdicts = readings.map((reading, index) => judgeReading(rule, reading, answers[index]))
  return (
    verdicts.find(({ _tag }) => _tag === 'Failed') ??
    verdicts.find(({ _tag }) => _tag === 'Skipped') ?? { _tag: 'Passed' }
  )
}

const replay = async (shape: Shape, question: Reading['question']): Promise<Answer> => {
  try {
    return await shape.replay(question)
  } catch (error) {
    return { _tag: 'Threw', error: error instanceof Error ? error.message : String(error) }
  }
}

const judgeReading = (rule: Rule, reading: Reading, given: Answer | undefined): Verdict => {
  const prefix = reading.version === null ? '' : `${reading.version}: `
  switch (given?._tag) {
    case 'Skipped':
      return { _tag: 'Skipped', because: prefix + given.because }
    case 'Replayed':
      return failedIf(prefix, compare(rule, reading.expected, given.actual))
    case 'Threw':
      return { _tag: 'Failed', because: `${prefix}the replay threw: ${given.error}` }
    case undefined:
      return { _tag: 'Failed', because: `${prefix}not replayed` }
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

const failedIf = (prefix: string, because: string | null): Verdict =>
  because === null ? { _tag: 'Passed' } : { _tag: 'Failed', because: prefix + because }

const say = ({ path, expected, actual }: Difference): string => `${path}: expected ${expected}, actual ${actual}`
