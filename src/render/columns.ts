/** Aligns cells in columns, counted in code points; the last column is not padded. */

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
): ReadonlyArray<ReadonlyArray<string>> => {
  const widths = aligns.map((_, column) => widest(lines, column))
  const shown = widths.flatMap((width, column) => (width > 0 ? [column] : []))
  const last = shown.at(-1)
  return lines.map((cells) =>
    shown.map((column) => {
      const cell = cells[column] ?? ''
      const gap = ' '.repeat((widths[column] ?? 0) - codePoints(cell))
      return aligns[column] === 'right' ? gap + cell : column === last ? cell : cell + gap
    }),
  )
}

const widest = (lines: ReadonlyArray<ReadonlyArray<string>>, column: number): number => {
  let width = 0
  for (const cells of lines) width = Math.max(width, codePoints(cells[column] ?? ''))
  return width
}

const codePoints = (text: string): number => Array.from(text).length
