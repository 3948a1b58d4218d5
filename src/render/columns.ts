/** Aligns cells in columns, counted in code points; the last column is not padded. */
import { elementAt, isWide } from '../internal/lists.js'

/** Alignment of a column. */
export type Align = 'left' | 'right'

/**
 * Pads cells to the width of their column; the last cell of a line is not padded.
 *
 * Shape: one alignment for each column. Columns that are empty in every line are omitted.
 * Units: width is counted in code points.
 *
 * @example
 * ```ts
 * import { alignColumns } from 'gcplan/render'
 *
 * const lines = alignColumns(['left', 'right'], [['web', '7'], ['cache', '12']])
 * console.log(lines.map((cells) => cells.join(' ')).join('\n'))
 * // web    7
 * // cache 12
 * ```
 */
export const alignColumns = (
  aligns: ReadonlyArray<Align>,
  lines: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<ReadonlyArray<string>> => lines.map(alignerOf(aligns, lines))

/** Aligns one line as {@link alignColumns} does among these, which need not be held until then. */
export const alignerOf = (
  aligns: ReadonlyArray<Align>,
  lines: Iterable<ReadonlyArray<string>>,
): ((cells: ReadonlyArray<string>) => ReadonlyArray<string>) => {
  const widths = aligns.map(() => 0)
  for (const cells of lines)
    for (let column = 0; column < widths.length; column++)
      widths[column] = Math.max(elementAt(widths, column), codePoints(cells[column] ?? ''))
  const shown = widths.flatMap((width, column) => (width > 0 ? [column] : []))
  const last = shown.at(-1)
  return (cells) =>
    shown.map((column) => {
      const cell = cells[column] ?? ''
      if (column === last && aligns[column] === 'left') return cell
      const gap = ' '.repeat(elementAt(widths, column) - codePoints(cell))
      return aligns[column] === 'right' ? gap + cell : cell + gap
    })
}

/** Nearly all text has a code unit for each code point, and needs no list of them. */
const codePoints = (text: string): number => (isWide(text) ? Array.from(text).length : text.length)
