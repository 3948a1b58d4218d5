/** Prints what records retain alone and what they share. */
import type { Extent, Holder, Retention } from '../../containerd/analysis/index.js'
import { printerOf } from '../document.js'
import { columnsOf } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { sayExtent, sayOnDisk } from './extent.js'
import { sayNode } from './node.js'

/** The holders that are printed, and the number of others. */
export interface Chosen {
  readonly listed: ReadonlyArray<Holder>
  readonly others: number
}

const linesOf = (
  format: Format,
  { shared, assumptions }: Retention,
  { listed, others }: Chosen,
): ReadonlyArray<string> => {
  const say = sayExtent(format)
  const rows = listed.map((holder) => [
    sayNode(holder.node),
    holder.node.namespace,
    sayAlone(holder, say),
    sayOnDisk(format)(holder.only),
    say(shared(holder.node)),
  ])
  return [
    ...(listed.length === 0 ? ['no record retains anything'] : columnsOf(format, aligns)([header, ...rows])),
    ...(others > 0 ? [`and ${others} more; --top 0 lists all`] : []),
    ...assumptions.map(({ about, assumed, because }) => `assumes: ${about} ${assumed} (${because})`),
  ]
}

const header = ['RECORD', 'NAMESPACE', 'UNIQUE', 'ON DISK', 'SHARED']
const aligns = ['left', 'left', 'left', 'right', 'left'] as const

const sayAlone = ({ only, uncertain }: Holder, say: (extent: Extent) => string): string => {
  if (uncertain.records === 0) return say(only)
  return only.records === 0 ? `perhaps ${say(uncertain)}` : `${say(only)}; perhaps ${say(uncertain)} more`
}

const documentOf = ({ shared, assumptions }: Retention, { listed, others }: Chosen): object => ({
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

/** Prints holders in one format. */
export const printRetained = printerOf('gcplan/retained', documentOf, linesOf)
