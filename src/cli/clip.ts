/** Cuts the lines of a table to the width of a terminal, so that each row stays one line. */
import { stripVTControlCharacters } from 'node:util'

import { option as O } from 'fp-ts'

import type { Given } from './command.js'

interface Screen {
  readonly stdoutIsTerminal: boolean
  /** The width of the terminal, where it is known. */
  readonly stdoutColumns?: number | undefined
}

/** A table keeps a line for each row; whoever wants all of it takes another form, or a pipe. */
export const fitted = ({ stdoutIsTerminal, stdoutColumns = 0 }: Screen, given: Given, stdout: string): string =>
  stdoutIsTerminal && stdoutColumns > 0 && O.toUndefined(given.value('output')) === 'table'
    ? clipped(stdoutColumns, stdout)
    : stdout

/** Lines of at most this many code points; what is cut ends with an ellipsis. Colours take no room. */
export const clipped = (width: number, text: string): string =>
  text
    .split('\n')
    .map((line) => (Array.from(stripVTControlCharacters(line)).length > width ? cut(width, line) : line))
    .join('\n')

/** What switches a colour, or a code point. */
const piece = /\u001B\[[\d;]*m|./gsu

const cut = (width: number, line: string): string => {
  let room = width - 1
  let kept = ''
  for (const [text] of line.matchAll(piece)) {
    const isColour = text.startsWith('\u001B')
    // What switches a colour off is wanted although nothing is left to colour.
    if (isColour) kept += text
    else if (room-- > 0) kept += text
    else if (room === -1) kept += '…'
  }
  return kept
}
