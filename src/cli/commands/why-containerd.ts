/** `gcplan why containerd NODE`: the chain of references that keeps a record, or why it is removed. */
import { either as E, function as F } from 'fp-ts'

import { type Exploration, type Node, explain, explore } from '../../containerd/index.js'
import { removalsOf } from '../../index.js'
import type { Command, Given, Result, Environment } from '../command.js'
import { all } from '../fp.js'
import { findNode, namespaceFlag, nodeAbout, nodeUsage, sayNode } from '../containerd/node.js'
import { pictureOf } from '../containerd/picture.js'
import { type Database, commonFlags, databaseIn } from '../containerd/prepare.js'
import { printerOf } from '../document.js'
import { type PictureFormat, graphFormat, graphOutputFlags, isPicture } from '../graph/flags.js'
import { sayProblems } from '../plan/errors.js'
import { counted } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { answering } from '../sources.js'

/** The command. */
export const whyContainerd: Command = {
  words: ['why', 'containerd'],
  summary: 'why containerd keeps a record: the references from a GC root to it',
  usage: `${nodeUsage} [FLAGS] [SNAPSHOT]`,
  about: [
    nodeAbout,
    'Prints the shortest path from a root to the record, one reference per line; if the record goes, why.',
  ],
  groups: [
    {
      heading: 'The record',
      flags: [namespaceFlag, { name: 'all-roots', about: 'list every root that keeps it, not only the nearest' }],
    },
    ...commonFlags,
    graphOutputFlags,
  ],
  examples: [
    'gcplan why containerd content:sha256:4bcff63911fc snapshot.json',
    'gcplan why containerd snapshot:overlayfs/web -n default snapshot.json --all-roots',
    'gcplan why containerd image:docker.io/library/base:1.0 snapshot.json -o dot | dot -Tsvg > base.svg',
  ],
  exitCodes: { 0: 'the record stays', 2: 'the record goes', 3: null },
  prepare: (given) =>
    answering(
      all({ format: graphFormat(given), word: recordWord(given) }),
      databaseIn(given, 1),
      (environment, database, { format, word }) =>
        F.pipe(
          findNode(given, database.snapshot)(word),
          E.flatMap((node) =>
            isPicture(format) ? drawn(format, node, database) : told(environment, given, format, node, database),
          ),
        ),
    ),
}

const recordWord = ({ files: [word] }: Given): E.Either<string, string> =>
  word === undefined || isFile(word)
    ? E.left(`expected a record before the snapshot: ${nodeUsage}; gcplan plan containerd lists them`)
    : E.right(word)

/** A forgotten record puts the snapshot in its place. */
const isFile = (word: string): boolean => word === '-' || word.endsWith('.json')

const drawn = (format: PictureFormat, node: Node, { snapshot, policy, notes }: Database): E.Either<string, Result> =>
  F.pipe(
    pictureOf(format, policy, { around: [node] })(snapshot),
    E.map((picture) => resultOf(picture, notes, 0)),
  )

const told = (
  environment: Environment,
  given: Given,
  format: Format,
  node: Node,
  { snapshot, policy, notes }: Database,
): E.Either<string, Result> =>
  F.pipe(
    explore(policy)(snapshot),
    E.bimap(sayProblems('snapshot'), (explored) => {
      const found = findingsOf(explored, node, given.has('all-roots'))
      return resultOf(print(format, environment)(found), notes, found.decision === 'remove' ? 2 : 0)
    }),
  )

/** What is said of one record; plain data. */
interface Findings {
  readonly node: Node
  readonly decision: 'keep' | 'remove'
  readonly reasons: ReadonlyArray<{ readonly node: Node; readonly explained: string }>
  readonly roots?: ReadonlyArray<Node>
}

const findingsOf = ({ plan, whyAlive, rootsOf }: Exploration, node: Node, withRoots: boolean): Findings => {
  const hops = whyAlive(node)
  const removal = removalsOf(plan).find(({ target }) => target._tag === node._tag && target.id === node.id)
  return {
    node,
    decision: removal === undefined ? 'keep' : 'remove',
    reasons:
      removal === undefined
        ? hops.map((hop) => ({ node: hop.node, explained: explain(hop.reason) }))
        : removal.reasons.map((reason) => ({ node, explained: explain(reason) })),
    ...(withRoots ? { roots: rootsOf(node) } : {}),
  }
}

const linesOf = (_: Format, { node, decision, reasons, roots }: Findings): ReadonlyArray<string> => [
  `${sayNode(node)} in ${node.namespace} ${decision === 'remove' ? 'goes' : 'stays'}`,
  ...reasons.map(({ node: hop, explained }, depth) =>
    decision === 'remove' ? `  ${explained}` : `${'  '.repeat(depth + 1)}${sayNode(hop)}: ${explained}`,
  ),
  ...(roots === undefined
    ? []
    : roots.length === 0
      ? ['no known root keeps it']
      : [`kept by ${counted(roots.length, 'root')}:`, ...roots.map((root) => `  ${sayNode(root)}`)]),
]

const print = printerOf('gcplan/why', (found: Findings) => found, linesOf)
