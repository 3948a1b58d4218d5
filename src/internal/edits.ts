/** How far two words are apart. */

/** Insertions, deletions and replacements that turn one word into the other. */
export const editsBetween = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** More is no slip of the hand. */
const slips = 2

/**
 * The known word that another one was meant to be: the nearest of those within two edits, case aside, first one on a tie.
 * Words of a length that no known word comes near are not compared.
 */
export const meantBy = (known: ReadonlyArray<string>, word: string): string | undefined => {
  let fewest = slips + 1
  let found: string | undefined
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > slips) continue
    const edits = editsBetween(word.toLowerCase(), candidate.toLowerCase())
    if (edits < fewest) [fewest, found] = [edits, candidate]
  }
  return found
}
