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

/** All shards whose lines are in a text, one after the other; the error is one line with its place. */
export const shardsIn = ({ name, text }: Text): E.Either<string, ReadonlyArray<ShardResult<string>>> => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const shards: ShardResult<string>[] = []
  for (let place = 0; place < lines.length;) {
    const shard = shardAt(name, lines, place)
    if (E.isLeft(shard)) return shard
    shards.push(shard.right)
    place += shard.right.members.length + 1
  }
  return E.right(shards)
}

const shardAt = (file: string, lines: ReadonlyArray<string>, place: number): E.Either<string, ShardResult<string>> => {
  const where = `${file}: line ${place + 1}`
  const head = parsedJson(lines[place] ?? '')
  if (ownField(head, 'kind') !== shardKind || ownField(head, 'version') !== 1)
    return E.left(`${where}: expected the first line of a shard, of kind ${shardKind}, version 1`)
  const count = numberIn(head, 'members')
  const members = lines.slice(place + 1, place + 1 + count)
  if (members.length !== count || !(count >= 0))
    return E.left(`${where}: expected ${count} lines after it, got ${members.length}`)
  return F.pipe(
    makeShard(numberIn(head, 'index'), numberIn(head, 'of')),
    E.mapLeft(sayProblems(where)),
    E.bindTo('shard'),
    E.bind('members', () =>
      F.pipe(
        members,
        E.traverseArray((line) => {
          const member = ownField(parsedJson(line), 'name')
          return typeof member === 'string'
            ? E.right({ name: member, found: line })
            : E.left(`${file}: line ${lines.indexOf(line) + 1}: expected a row with a name`)
        }),
      ),
    ),
  )
}

const numberIn = (value: unknown, field: string): number => {
  const found = ownField(value, field)
  return typeof found === 'number' ? found : Number.NaN
}
