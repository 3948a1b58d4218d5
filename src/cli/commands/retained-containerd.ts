/**
 * Answers `gcplan retained containerd`: what each image, lease, container and other root keeps alone.
 */
import { either as E, option as O } from 'fp-ts'

import type { Holder, Retention } from '../../containerd/analysis/index.js'
import { retained } from '../../containerd/analysis/index.js'
import type { Command, Given, Result, Environment } from '../command.js'
import { findNode, namespaceFlag, nodeAbout, nodeUsage } from '../containerd/node.js'
import type { Database } from '../containerd/prepare.js'
import { commonFlags, onDatabase } from '../containerd/prepare.js'
import { printRetained } from '../containerd/retained.js'
import { sayProblems } from '../plan/errors.js'
import type { Format } from '../plan/flags.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'
import { count, optional } from '../values.js'

/** The command. */
export const retainedContainerd: Command = {
  words: ['retained', 'containerd'],
  summary: 'what each image, lease and container of containerd keeps alone, and what it shares',
  usage: `[FLAGS] [SNAPSHOT]`,
  about: [
    'Counts for every image, lease, container and other root what would go if that one record were taken away and a collection ran, and what it leads to that others keep as well.',
    'On disk: bytes that really become free; a blob that another namespace records stays. Sizes of snapshots are known only where their usage is.',
    nodeAbout,
  ],
  groups: [
    {
      heading: 'What to list',
      flags: [
        { name: 'of', value: nodeUsage, many: true, about: 'only these records, whatever they are' },
        namespaceFlag,
        { name: 'top', value: 'N', about: 'the N that keep most alone (default 20); 0: all' },
      ],
    },
    ...commonFlags,
    outputFlags,
  ],
  examples: [
    'gcplan retained containerd snapshot.json',
    'gcplan retained containerd snapshot.json -n k8s.io --top 0 -o wide',
    'gcplan retained containerd snapshot.json --of content:sha256:4bcff63911fc -o json',
  ],
  exitCodes: { 0: 'the records are listed', 2: null, 3: null },
  prepare: (given) => {
    const format = outputFormat(given)
    if (E.isLeft(format)) return format
    const top = optional(count)(given, 'top')
    if (E.isLeft(top)) return top
    return onDatabase(given, { format: format.right }, (environment, database) =>
      answer(environment, given, format.right, O.getOrElse(() => 20)(top.right), database),
    )
  },
}

const answer = (
  environment: Environment,
  given: Given,
  format: Format,
  top: number,
  { snapshot, policy, notes }: Database,
): Result => {
  const found = retained(policy)(snapshot)
  if (E.isLeft(found)) return failed(sayProblems('snapshot')(found.left))
  const asked: Holder[] = []
  for (const word of given.values('of')) {
    const node = findNode(given, snapshot)(word)
    if (E.isLeft(node)) return failed(node.left)
    const holder = found.right.of(node.right)
    if (O.isSome(holder)) asked.push(holder.value)
  }
  const chosen = asked.length > 0 ? { listed: asked, others: 0 } : largest(given, top, found.right)
  return resultOf(printRetained(format, environment)(found.right, chosen), notes, 0)
}

/** Those that keep most alone first; equal ones in the order of the database. */
const largest = (
  given: Given,
  top: number,
  { holders }: Retention,
): { readonly listed: ReadonlyArray<Holder>; readonly others: number } => {
  const namespace = O.toUndefined(given.value(namespaceFlag.name))
  const ranked = holders
    .filter(({ node }) => namespace === undefined || node.namespace === namespace)
    .toSorted((a, b) => Number(BigInt(b.only.bytes) - BigInt(a.only.bytes)) || b.only.records - a.only.records)
  const listed = top === 0 ? ranked : ranked.slice(0, top)
  return { listed, others: ranked.length - listed.length }
}
