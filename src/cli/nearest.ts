/** Suggestions for misspelled words: the nearest known word by edit distance, if it is close enough. */
import { option as O } from 'fp-ts'

import { editsBetween } from '../internal/edits.js'

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
