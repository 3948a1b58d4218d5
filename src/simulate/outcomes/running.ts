/** Programs that are under way: what they may do next, and what they were answered. */

interface Asking<P> {
  readonly alternatives?: (() => ReadonlyArray<P>) | undefined
}

/** The next request of a program, then those that may come instead. */
export const alternativesOf = <P>(program: P & Asking<P>): ReadonlyArray<P> =>
  program.alternatives === undefined ? [program] : [program, ...program.alternatives()]

/** Answers so far, in short. Those to requests without an order are sorted, since it doesn't matter which came first. */
export const answersAfter = (answers: string, answer: string, isUnordered: boolean): string => {
  if (!isUnordered) return answers === '' ? answer : `${answers}\n${answer}`
  const lines = answers === '' ? [] : answers.split('\n')
  const ordered = lines.filter((line) => !line.startsWith('~'))
  return [...ordered, ...[...lines.filter((line) => line.startsWith('~')), `~${answer}`].sort()].join('\n')
}
