import type { Removal } from '../reason.js'
import { recordOf } from '../record.js'
import type { Snapshot } from '../snapshot.js'
import type { Extent } from './extent.js'
import { usageOf } from './sized.js'
import { addTo, emptyTally, extentOf, rowOf, wideLimbs } from './tally.js'

/** Size of the blobs and snapshots among some removals, as the metadata snapshot states it. */
export const extentIn = ({ namespaces }: Snapshot, removals: ReadonlyArray<Removal>): Extent => {
  const ids = { Content: new Set<string>(), FsSnapshot: new Set<string>() }
  for (const { target } of removals)
    if (target._tag === 'Content' || target._tag === 'FsSnapshot') ids[target._tag].add(target.id)
  const sum = emptyTally(wideLimbs, 1)
  for (const { name, content, snapshots } of namespaces) {
    if (ids.Content.size > 0)
      for (const blob of content) if (ids.Content.has(recordOf.content(name, blob).id)) addTo(sum, 0, blob.size, false)
    if (ids.FsSnapshot.size > 0)
      for (const one of snapshots)
        if (ids.FsSnapshot.has(recordOf.snapshots(name, one).id)) addTo(sum, 0, usageOf(one), false)
  }
  return extentOf(rowOf(sum, 0))
}
