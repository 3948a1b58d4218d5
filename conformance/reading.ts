/**
 * Answers which questions one recorded case asks: itself, or itself once per version that it names.
 */
import { fieldOf, isObject } from './json.js'
import type { Case, Shape } from './shape.js'

/** One question and its recorded answer. */
export interface Reading {
  /** The case, with the version asked about where it names versions: `two leases @ 2.3.4`. */
  readonly name: string
  /** The case without any recorded answer; `version` says which version is asked about. */
  readonly question: Case
  /**
   * What is compared of the recorded answer, laid out as the shape compares it. More than one where the real components
   * come to one of several outcomes (`expected.oneOf`); the answer has to be one of them.
   */
  readonly outcomes: ReadonlyArray<unknown>
}

/** The questions of one case, in the order in which it names its versions. */
export const readingsOf = (shape: Shape, recorded: Case): ReadonlyArray<Reading> => {
  const question = withhold(recorded)
  const answers = answersOf(recorded)
  if (answers.length === 0)
    return [{ name: recorded.name, question, outcomes: outcomesOf(recorded.expected).map(layOut(shape)) }]
  return answers.map(({ version, expected }) => ({
    name: versionedName(recorded.name, version),
    question: { ...question, version },
    outcomes: outcomesOf(expected).map(recordedFor(shape, version)).map(layOut(shape)),
  }))
}

/** What the questions of a case are called, whatever its shape. */
export const namesOf = (recorded: Case): ReadonlyArray<string> => {
  const answers = answersOf(recorded)
  return answers.length === 0 ? [recorded.name] : answers.map(({ version }) => versionedName(recorded.name, version))
}

interface Answer {
  readonly version: string
  readonly expected: unknown
}

/** One answer per version named, the alternatives' after the case's own. */
const answersOf = (recorded: Case): ReadonlyArray<Answer> =>
  [recorded, ...(recorded.alternatives ?? [])].flatMap(({ versions = [], expected }) =>
    versions.map((version) => ({ version, expected })),
  )

const versionedName = (name: string, version: string): string => `${name} @ ${version}`

/** What was recorded for one version of those that an answer names. */
const recordedFor =
  (shape: Shape, version: string) =>
  (expected: unknown): unknown =>
    shape.recordedFor === undefined || !isObject(expected)
      ? expected
      : Object.fromEntries(
          Object.keys(expected)
            .filter((field) => shape.recordedFor?.[field]?.includes(version) ?? true)
            .map((field) => [field, fieldOf(expected, field)]),
        )

const layOut =
  (shape: Shape) =>
  (expected: unknown): unknown =>
    shape.layOut === undefined ? expected : shape.layOut(expected)

const outcomesOf = (expected: unknown): ReadonlyArray<unknown> => {
  const oneOf = isObject(expected) ? fieldOf(expected, 'oneOf') : undefined
  return Array.isArray(oneOf) ? oneOf : [expected]
}

const withhold = (recorded: Case): Case => ({ ...recorded, expected: undefined, alternatives: [] })
