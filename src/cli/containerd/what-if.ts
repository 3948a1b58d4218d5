/**
 * Answers how the difference between two plans is printed.
 */
import type { Extent, WhatIf } from '../../collectors/containerd/analysis/index.js'
import { explain } from '../../collectors/containerd/index.js'
import { sayBytes } from '../../render/index.js'
import type { World } from '../command.js'
import type { Format } from '../plan/flags.js'
import { safe } from '../safe.js'
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
        return textOf(found)
    }
  }

type Removals = WhatIf['goes']

const textOf = ({ goes, stays, freed, spared, dirty }: WhatIf): string => {
  const lines = [
    ...goes.map((removal) => `goes   ${sayRemoval(removal)}`),
    ...stays.map((removal) => `stays  ${sayNode(removal.target)} in ${removal.target.namespace}`),
    ...(goes.length + stays.length === 0 ? ['nothing changes'] : []),
    `goes: ${goes.length} records, ${sayExtent(freed)}; stays: ${stays.length} records, ${sayExtent(spared)}`,
    dirty.some((marks) => marks)
      ? 'the changes mark the store dirty: the scheduler counts them as deletions'
      : 'the changes do not mark the store dirty: a collection comes only for another reason',
  ]
  return `${lines.map(safe).join('\n')}\n`
}

const sayRemoval = ({ target, reasons }: Removals[number]): string =>
  `${sayNode(target)} in ${target.namespace}: ${reasons.map(explain).join('; also: ')}`

const sayExtent = ({ bytes, unknown }: Extent): string =>
  `${sayBytes(bytes)}${unknown === 0 ? '' : ` and ${unknown} of unknown size`}`

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
