/**
 * Splits a command line into arguments as a shell does: blanks separate, quotes and backslashes join. Variables, globs
 * and substitutions are not expanded.
 */
import { either as E } from 'fp-ts'

import { type Problem, show } from '../../core/problem.js'

/** Splits a command line; fails only for an unclosed quote. */
export const splitArguments = (line: string): E.Either<Problem, ReadonlyArray<string>> => {
  const words: string[] = []
  let word: string | null = null
  let quote: Quote = ''
  let index = 0
  while (index < line.length) {
    const { text, quote: next, length } = pieceAt(line, index, quote)
    index += length
    if (text === null) {
      if (word !== null) words.push(word)
      word = null
    } else if (text !== '' || next !== quote) {
      // An empty pair of quotes is a word, joined lines are not.
      word = (word ?? '') + text
    }
    quote = next
  }
  if (quote !== '') return E.left({ path: '', expected: 'a command line whose quotes are closed', actual: show(line) })
  return E.right(word === null ? words : [...words, word])
}

/** The quote that is open; empty outside quotes. */
type Quote = '' | "'" | '"'

/** What a piece of the line adds to the current word, null where it ends the word, and the quote open after it. */
interface Piece {
  readonly text: string | null
  readonly quote: Quote
  readonly length: number
}

const pieceAt = (line: string, index: number, quote: Quote): Piece => {
  const character = line.charAt(index)
  if (quote !== "'" && character === '\\') return escapeAt(line, index, quote)
  if (character === quote) return { text: '', quote: '', length: 1 }
  if (quote === '' && (character === "'" || character === '"')) return { text: '', quote: character, length: 1 }
  return { text: quote === '' && /\s/.test(character) ? null : character, quote, length: 1 }
}

/** A backslash joins lines anywhere; between double quotes it takes the special meaning from few characters only. */
const escapeAt = (line: string, index: number, quote: Quote): Piece => {
  const newline = /^\r?\n/.exec(line.slice(index + 1, index + 3))?.[0]
  if (newline !== undefined) return { text: '', quote, length: 1 + newline.length }
  const escaped = line.charAt(index + 1)
  const kept = escaped === '' || (quote === '"' && !/["\\$`]/.test(escaped)) ? '\\' : ''
  return { text: kept + escaped, quote, length: 2 }
}
