/** Cuts the lists of a view to what a page takes at once, and gives the rest in windows. */
import { ownField } from '../../../src/cli/structured.js'
import { compare, hasAll, wordsIn } from '../table/rows'
import type { Cut, Rows, Window } from './protocol'

/** Rows of a list that are sent at once. */
export const mostRows = 200
/** Nodes of a graph that are sent at once: a picture of more is no picture. */
export const mostNodes = 2000

/** Lists that are drawn, not read row by row: points of a chart, layers of a forest. */
const drawn: ReadonlyMap<string, number> = new Map([
  ['points', 5000],
  ['layers', 2000],
  ['images', 2000],
])

/** A view within bounds, and the lists that were cut. */
export const bounded = <V>(view: V): { readonly view: V; readonly cuts: ReadonlyArray<Cut> } => {
  const cuts: Cut[] = []
  // What is cut is of the same type: a list with fewer rows.
  return { view: cut(view, '', cuts) as V, cuts }
}

const cut = (value: unknown, pointer: string, cuts: Cut[]): unknown => {
  if (Array.isArray(value)) {
    const rows: ReadonlyArray<unknown> = value
    const most = drawn.get(pointer.slice(pointer.lastIndexOf('/') + 1)) ?? mostRows
    if (rows.length > most) cuts.push({ list: pointer, total: rows.length })
    return rows.slice(0, most).map((row, index) => cut(row, `${pointer}/${index}`, cuts))
  }
  if (typeof value !== 'object' || value === null) return value
  if (isGraph(value)) return cutGraph(value, pointer, cuts)
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, cut(field, `${pointer}/${escaped(name)}`, cuts)]),
  )
}

interface GraphLike {
  readonly nodes: ReadonlyArray<{ readonly id: string }>
  readonly edges: ReadonlyArray<{ readonly from: string; readonly to: string }>
  readonly omitted?: number
}

const isGraph = (value: object): value is GraphLike =>
  'nodes' in value && 'edges' in value && Array.isArray(value.nodes) && Array.isArray(value.edges)

const cutGraph = (graph: GraphLike, pointer: string, cuts: Cut[]): GraphLike => {
  if (graph.nodes.length <= mostNodes) return graph
  cuts.push({ list: `${pointer}/nodes`, total: graph.nodes.length })
  const nodes = graph.nodes.slice(0, mostNodes)
  const ids = new Set(nodes.map(({ id }) => id))
  return {
    ...graph,
    nodes,
    edges: graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    omitted: (graph.omitted ?? 0) + graph.nodes.length - nodes.length,
  }
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The list at a pointer; nothing where there is none. */
export const listAt = (view: unknown, pointer: string): ReadonlyArray<unknown> => {
  let at: unknown = view
  for (const part of pointer.split('/').slice(1)) {
    at = ownField(at, part.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return Array.isArray(at) ? at : []
}

/** A window of rows: filtered, then sorted, then cut. */
export const windowOf = (rows: ReadonlyArray<unknown>, { from, count, filter, only, sort }: Window): Rows => {
  const words = wordsIn(filter ?? '')
  const wanted =
    words.length === 0 && only === undefined
      ? rows
      : rows.filter(
          (row) =>
            (only === undefined || textOf(fieldAt(row, only.at)) === only.is) &&
            (words.length === 0 || hasAll(JSON.stringify(row).toLowerCase(), words)),
        )
  const sorted = sort === undefined ? wanted : wanted.toSorted(bySort(sort))
  return { rows: sorted.slice(from, from + Math.min(count, mostRows)), total: wanted.length }
}

const bySort =
  ({ by, descending }: NonNullable<Window['sort']>) =>
  (one: unknown, other: unknown): number => {
    const [a, b] = [fieldAt(one, by), fieldAt(other, by)]
    const order = isNumeric(a) && isNumeric(b) ? Number(a) - Number(b) : compare(textOf(a), textOf(b))
    return descending ? -order : order
  }

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))

const fieldAt = (row: unknown, path: string): unknown => path.split('.').reduce(ownField, row)

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
