/** How rows are filtered and sorted, in the page and in the worker alike. */

/** The words that a row has to have, in lower case. */
export const wordsIn = (filter: string): ReadonlyArray<string> =>
  filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** Whether a text in lower case has all words. */
export const hasAll = (text: string, words: ReadonlyArray<string>): boolean =>
  words.every((word) => text.includes(word))

/** By value: numbers by size, texts by code unit. */
export const compare = <A extends string | number>(a: A, b: A): number => (a < b ? -1 : a > b ? 1 : 0)
