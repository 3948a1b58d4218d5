/**
 * Answers which questions one recorded case asks: itself, or itself once per version it was recorded for.
 */
import { fieldOf, isObject } from './json.js'
import type { Case, Shape } from './shape.js'

/** One question and its recorded answer. */
export interface Reading {
  /** The version asked about; null for cases recorded for one version only. */
  readonly version: string | null
  /** The case without any recorded answer. */
  readonly question: Case
  readonly expected: unknown
}

/** The questions of one case, in the order of the shape's versions; none when it was recorded for none of them. */
export const readingsOf = (shape: Shape, recorded: Case): ReadonlyArray<Reading> => {
  const question = withhold(recorded)
  if (shape.versions === undefined || recorded['versions'] === undefined)
    return [{ version: null, question, expected: recorded.expected }]
  const answers = [recorded, ...alternativesOf(recorded)]
  return shape.versions.flatMap((version) => {
    const answer = answers.find((candidate) => versionsOf(candidate).includes(version))
    return answer === undefined
      ? []
      : [{ version, question: { ...question, version }, expected: recordedFor(shape, version, answer.expected) }]
  })
}

/** What was recorded for one version of those that an answer names. */
const recordedFor = (shape: Shape, version: string, expected: unknown): unknown =>
  shape.recordedFor === undefined || !isObject(expected)
    ? expected
    : Object.fromEntries(
        Object.entries(expected).filter(([field]) => shape.recordedFor?.[field]?.includes(version) ?? true),
      )

/** Versions that a case was recorded for and that the shape does not replay. */
export const versionsNotReplayed = (shape: Shape, recorded: Case): ReadonlyArray<string> =>
  shape.versions === undefined
    ? alternativesOf(recorded).flatMap(versionsOf)
    : [recorded, ...alternativesOf(recorded)]
        .flatMap(versionsOf)
        .filter((version) => shape.versions?.includes(version) === false)

interface Answer {
  readonly expected: unknown
  readonly versions?: unknown
}

const alternativesOf = (recorded: Case): ReadonlyArray<Answer> => {
  const alternatives = recorded['alternatives']
  if (!Array.isArray(alternatives)) return []
  return alternatives
    .filter(isObject)
    .map((held) => ({ expected: fieldOf(held, 'expected'), versions: fieldOf(held, 'versions') }))
}

const versionsOf = ({ versions }: Answer): ReadonlyArray<string> =>
  Array.isArray(versions) ? versions.filter((version) => typeof version === 'string') : []

const withhold = (recorded: Case): Case => {
  const alternatives = recorded['alternatives']
  return Array.isArray(alternatives)
    ? { ...recorded, expected: undefined, alternatives: alternatives.filter(isObject).map(withoutExpected) }
    : { ...recorded, expected: undefined }
}

const withoutExpected = (held: object): object => ({ ...held, expected: undefined })
