/** Formats decode errors: one line per problem, beginning with the file name and the path inside the file. */
import type { InvalidInput, Problem } from '../../index.js'

/** Says each problem of an input; the file's name comes first where there is one. */
export const sayProblems =
  (file: string) =>
  (invalid: InvalidInput): string =>
    invalid.problems.map((problem) => sayProblem(file, problem)).join('\n')

const sayProblem = (file: string, { path, expected, actual }: Problem): string =>
  [file, path, `expected ${expected}, got ${actual}`].filter((part) => part !== '').join(': ')
