/**
 * Parser of the tables that `ctr` prints. Columns padded with blanks are split at the positions of their headings, so a
 * cell may be empty; columns padded with tabs are split at the tabs, so no cell may be. A table that ends in the middle
 * of a line was truncated and is rejected.
 */
import { either as E } from 'fp-ts'
import type * as t from 'io-ts'

import { problemLimit } from '../../core/problem.js'
import { type Decoder, decoder, mapped, moveInto, readFrom, refuse } from '../codec.js'
import { identify } from '../detect.js'
import type { FileDecoder } from '../file.js'
import { type ReadTag, describeKind } from '../kinds.js'
import { text } from '../leaf.js'

/** One kind of table. */
export interface Table {
  readonly tag: ReadTag
  /** The command that prints it. */
  readonly source: string
  /** Headings, in order. */
  readonly columns: readonly [string, ...string[]]
  readonly filledBy: 'blanks' | 'tabs'
}

/** A reader of tables of one kind, from that of a row, whose cells are fields under their headings. */
export const tableOf =
  <A>(table: Table, row: Decoder<A>): FileDecoder<ReadonlyArray<A>> =>
  (input) => {
    const { source, tag } = table
    if (typeof input !== 'string') return readFrom(mapped(text, (): ReadonlyArray<A> => []))(source)(input)
    const kind = identify(input)
    if (kind._tag === tag) return readFrom(rowsOf(table, row))(source)(linesOf(input))
    return kind._tag === 'Unrecognized'
      ? readFrom(headed(table))(source)(linesOf(input).lines[0])
      : E.left({ _tag: 'WrongFile', source, found: kind.is, instead: describeKind(tag).instead })
  }

interface Lines {
  readonly lines: ReadonlyArray<string>
  readonly isWhole: boolean
}

const linesOf = (input: string): Lines => {
  const lines = input.replace(/^\uFEFF?\s*/, '').split(/\r?\n/)
  const isWhole = lines.at(-1) === ''
  return { lines: isWhole ? lines.slice(0, -1) : lines, isWhole }
}

const headed = ({ columns }: Table): Decoder<never> => decoder(`a line ${columns.join(' ')}`, refuse)
const whole: Decoder<never> = decoder('a line break at the end, without which the table was cut', refuse)
const aligned: Decoder<never> = decoder('columns below their headings', refuse)

const rowsOf = <A>(table: Table, row: Decoder<A>): Decoder<ReadonlyArray<A>> =>
  decoder('a table', (value, context) => {
    const { lines, isWhole } = value as Lines
    const cut = cutterOf(table, lines[0] ?? '')
    const found: A[] = []
    const errors: t.ValidationError[] = []
    for (let index = 1; index < lines.length && errors.length < problemLimit; index++) {
      const line = lines[index] ?? ''
      if (line.trim() === '' && index === lines.length - 1) continue
      const parts = cut(line)
      const step = `line ${index + 1}`
      const read: t.Validation<A> = parts === null ? refuse(line, []) : row.validate(parts, [])
      if (E.isRight(read)) found.push(read.right)
      else moveInto(errors, read.left, context, { step, type: parts === null ? aligned : row, actual: parts ?? line })
    }
    if (errors.length > 0) return E.left(errors)
    if (isWhole) return E.right(found)
    const actual = lines.at(-1)
    return E.left([{ value: actual, context: [...context, { key: `line ${lines.length}`, type: whole, actual }] }])
  })

type Cutter = (line: string) => Readonly<Record<string, string>> | null

const cutterOf = ({ columns, filledBy }: Table, heading: string): Cutter =>
  filledBy === 'tabs' ? byTabs(columns) : byPlaces(columns, heading)

/** The last cell keeps the tabs that it may hold. */
const byTabs =
  (columns: ReadonlyArray<string>): Cutter =>
  (line) => {
    const found: string[] = []
    let rest = line
    while (found.length < columns.length - 1) {
      const gap = /\t+/.exec(rest)
      if (gap === null) return null
      found.push(rest.slice(0, gap.index))
      rest = rest.slice(gap.index + gap[0].length)
    }
    return named(columns, [...found, rest.replace(/\t+$/, '')])
  }

/** Places are counted in characters, as the real printer does. */
const byPlaces = (columns: ReadonlyArray<string>, heading: string): Cutter => {
  const starts: number[] = []
  for (const column of columns) starts.push(heading.indexOf(column, (starts.at(-1) ?? -1) + 1))
  return (line) => {
    const characters = plain.test(line) ? line : Array.from(line)
    const found = starts.map((start, index) => characters.slice(start, starts[index + 1]))
    if (!found.every((cell, index) => cell.length < widthOf(starts, index) || cell.at(-1) === ' ')) return null
    return named(
      columns,
      found.map((cell) => (typeof cell === 'string' ? cell : cell.join('')).replace(/ +$/, '')),
    )
  }
}

/** The last column has no end. A cell that is shorter than its column ends its line. */
const widthOf = (starts: ReadonlyArray<number>, index: number): number =>
  (starts[index + 1] ?? Infinity) - (starts[index] ?? 0)

const plain = /^[\u0020-\u007e]*$/

const named = (columns: ReadonlyArray<string>, found: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map((column, index) => [column, found[index] ?? '']))
