/**
 * Prints lines of text safely: control sequences are escaped, and digests are shortened unless full ones are asked
 * for.
 */
import { alignColumns, safeText, shortenDigests } from '../render/index.js'
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

/** Escapes what would steer a terminal, but for the ends of lines. */
export const safe = (text: string): string => text.split('\n').map(safeText).join('\n')
