/** Props and events of `table/DataTable.vue`, the one table of the playground: at most 200 rows are in the page. */
import type { Rows, Window } from '../worker/protocol'

/** A column; `T` is a row. */
export interface Column<T> {
  readonly key: string
  readonly title: string
  /** What the cell says; a slot `cell-<key>` with `{ row }` may draw it instead. */
  readonly text: (row: T) => string
  /** What rows sort by, where it is not the text; `by` of the window for rows that the worker sorts. */
  readonly sort?: { readonly value?: (row: T) => string | number; readonly by?: string }
  readonly align?: 'start' | 'end'
  /** Left out where the table is narrow. */
  readonly isExtra?: true
  readonly isCode?: true
  /** Stays on one line, as times do. */
  readonly isWhole?: true
}

export interface TableProps<T> {
  /** Says what the table is of, to screen readers too. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<T>>
  /** All rows, or the first of them where `more` gives the others. */
  readonly rows: ReadonlyArray<T>
  /** How many there are in all; by default as many as `rows`. */
  readonly total?: number | undefined
  readonly more?: ((window: Window) => Promise<Rows>) | undefined
  /** The identity of a row. */
  readonly keyOf: (row: T) => string
  /** The key of the row that is chosen. */
  readonly chosen?: string | undefined
  /** Shown in a filter field where there are more rows than this (default 12). */
  readonly filterFrom?: number | undefined
}

export interface TableEmits<T> {
  /** Enter or a click on a row. */
  readonly choose: [row: T]
}
