/**
 * Answers which ratios are recorded in a file, records them anew, and compares them with how they are now.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

import { measureApart } from './apart.js'
import type { Finding, Row, RowName } from './ratios.js'
import { compareRatios, exponentOf, isNotable, isSame, lineOf, ratioOf, withRows } from './ratios.js'

/** What a file holds: the command that makes it anew, and the rows. */
interface Ratios {
  readonly command: string
  readonly rows: ReadonlyArray<Row>
}

/** Several processes for each side, as one may have been compiled at an unlucky moment; what is large takes long and varies less. */
const processesFor = (size: number): number => (size < 100_000 ? 3 : size < 1_000_000 ? 2 : 1)

/** Records what is chosen, and keeps the file's other rows as far as they are offered; true when anything was measured. */
export const recordTo = (
  program: string,
  file: string,
  chosen: ReadonlyArray<RowName>,
  offered: ReadonlyArray<RowName>,
): boolean => {
  print(['bench', 'size', 'ratio', 'plan ms', 'heap B/item', 'peak MiB'])
  for (const name of chosen) {
    const row = rowOf(program, name)
    print([row.bench, row.size, row.workMs / row.yardstickMs, row.workMs, row.heapPerItem, row.peakMiB])
    // Row by row: what is ended early has not been for nothing.
    write(file, withRows(existsSync(file) ? read(file).rows : [], [row], offered))
  }
  return chosen.length > 0
}

/** Those of some rows that a file does not have. */
export const missingIn = (file: string, rows: ReadonlyArray<RowName>): ReadonlyArray<RowName> => {
  const recorded = read(file).rows
  return rows.filter((name) => !recorded.some((row) => isSame(row, name)))
}

/** Compares what is chosen with the file; true when all of it is as recorded. */
export const compareTo = (
  program: string,
  file: string,
  chosen: ReadonlyArray<RowName>,
  isCalled: (bench: { readonly name: string }) => boolean,
): boolean => {
  const recorded = read(file).rows.filter(({ bench }) => isCalled({ name: bench }))
  print(['bench', 'size', 'recorded', 'now', 'change', ''])
  const measure = (name: RowName): Row => rowOf(program, name)
  const findings = compareRatios(recorded, chosen, measure, (finding: Finding) => print(lineOf(finding)))
  const notable = findings.filter(isNotable)
  process.stdout.write(`${findings.length} rows, ${notable.length} not as recorded\n`)
  return findings.length > 0 && notable.length === 0
}

/** Prints the file as a table for documentation, a line for each benchmark at its greatest size. */
export const printRecorded = (file: string): boolean => {
  const rows = read(file).rows
  const byBench = [...new Set(rows.map(({ bench }) => bench))].map((name) => rows.filter(({ bench }) => bench === name))
  for (const sizes of byBench) {
    const last = sizes.at(-1)
    if (last === undefined) continue
    const exponent = sizes.length < 2 ? '-' : exponentOf(sizes).toFixed(2)
    const ratios = [ratioOf(last), last.leastRatio, last.clockRatio].map((ratio) => ratio.toFixed(2))
    const figures = [exponent, last.workMs.toFixed(0), ...ratios]
    // Below nothing is what a collection of memory made of the measurement.
    const memory = [Math.max(0, last.heapPerItem).toFixed(0), last.peakMiB.toFixed(0)]
    process.stdout.write(
      `| ${[last.bench, sizes.map(({ size }) => size).join(', '), ...figures, ...memory].join(' | ')} |\n`,
    )
  }
  return rows.length > 0
}

const rowOf = (program: string, { bench, size }: RowName): Row => {
  const { work, yardstick } = measureApart(program, bench, size, processesFor(size))
  return {
    bench,
    size,
    workMs: rounded(work.processor.median),
    yardstickMs: rounded(yardstick.processor.median),
    leastRatio: rounded(work.processor.least / yardstick.processor.least),
    clockRatio: rounded(work.elapsed.median / yardstick.elapsed.median),
    heapPerItem: Math.round(work.memory.heapPerItem),
    peakMiB: Math.round(work.memory.peakMiB),
    on: `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? ''}`,
  }
}

const rounded = (figure: number): number => Number(figure.toPrecision(4))

const read = (file: string): Ratios => JSON.parse(readFileSync(file, 'utf8')) as Ratios

/** A row is one line, so that a change of it is one line too. */
const write = (file: string, rows: ReadonlyArray<Row>): void => {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  const command = JSON.stringify(`npm run bench -- --record ${file}`)
  writeFileSync(file, `{\n  "command": ${command},\n  "rows": [\n${lines}\n  ]\n}\n`)
}

const print = (cells: ReadonlyArray<string | number>): void => {
  const texts = cells.map((cell) => (typeof cell === 'string' || Number.isInteger(cell) ? cell : cell.toFixed(2)))
  const [name = '', ...others] = texts.map(String)
  process.stdout.write(`  ${name.padEnd(44)}${others.map((cell) => cell.padStart(14)).join('')}\n`)
}
