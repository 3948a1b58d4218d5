/** Four questions to a fleet: the queries of the documentation, and what they have to answer, in plain TypeScript. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { DuckDBInstance } from '@duckdb/node-api'

import { linesOf, packageFolder } from './command.js'

interface Row {
  readonly kind: string
  readonly name: string
}

interface NodeRow extends Row {
  readonly at: string
  readonly evictsAt: string | null
  readonly images: ReadonlyArray<{ readonly id: string; readonly tag: string | null; readonly bytes: number }>
  readonly setting: Setting | null
}

interface Setting {
  readonly high: number
  readonly low: number
  readonly isCurrent: boolean
  readonly podsSpared: number
}

interface ClusterRow extends Row {
  readonly deleting: number
  readonly stuck: ReadonlyArray<{ readonly act: ReadonlyArray<string> }>
}

/** The lines of an answer, each the text of its columns. */
export type Answer = ReadonlyArray<ReadonlyArray<string>>

/** A question, as the documentation words it, and its answer. */
export interface Question {
  readonly title: string
  readonly answer: (rows: string) => Answer
}

const rowsOf =
  <R extends Row>(kind: string) =>
  (text: string): ReadonlyArray<R> =>
    linesOf(text)
      .map((line): R => JSON.parse(line))
      .filter((row) => row.kind === kind)

const nodesOf = rowsOf<NodeRow>('gcplan/fleet-node')

const clustersOf = rowsOf<ClusterRow>('gcplan/fleet-cluster')

const grouped = <A>(list: ReadonlyArray<A>, keyOf: (one: A) => string): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<string, A[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0)

/** Orders by numbers, the largest first, and then by text. */
const byMost =
  <A>(numberOf: (one: A) => number, textOf: (one: A) => string) =>
  (a: A, b: A): number =>
    numberOf(b) - numberOf(a) || (textOf(a) < textOf(b) ? -1 : 1)

const evicting = (rows: string): Answer =>
  nodesOf(rows)
    .flatMap(({ name, at, evictsAt }) =>
      evictsAt !== null && Date.parse(evictsAt) - Date.parse(at) <= 86_400_000
        ? [{ name, time: Date.parse(evictsAt) }]
        : [],
    )
    .sort(
      byMost(
        ({ time }) => -time,
        ({ name }) => name,
      ),
    )
    .map(({ name, time }) => [name, new Date(time).toISOString().slice(0, 19).replace('T', ' ')])

const helping = (rows: string): Answer =>
  grouped(
    nodesOf(rows).flatMap(({ setting }) => (setting === null || setting.isCurrent ? [] : [setting])),
    ({ high, low }) => `${high} ${low}`,
  )
    .map((all) => ({
      high: all[0]?.high,
      low: all[0]?.low,
      nodes: all.length,
      spared: sumOf(all.map(({ podsSpared }) => podsSpared)),
    }))
    .sort(
      byMost(
        ({ nodes }) => nodes,
        ({ high, low }) => `${high} ${low}`,
      ),
    )
    .map(({ high, low, nodes, spared }) => [high, low, nodes, spared].map(String))

const duplicated = (rows: string): Answer => {
  const images = grouped(
    nodesOf(rows).flatMap(({ images }) => images),
    ({ id }) => id,
  )
    .filter((all) => all.length > 1)
    .map((all) => {
      const sizes = all.map(({ bytes }) => bytes)
      return { id: all[0]?.id ?? '', nodes: all.length, bytes: sumOf(sizes) - Math.max(...sizes) }
    })
    .sort(
      byMost(
        ({ bytes }) => bytes,
        ({ id }) => id,
      ),
    )
  const total = sumOf(images.map(({ bytes }) => bytes))
  return images.map(({ id, nodes, bytes }) => [id, nodes, bytes, total].map(String))
}

const stuck = (rows: string): Answer =>
  clustersOf(rows)
    .filter((row) => row.stuck.length > 0)
    .sort(
      byMost(
        (row) => row.stuck.length,
        ({ name }) => name,
      ),
    )
    .map(({ name, deleting, stuck: all }) => [name, deleting, all.length, all.flatMap(({ act }) => act)[0]].map(String))

/** The questions, in the order of the documentation. */
export const questions: ReadonlyArray<Question> = [
  { title: 'Which nodes will evict within a day?', answer: evicting },
  { title: 'Which setting helps most nodes?', answer: helping },
  { title: 'How many bytes do images duplicate across nodes?', answer: duplicated },
  { title: 'Which clusters have stuck deletions?', answer: stuck },
]

/** The queries of the documentation by their first line, which asks. */
const queries: ReadonlyMap<string, string> = new Map(
  [...readFileSync(join(packageFolder, 'docs/scale.md'), 'utf8').matchAll(/^```sql\n-- (.*)\n([^`]*)^```/gm)].map(
    ([, title = '', query = '']) => [title, query],
  ),
)

/** What DuckDB answers, from a file of rows. */
export const asked = async (title: string, file: string): Promise<Answer> => {
  const query = queries.get(title)
  if (query === undefined) throw new Error(`no query asks: ${title}`)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  try {
    const read = await connection.runAndReadAll(query.replaceAll('fleet.ndjson', file))
    return read.getRowsJson().map((row) => row.map(String))
  } finally {
    connection.closeSync()
  }
}
