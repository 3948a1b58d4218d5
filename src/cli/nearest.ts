/** Suggestions for misspelled words: the nearest known word by edit distance, if it is close enough. */
import { option as O } from 'fp-ts'

/** The nearest of `known` to a word, first one on a tie; none when more than a third of the word differs. */
const nearest =
  (known: ReadonlyArray<string>) =>
  (word: string): O.Option<string> => {
    let best: O.Option<string> = O.none
    let fewest = Math.max(1, Math.floor(word.length / 3)) + 1
    for (const candidate of known) {
      const edits = candidate.startsWith(word) && word.length > 3 ? 1 : editsBetween(word, candidate)
      if (edits >= fewest) continue
      fewest = edits
      best = O.some(candidate)
    }
    return best
  }

/** A question that ends a sentence on a word that is not known; empty when no known word is near. */
export const askNearest = (known: ReadonlyArray<string>, word: string): string =>
  O.match(
    () => '',
    (guess: string) => `; did you mean ${guess}?`,
  )(nearest(known)(word))

/** Insertions, deletions and replacements that turn one word into the other. */
const editsBetween = (from: string, to: string): number => {
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
