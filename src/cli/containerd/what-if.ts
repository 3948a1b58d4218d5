/** Prints the difference between the plans before and after a change. */
import { either as E, function as F } from 'fp-ts'

import { type Change, type Extent, type ImageHolder, type WhatIf, retained } from '../../containerd/analysis/index.js'
import {
  type Cleanup,
  type Node,
  type Policy,
  type Snapshot,
  cleanup,
  explain,
  explore,
} from '../../containerd/index.js'
import { type InvalidInput, int64FromBigint, int64ToBigint } from '../../index.js'
import { printerOf } from '../document.js'
import { columnsOf, counted } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { sayExtent, sizeIn } from './extent.js'
import { sayRoots } from './images.js'
import { sayNode } from './node.js'

type Removals = WhatIf['goes']

/** Blobs that are freed only because of the changes. */
export const blobsLost = ({ before, after, snapshot: changed }: WhatIf, snapshot: Snapshot): Cleanup['blobs'] => {
  const lost = new Set(cleanup(before)(snapshot).blobs.map(({ digest }) => digest))
  return cleanup(after)(changed).blobs.filter(({ digest }) => !lost.has(digest))
}

/** What to say of records that the changes remove. */
export interface StillHeld {
  /** Roots that keep some of what they led to. */
  readonly by: ReadonlyArray<Node>
  /** Those that containerd may refuse to remove. */
  readonly refusable: ReadonlyArray<Node>
  readonly images: ReadonlyArray<ImageHolder>
}

/** What keeps, after the changes, some of what the records led to that they remove. */
export const stillHeld = (
  policy: Policy,
  changes: ReadonlyArray<Change>,
  before: Snapshot,
  { snapshot: after, mayBeRefused }: WhatIf,
): E.Either<InvalidInput, StillHeld> => {
  const refusable = changes.flatMap((change, index) =>
    change._tag === 'Remove' && mayBeRefused[index] === true ? [change.node] : [],
  )
  const removed = changes.flatMap((change) => (change._tag === 'Remove' ? [change.node] : []))
  return removed.length === 0
    ? E.right({ by: [], images: [], refusable })
    : F.pipe(
        E.Do,
        E.bind('retention', () => retained(policy)(before)),
        E.bind('explored', () => explore(policy)(after)),
        E.map(({ retention, explored }) => ({
          refusable,
          images: retention.images(),
          by: distinct(retention.leadsTo(removed).flatMap(explored.rootsOf)),
        })),
      )
}

const distinct = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> => [
  ...new Map(nodes.map((node) => [`${node._tag} ${node.id}`, node])).values(),
]

const linesOf = (
  format: Format,
  { goes, stays, freed, spared, dirty }: WhatIf,
  blobs: Cleanup['blobs'],
  { by, images, refusable }: StillHeld,
): ReadonlyArray<string> => [
  ...refusable.map(
    (node) =>
      `containerd may refuse to remove ${sayNode(node)}: it may still count children that a collection removed, which no API shows`,
  ),
  ...columnsOf(format, ['left', 'left', 'left', 'left'])([
    ...goes.map(({ target, reasons }) => [
      'goes',
      sayNode(target),
      target.namespace,
      reasons.map(explain).join('; also: '),
    ]),
    ...stays.map(({ target }) => ['stays', sayNode(target), target.namespace]),
  ]),
  ...(goes.length + stays.length === 0 ? ['a collection would remove the same as without the changes'] : []),
  ...(goes.length === 0 ? [] : [`also removed: ${total(format, goes, freed)}`]),
  ...(goes.some(({ target }) => target._tag === 'Content') ? [sayLost(format, blobs)] : []),
  ...(by.length === 0 ? [] : [`still held, in whole or in part, by ${sayRoots(images, format === 'wide')(by)}`]),
  ...(stays.length === 0 ? [] : [`no longer removed: ${total(format, stays, spared)}`]),
  dirty.some((marks) => marks)
    ? 'the changes mark the store dirty: the scheduler counts them as deletions'
    : 'the changes do not mark the store dirty: a collection comes only for another reason',
]

const sayLost = (format: Format, blobs: Cleanup['blobs']): string => {
  if (blobs.length === 0)
    return 'on disk: nothing is certain to be freed; other namespaces or ingests may still need these blobs'
  const bytes = int64FromBigint(blobs.reduce((sum, { size }) => sum + int64ToBigint(size), 0n))
  return `on disk: ${counted(blobs.length, 'blob')}, ${sizeIn(format, bytes)}`
}

const total = (format: Format, removals: Removals, extent: Extent): string =>
  counted(removals.length, 'record') +
  (extent.records === 0 ? '' : `; blobs and snapshots: ${sayExtent(format)(extent)}`)

const documentOf = (
  { goes, stays, freed, spared, dirty }: WhatIf,
  blobs: Cleanup['blobs'],
  { by, refusable }: StillHeld,
): object => ({
  goes: goes.map(explained),
  stays: stays.map(({ target }) => ({ target })),
  freed,
  spared,
  blobs,
  stillHeldBy: by,
  mayBeRefused: refusable,
  dirty,
})

const explained = ({ target, reasons }: Removals[number]): object => ({
  target,
  reasons: reasons.map((reason) => ({ ...reason, explained: explain(reason) })),
})

/** Prints a difference in one format. */
export const printWhatIf = printerOf('gcplan/what-if', documentOf, linesOf)
