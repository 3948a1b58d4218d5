/** Prints the difference between the plans before and after a change. */
import type { Extent, WhatIf } from '../../containerd/analysis/index.js'
import { type Cleanup, type Snapshot, cleanup, explain } from '../../containerd/index.js'
import { int64FromBigint, int64ToBigint } from '../../index.js'
import { printerOf } from '../document.js'
import { columnsOf, counted } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { sayExtent, sizeIn } from './extent.js'
import { sayNode } from './node.js'

type Removals = WhatIf['goes']

/** Blobs that are freed only because of the changes. */
export const blobsLost = ({ before, after, snapshot: changed }: WhatIf, snapshot: Snapshot): Cleanup['blobs'] => {
  const lost = new Set(cleanup(before)(snapshot).blobs.map(({ digest }) => digest))
  return cleanup(after)(changed).blobs.filter(({ digest }) => !lost.has(digest))
}

const linesOf = (
  format: Format,
  { goes, stays, freed, spared, dirty }: WhatIf,
  blobs: Cleanup['blobs'],
): ReadonlyArray<string> => [
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

const documentOf = ({ goes, stays, freed, spared, dirty }: WhatIf, blobs: Cleanup['blobs']): object => ({
  goes: goes.map(explained),
  stays: stays.map(({ target }) => ({ target })),
  freed,
  spared,
  blobs,
  dirty,
})

const explained = ({ target, reasons }: Removals[number]): object => ({
  target,
  reasons: reasons.map((reason) => ({ ...reason, explained: explain(reason) })),
})

/** Prints a difference in one format. */
export const printWhatIf = printerOf('gcplan/what-if', documentOf, linesOf)
