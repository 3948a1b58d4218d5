/**
 * Says which test files a test process died in, from what vitest printed, where that is all that was wrong. A process that dies
 * says nothing about a fact: its files are run again, alone, and decide.
 */

/** @param {string} output @param {RegExp} pattern */
const count = (output, pattern) => [...output.matchAll(pattern)].length

/** @param {string} output what vitest and scripts/unended.mjs printed @returns {ReadonlyArray<string>} none where more is wrong than that */
export const filesThatDied = (output) => {
  const deaths = count(output, /^Caused by: Error: Worker exited unexpectedly$/gm)
  const errors = Number(/^ +Errors +(\d+) errors?$/m.exec(output)?.[1] ?? 0)
  const isMore = deaths === 0 || deaths !== errors || /^ERROR: /m.test(output) || /^ +Tests .*\bfailed\b/m.test(output)
  const files = [...output.matchAll(/^did not end: (\S+)/gm)].map(([, file = '']) => file)
  return isMore ? [] : [...new Set(files)]
}
