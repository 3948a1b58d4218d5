import { record } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { instantText, name } from '../leaf.js'
import { type JoinedLabels, joinedLabels } from './labels.js'
import { tableOf } from './table.js'

/** A lease as `ctr` lists it; no command shows what it holds. */
export interface CtrLease {
  readonly id: string
  readonly createdAt: Date
  readonly labels: JoinedLabels
}

/**
 * Reads the leases of one namespace from `ctr -n NAMESPACE leases ls`.
 *
 * Takes the text of the table. Order: as printed, by id. Labels and failures: as of {@link decodeCtrImages}.
 *
 * @example
 * ```ts
 * import { decodeCtrLeases } from 'gcplan/decode'
 *
 * const decoded = decodeCtrLeases(`ID     CREATED AT           LABELS
 * pull-1 2026-11-21T02:52:33Z buildkit/lease.temporary=true,containerd.io/gc.expire=2026-11-22T02:52:33Z
 * `)
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.labels.pairs.length) // 2
 * ```
 */
export const decodeCtrLeases: FileDecoder<ReadonlyArray<CtrLease>> = tableOf(
  {
    tag: 'CtrLeases',
    source: 'ctr -n NAMESPACE leases ls',
    columns: ['ID', 'CREATED AT', 'LABELS'],
    filledBy: 'blanks',
  },
  record({ id: ['ID', name], createdAt: ['CREATED AT', instantText], labels: ['LABELS', joinedLabels] }),
)
