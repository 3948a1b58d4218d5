/** `gcplan fleet plan`: what is found of the nodes and clusters of one shard of a fleet, a line each. */
import { basename } from 'node:path'

import { either as E, function as F, string as Str, taskEither as TE } from 'fp-ts'

import { type Shard, fallsTo, makeShard } from '../../fleet/index.js'
import type { Command, Environment, Given, Result } from '../command.js'
import { linesOfShard } from '../fleet/lines.js'
import { listsAtFlag, readerOf } from '../fleet/member.js'
import { all } from '../fp.js'
import { scenarioFlags } from '../node/scenario.js'
import { sayProblems } from '../plan/errors.js'
import { failed, resultOf } from '../plan/print.js'
import { imageStatementFlags } from '../plan/image-snapshot.js'
import { wholeOf } from '../output.js'
import { isObject, ownField, parsedJson } from '../structured.js'
import { count, instant, optional } from '../values.js'

/** The command. */
export const fleetPlan: Command = {
  words: ['fleet', 'plan'],
  summary: 'what happens on the nodes and in the clusters of one shard of a fleet, as NDJSON',
  usage: '--index I --of N DIR|SNAPSHOTS',
  takesGathered: true,
  about: [
    'A member is a directory or tar of gcplan gather, a snapshot of a node, or lists of a cluster. A directory without a manifest gives its members. Each falls to one of N shards by its name.',
    'The first line names the shard and counts the others. Of nodes: evictions and image GC until --horizon, and images. Of clusters: what is being deleted, and what is stuck. A member that cannot be read is a row with an error.',
  ],
  groups: [
    {
      heading: 'The shard',
      flags: [
        { name: 'index', value: 'I', about: 'the shard to plan, from 0 (default 0)' },
        { name: 'of', value: 'N', about: 'how many shards there are (default 1)' },
      ],
    },
    {
      heading: 'Nodes',
      flags: [
        ...scenarioFlags.filter(({ name }) => name === 'growth' || name === 'horizon'),
        ...imageStatementFlags,
        { name: 'tune', about: 'also try image GC thresholds on each node, which takes many times as long' },
      ],
    },
    { heading: 'Clusters', flags: [listsAtFlag] },
    { heading: 'Output', flags: [{ name: 'help', short: 'h', about: 'print this help' }] },
  ],
  examples: [
    'gcplan fleet plan --index 0 --of 8 nodes/ > shard-0.ndjson',
    'seq 0 7 | xargs -P 8 -I{} sh -c "gcplan fleet plan --index {} --of 8 nodes/ > shard-{}.ndjson"',
  ],
  exitCodes: { 0: 'every member was read', 2: 'a member could not be read', 3: null },
  prepare: (given) =>
    F.pipe(
      all({
        index: optional(count)(given, 'index'),
        of: optional(count)(given, 'of'),
        listsAt: optional(instant)(given, listsAtFlag.name),
      }),
      E.flatMap(({ index, of }) =>
        E.mapLeft(sayProblems('shard'))(
          makeShard(index._tag === 'Some' ? index.value : 0, of._tag === 'Some' ? of.value : 1),
        ),
      ),
      E.filterOrElse(
        () => given.files.length > 0,
        () => 'expected a directory or snapshots',
      ),
      E.map((shard) => ({ paths: [], stdin: 'none', run: (environment) => planned(shard, given, environment) })),
    ),
}

interface Member {
  readonly name: string
  readonly path: string
}

const planned = async (shard: Shard, given: Given, environment: Environment): Promise<Result> => {
  const found = await membersOf(environment, given.files)()
  if (E.isLeft(found)) return failed(found.left)
  const rows: { name: string; found: string }[] = []
  const notes: string[] = []
  for (const member of found.right.filter(({ name }) => fallsTo(shard)(name))) {
    const { name, path } = member
    const row = await rowOf(member, given, environment)()
    if (E.isLeft(row)) notes.push(row.left)
    // Where the member lies is no part of what is found of it.
    const placeless = (text: string): string => text.replaceAll(path, () => name)
    const value = E.isRight(row)
      ? { ...row.right, notes: notesIn(row.right).map(placeless) }
      : { kind: 'gcplan/fleet-error', error: placeless(row.left) }
    rows.push({ name, found: JSON.stringify({ name, ...value }) })
  }
  return resultOf(linesOfShard({ shard, members: rows }), notes, notes.length === 0 ? 0 : 2)
}

const notesIn = (row: object): ReadonlyArray<string> => {
  const notes = ownField(row, 'notes')
  return Array.isArray(notes) ? notes.filter(Str.isString) : []
}

/** The members, by name; two of one name are an error, as neither could be told from the other. */
const membersOf = (
  { acting }: Environment,
  paths: ReadonlyArray<string>,
): TE.TaskEither<string, ReadonlyArray<Member>> =>
  F.pipe(
    paths,
    TE.traverseSeqArray((path) =>
      F.pipe(
        () => acting.members(path),
        TE.map(
          (inside) => inside?.map((name) => ({ name, path: `${path}/${name}` })) ?? [{ name: basename(path), path }],
        ),
      ),
    ),
    TE.map((lists) => lists.flat().sort((a, b) => (a.name < b.name ? -1 : 1))),
    TE.filterOrElse(
      (members) => new Set(members.map(({ name }) => name)).size === members.length,
      () => 'two members have the same name',
    ),
  )

const rowOf = ({ path }: Member, given: Given, environment: Environment): TE.TaskEither<string, object> =>
  F.pipe(
    () => environment.answer(readerOf, { ...given, files: [path] }),
    TE.flatMapEither(({ exitCode, stderr, ...printed }) =>
      exitCode === 1 || exitCode === 3
        ? E.left(stderr.trim().replace(/^gcplan: /gm, ''))
        : E.fromPredicate(isObject, () => 'no answer')(parsedJson(wholeOf(printed))),
    ),
    TE.mapLeft((error) => (error.startsWith(path) ? error : `${path}: ${error}`)),
  )
