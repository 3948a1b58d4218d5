/** Prints what records retain alone, what they share, and with whom. */
import type { Extent, Holder, Retention } from '../../containerd/analysis/index.js'
import type { Node } from '../../containerd/index.js'
import { printerOf } from '../document.js'
import { columnsOf } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { sayExtent, sayOnDisk } from './extent.js'
import { sayImage, sayRoots } from './images.js'

/** One record, or all records of one image. */
export interface Entry extends Pick<Holder, 'only' | 'uncertain'> {
  readonly nodes: readonly [Node, ...ReadonlyArray<Node>]
  readonly isRoot: boolean
  readonly shared: () => Extent
}

/** What is printed, and the number of others. */
export interface Chosen {
  readonly listed: ReadonlyArray<Entry>
  readonly others: number
}

const linesOf = (
  format: Format,
  { heldBy, images, assumptions }: Retention,
  { listed, others }: Chosen,
): ReadonlyArray<string> => {
  const say = sayExtent(format)
  const holders = sayRoots(images(), format === 'wide')
  const rows = listed.map((entry) => [
    sayImage(entry.nodes),
    entry.nodes[0].namespace,
    sayAlone(entry, say),
    sayOnDisk(format)(entry.only),
    say(entry.shared()),
    holders(heldBy(entry.nodes)),
  ])
  return [
    ...(listed.length === 0 ? ['no record retains anything'] : columnsOf(format, aligns)([header, ...rows])),
    ...(others > 0 ? [`and ${others} more; --top 0 lists all`] : []),
    ...assumptions.map(({ about, assumed, because }) => `assumes: ${about} ${assumed} (${because})`),
  ]
}

const header = ['RECORD', 'NAMESPACE', 'UNIQUE', 'ON DISK', 'SHARED', 'WITH']
const aligns = ['left', 'left', 'left', 'right', 'left', 'left'] as const

const sayAlone = ({ only, uncertain }: Entry, say: (extent: Extent) => string): string => {
  if (uncertain.records === 0) return say(only)
  return only.records === 0 ? `perhaps ${say(uncertain)}` : `${say(only)}; perhaps ${say(uncertain)} more`
}

const documentOf = ({ heldBy, assumptions }: Retention, { listed, others }: Chosen): object => ({
  holders: listed.map(({ nodes, isRoot, only, uncertain, shared }) => ({
    node: nodes[0],
    ...(nodes.length === 1 ? {} : { records: nodes }),
    isRoot,
    only,
    ...(uncertain.records === 0 ? {} : { uncertain }),
    shared: shared(),
    sharedWith: heldBy(nodes),
  })),
  others,
  assumptions,
})

/** Prints holders in one format. */
export const printRetained = printerOf('gcplan/retained', documentOf, linesOf)
