/**
 * Prints lines of text safely: control sequences are escaped, and digests are shortened unless full ones are asked
 * for.
 */
import { alignColumns, shortenDigests } from '../render/index.js'
import type { Format } from './plan/flags.js'

/** What shortens the texts that are printed together; what is `wide` stays as it is. */
export const shortened = (format: Format, texts: ReadonlyArray<string>): ((text: string) => string) =>
  format === 'wide' ? (text) => text : shortenDigests(texts)

/** Prints lines. */
export const printLines =
  (format: Format) =>
  (lines: ReadonlyArray<string>): string =>
    `${lines.map(shortened(format, lines)).map(safe).join('\n')}\n`

/** Lays out rows of cells as lines of text, digests already short. */
export const columnsOf =
  (format: Format, aligns: Parameters<typeof alignColumns>[0]) =>
  (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
    const short = shortened(format, rows.flat())
    return alignColumns(
      aligns,
      rows.map((cells) => cells.map(short)),
    ).map((cells) => cells.join('  ').trimEnd())
  }

/** A number of things in words. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

// C0 but for line ends, DEL, C1, and the characters that reorder or break lines.
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Escapes what would steer a terminal. */
export const safe = (text: string): string =>
  text.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
