/** What a matcher says of one subject. */
export interface Verdict {
  /** `neither` where the subject knows nothing of what was asked, so that the opposite does not hold as well. */
  readonly holds: boolean | 'neither'
  /** What a test prints when it was to be the other way. */
  readonly message: () => string
}

/** A verdict whose message is a sentence, with what bears it out below. */
export const verdict = (holds: Verdict['holds'], sentence: string, because: ReadonlyArray<string>): Verdict => ({
  holds,
  message: () => [sentence, ...because.map((line) => `  ${line}`)].join('\n'),
})

/** What was expected, as a sentence; `isNot` is no matter of it where nothing is known. */
export const expected = (what: string, toDo: string, holds: Verdict['holds']): string =>
  `expected ${what} ${holds === true ? 'not ' : ''}${toDo}`
