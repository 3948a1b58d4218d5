/** `gcplan retained containerd`: what each image, lease, container or other root alone retains. */
import { either as E, function as F, option as O, readonlyArray } from 'fp-ts'

import { type Holder, type Retention, retained } from '../../containerd/analysis/index.js'
import type { Node } from '../../containerd/index.js'
import type { Command, Given } from '../command.js'
import { all, each } from '../fp.js'
import { findNode, namespaceFlag, nodeAbout, nodeUsage } from '../containerd/node.js'
import { commonFlags, databaseIn } from '../containerd/prepare.js'
import { type Chosen, type Entry, printRetained } from '../containerd/retained.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { answering } from '../sources.js'
import { count, optional } from '../values.js'

/** The command. */
export const retainedContainerd: Command = {
  words: ['retained', 'containerd'],
  summary: 'what each image, lease and container of containerd retains alone, and what it shares',
  usage: `[FLAGS] [SNAPSHOT]`,
  about: [
    'For every image, lease, container and other root: what a collection would remove if that record were gone, and what it shares with others.',
    'Records of the same image count as one. WITH names what else holds the shared rest, and so what has to go to free it.',
    'ON DISK is what really becomes free: a blob that another namespace records stays. Snapshots have a size only if their usage is known.',
    nodeAbout,
  ],
  groups: [
    {
      heading: 'Records',
      flags: [
        { name: 'of', value: nodeUsage, many: true, about: 'only these records, roots or not' },
        namespaceFlag,
        { name: 'by-record', about: 'each record of an image by itself; CRI keeps three: name, digest and id' },
        { name: 'top', value: 'N', about: 'the N that retain the most (default 20); 0: all' },
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
  prepare: (given) =>
    answering(
      all({ format: outputFormat(given), top: optional(count)(given, 'top') }),
      databaseIn(given),
      (environment, { snapshot, policy, notes }, { format, top }) =>
        F.pipe(
          all({
            found: F.pipe(retained(policy)(snapshot), E.mapLeft(sayProblems('snapshot'))),
            nodes: each(findNode(given, snapshot))(given.values('of')),
          }),
          E.map(({ found, nodes }) => {
            const chosen =
              nodes.length > 0
                ? { listed: askedOf(found, nodes), others: 0 }
                : largest(given, O.getOrElse(() => 20)(top), found)
            return resultOf(printRetained(format, environment)(found, chosen), notes, 0)
          }),
        ),
    ),
}

/** Records that were asked for, each before the image that it is one of several records of. */
const askedOf = (found: Retention, nodes: ReadonlyArray<Node>): ReadonlyArray<Entry> => {
  const images = imagesIn(found)
  const whole = images.filter((image) =>
    nodes.some(({ _tag, id }) => _tag === 'Image' && image.nodes.some((one) => one.id === id)),
  )
  return [...readonlyArray.filterMap(found.of)(nodes).map(entryOf(found)), ...whole]
}

/** Images of several records. */
const imagesIn = ({ images }: Retention): ReadonlyArray<Entry> =>
  images().flatMap(({ nodes: [first, ...others], ...image }) =>
    first === undefined || others.length === 0 ? [] : [{ ...image, nodes: [first, ...others], isRoot: true }],
  )

const entryOf =
  ({ shared }: Retention) =>
  ({ node, ...holder }: Holder): Entry => ({ ...holder, nodes: [node], shared: () => shared(node) })

/** What alone retains most, largest first; ties in the order of the database. The records of one image are one. */
export const largest = (given: Given, top: number, found: Retention): Chosen => {
  const namespace = O.toUndefined(given.value(namespaceFlag.name))
  const images = given.has('by-record') ? [] : imagesIn(found)
  const within = new Set(images.flatMap(({ nodes }) => nodes.map(({ id }) => id)))
  const ranked = [
    ...images,
    ...found.holders.filter(({ node }) => node._tag !== 'Image' || !within.has(node.id)).map(entryOf(found)),
  ]
    .filter(({ nodes: [{ namespace: name }] }) => namespace === undefined || name === namespace)
    .toSorted((a, b) => Number(BigInt(b.only.bytes) - BigInt(a.only.bytes)) || b.only.records - a.only.records)
  const listed = top === 0 ? ranked : ranked.slice(0, top)
  return { listed, others: ranked.length - listed.length }
}
