/** Words by which the question takes a record: its kind, and its id as plans print it. */
import { formatBytes } from 'gcplan/render'
import type { ContainerdView, GraphNode, RecordView } from 'gcplan/view'

/** The word for a record. */
export const wordOf = ({ kind, id }: Pick<RecordView, 'kind' | 'id'>): string => `${kind}:${id}`

/** The word for a node of the graph, whose id begins with the tag of its kind. */
export const wordOfNode = ({ kind, id }: Pick<GraphNode, 'kind' | 'id'>): string =>
  wordOf({ kind, id: id.slice(id.indexOf(' ') + 1) })

/** What a node of the graph and a record have in common. */
export const placeOf = (record: RecordView): string => `${record.kind} ${record.namespace} ${record.key}`

/** The same of a node. */
export const placeOfNode = ({ kind, cluster, label }: GraphNode): string => `${kind} ${cluster} ${label}`

const recordsOf = (count: number): string => (count === 1 ? 'one record' : `${count} records`)

type Extent = Pick<NonNullable<ContainerdView['drop']>['shared'], 'records' | 'bytes' | 'unknown'>

/** Number and size in words: `94.4 kB in 3 records`. */
export const sayExtent = ({ records, bytes, unknown }: Extent): string =>
  records === 0
    ? 'nothing'
    : [
        ...(records > unknown ? [`${formatBytes(bytes)} in ${recordsOf(records - unknown)}`] : []),
        ...(unknown > 0 ? [`${recordsOf(unknown)} of unknown size`] : []),
      ].join(', and ')
