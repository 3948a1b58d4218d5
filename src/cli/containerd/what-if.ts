/**
 * Answers how the difference between two plans is printed.
 */
import type { Extent, WhatIf } from '../../collectors/containerd/analysis/index.js'
import { explain } from '../../collectors/containerd/index.js'
import type { World } from '../command.js'
import { columnsOf, counted, printLines } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { sayExtent } from './extent.js'
import { sayNode } from './node.js'

/** Prints a difference in one format. */
export const printWhatIf =
  (format: Format, world: Pick<World, 'yaml'>) =>
  (found: WhatIf): string => {
    switch (format) {
      case 'json':
        return `${JSON.stringify(documentOf(found), null, 2)}\n`
      case 'yaml':
        return world.yaml.print(documentOf(found))
      case 'text':
      case 'table':
      case 'wide':
        return printLines(format)(linesOf(format, found))
    }
  }

type Removals = WhatIf['goes']

const linesOf = (format: Format, { goes, stays, freed, spared, dirty }: WhatIf): ReadonlyArray<string> => [
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
  ...(goes.length === 0 ? [] : [`goes as well: ${total(format, goes, freed)}`]),
  ...(stays.length === 0 ? [] : [`stays after all: ${total(format, stays, spared)}`]),
  dirty.some((marks) => marks)
    ? 'the changes mark the store dirty: the scheduler counts them as deletions'
    : 'the changes do not mark the store dirty: a collection comes only for another reason',
]

const total = (format: Format, removals: Removals, extent: Extent): string =>
  counted(removals.length, 'record') +
  (extent.records === 0 ? '' : `; of blobs and snapshots ${sayExtent(format)(extent)}`)

const documentOf = ({ goes, stays, freed, spared, dirty }: WhatIf): object => ({
  kind: 'gcplan/what-if',
  version: 1,
  goes: goes.map(explained),
  stays: stays.map(({ target }) => ({ target })),
  freed,
  spared,
  dirty,
})

const explained = ({ target, reasons }: Removals[number]): object => ({
  target,
  reasons: reasons.map((reason) => ({ ...reason, explained: explain(reason) })),
})
