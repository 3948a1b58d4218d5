/** The lines in which a shard writes what it found, and how they are read again. */
import { either as E, function as F } from 'fp-ts'

import { type ShardResult, makeShard } from '../../fleet/index.js'
import { sayProblems } from '../plan/errors.js'
import type { Text } from '../command.js'
import { ownField, parsedJson } from '../structured.js'

/** The `kind` of the first line of a shard. */
const shardKind = 'gcplan/fleet-shard'

/** A shard as lines of JSON: the first one counts the others, so that a part of them is not taken for all. */
export const linesOfShard = ({ shard: { index, of }, members }: ShardResult<string>): string =>
  [
    JSON.stringify({ kind: shardKind, version: 1, index, of, members: members.length }),
    ...members.map(({ found }) => found),
  ]
    .map((line) => `${line}\n`)
    .join('')

/** All shards whose lines are in a text, one after the other; the error is one line with its place. Blank lines mean nothing. */
export const shardsIn = ({ name, text }: Text): E.Either<string, ReadonlyArray<ShardResult<string>>> => {
  const lines = text
    .split('\n')
    .map((line, index): Line => ({ line, where: `${name}: line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== '')
  const shards: ShardResult<string>[] = []
  for (let place = 0; place < lines.length;) {
    const shard = shardAt(lines, place)
    if (E.isLeft(shard)) return shard
    shards.push(shard.right)
    place += shard.right.members.length + 1
  }
  return E.right(shards)
}

/** A line, and where it stands in its file. */
interface Line {
  readonly line: string
  readonly where: string
}

const shardAt = (lines: ReadonlyArray<Line>, place: number): E.Either<string, ShardResult<string>> => {
  const { line = '', where = '' } = lines[place] ?? {}
  const head = parsedJson(line)
  if (ownField(head, 'kind') !== shardKind || ownField(head, 'version') !== 1)
    return E.left(`${where}: expected the first line of a shard, of kind ${shardKind}, version 1`)
  const count = numberIn(head, 'members')
  if (!Number.isSafeInteger(count) || count < 0)
    return E.left(
      `${where}: members: expected how many lines are after it, got ${JSON.stringify(ownField(head, 'members'))}`,
    )
  const members = lines.slice(place + 1, place + 1 + count)
  if (members.length !== count) return E.left(`${where}: expected ${count} lines after it, got ${members.length}`)
  return F.pipe(
    makeShard(numberIn(head, 'index'), numberIn(head, 'of')),
    E.mapLeft(sayProblems(where)),
    E.bindTo('shard'),
    E.bind('members', () => F.pipe(members, E.traverseArray(rowIn))),
  )
}

const rowIn = ({ line, where }: Line): E.Either<string, { readonly name: string; readonly found: string }> => {
  const name = ownField(parsedJson(line), 'name')
  return typeof name === 'string' ? E.right({ name, found: line }) : E.left(`${where}: expected a row with a name`)
}

const numberIn = (value: unknown, field: string): number => {
  const found = ownField(value, field)
  return typeof found === 'number' ? found : Number.NaN
}
