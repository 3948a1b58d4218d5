/** Where names in a text may break: of images, hosts, objects and paths. */

/** A word, cut after what separates the parts of a name; a plain word is one part. Times and versions are not cut. */
export const wordsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text.split(' ').map((word) => word.split(/(?<=[/@])(?=.)|(?<=[^\d:]:)(?=.)|(?<=[:.])(?=[a-z])/i))

/** Whether a word stays on one line where it fits, and moves to the next before it breaks. */
export const isName = (parts: ReadonlyArray<string>): boolean => parts.length > 1 || /\w-\w/.test(parts[0] ?? '')
