/**
 * Answers how it is printed what records keep alone and what they share.
 */
import type { Extent, Holder, Retention } from '../../collectors/containerd/analysis/index.js'
import { alignColumns, sayBytes } from '../../render/index.js'
import type { World } from '../command.js'
import type { Format } from '../plan/flags.js'
import { safe } from '../safe.js'
import { sayNode } from './node.js'

/** The holders that are printed, and how many there are beside them. */
export interface Chosen {
  readonly listed: ReadonlyArray<Holder>
  readonly others: number
}

/** Prints holders in one format. */
export const printRetained =
  (format: Format, world: Pick<World, 'yaml'>) =>
  (retention: Retention, chosen: Chosen): string => {
    switch (format) {
      case 'json':
        return `${JSON.stringify(documentOf(retention, chosen), null, 2)}\n`
      case 'yaml':
        return world.yaml.print(documentOf(retention, chosen))
      case 'text':
      case 'table':
        return tableOf(retention, chosen, sayExtent)
      case 'wide':
        return tableOf(retention, chosen, ({ bytes, records }) => `${bytes} B in ${records}`)
    }
  }

const tableOf = (
  { shared, assumptions }: Retention,
  { listed, others }: Chosen,
  say: (extent: Extent) => string,
): string => {
  const rows = listed.map((holder) => [
    sayNode(holder.node),
    holder.node.namespace,
    sayAlone(holder, say),
    sayBytes(holder.only.onDisk),
    say(shared(holder.node)),
  ])
  const lines = [
    ...alignColumns(['left', 'left', 'right', 'right', 'right'], [header, ...rows]).map((cells) =>
      safe(cells.join('  ')),
    ),
    ...(others > 0 ? [`and ${others} more; --top 0 lists all`] : []),
    ...(listed.length === 0 ? ['nothing keeps anything'] : []),
    ...assumptions.map(({ about, assumed, because }) => `rests on: ${about} ${assumed}, because ${because}`),
  ]
  return `${lines.join('\n')}\n`
}

const header = ['RECORD', 'NAMESPACE', 'KEEPS ALONE', 'ON DISK', 'SHARES']

const sayAlone = ({ only, uncertain }: Holder, say: (extent: Extent) => string): string =>
  uncertain.records === 0 ? say(only) : `${say(only)}, perhaps ${say(uncertain)} more`

const sayExtent = ({ bytes, records, unknown }: Extent): string =>
  `${sayBytes(bytes)} in ${records}${unknown === 0 ? '' : ` (${unknown} of unknown size)`}`

const documentOf = ({ shared, assumptions }: Retention, { listed, others }: Chosen): object => ({
  kind: 'gcplan/retained',
  version: 1,
  holders: listed.map(({ node, isRoot, only, uncertain }) => ({
    node,
    isRoot,
    only,
    ...(uncertain.records === 0 ? {} : { uncertain }),
    shared: shared(node),
  })),
  others,
  assumptions,
})
