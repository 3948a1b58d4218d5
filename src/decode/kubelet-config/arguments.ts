/**
 * Answers into which arguments a shell would split a command line: blanks separate, quotes and backslashes join. No
 * variable, glob or substitution is expanded.
 */
import { either as E } from 'fp-ts'

import type { Problem } from '../../core/problem.js'
import { show } from '../../core/problem.js'

/** Splits a command line; a quote that is never closed is the one problem it can have. */
export const splitArguments = (line: string): E.Either<Problem, ReadonlyArray<string>> => {
  const words: string[] = []
  let current: string | null = null
  const piece = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\\r?\n|\\([^])|([^\s'"\\]+)|(\s+)|([^])/gy
  for (const [, single, double, escaped, plain, blank, stray] of line.matchAll(piece)) {
    if (stray !== undefined) {
      return E.left({ path: '', expected: 'a command line whose quotes are closed', actual: show(line) })
    }
    if (blank !== undefined) {
      if (current !== null) words.push(current)
      current = null
      continue
    }
    const text = single ?? double?.replace(/\\(["\\$`])/g, '$1').replace(/\\\r?\n/g, '') ?? escaped ?? plain
    if (text !== undefined) current = (current ?? '') + text
  }
  if (current !== null) words.push(current)
  return E.right(words)
}
