/** Says where in a text something stands. */
import { show } from '../../core/problem.js'

/** Lines and columns of a text, from 1 on; a column counts UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

export const firstPlace: Place = { line: 1, column: 1 }

/** The place behind a text that begins at a place. */
export const placeAfter = ({ line, column }: Place, text: string): Place => {
  let [lines, begins] = [line, -1]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines++
    begins = at + 1
  }
  return { line: lines, column: begins < 0 ? column + text.length : text.length - begins + 1 }
}

/** Says what stands at a place, of which the text tells up to sixty characters; none at the end of the text. */
export const sayPlace = ({ line, column }: Place, text: string): string => {
  const rest = text.slice(0, shownLength).split('\n')[0] ?? ''
  const found = text === '' ? 'the end of the text' : rest.trim() === '' ? 'the end of a line' : show(rest)
  return `${found} at line ${line}, column ${column}`
}

/** Says that a value begins at a place which is too long to be read. */
export const sayLong = ({ line, column }: Place): string =>
  `a value of more than 512 MiB at line ${line}, column ${column}`

/** How much of a text is said at most. */
export const shownLength = 60
