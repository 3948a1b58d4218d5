/** Records of containerd and their sizes in words. */
import type { Extent, Freed } from '../../containerd/analysis/tally.js'
import { name, words } from '../../containerd/explain.js'
import { type Node, keyOf } from '../../containerd/record.js'
import { formatBytes } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import type { ExtentView, FreedView, RecordView } from './model.js'

/** A record. */
export const recordView = (node: Node): RecordView => ({
  id: safeText(node.id),
  kind: words[node._tag],
  namespace: safeText(node.namespace),
  key: safeText(keyOf(node)),
  said: safeText(name(node)),
})

/** Number and size. */
export const extentView = ({ records, bytes, unknown }: Extent): ExtentView => ({
  records,
  bytes,
  unknown,
  said: sayExtent({ records, bytes, unknown }),
})

/** Number and size, and what leaves the disk. */
export const freedView = (freed: Freed): FreedView => ({ ...extentView(freed), onDisk: freed.onDisk })

const sayExtent = ({ records, bytes, unknown }: Extent): string => {
  if (records === 0) return 'nothing'
  if (unknown === records) return `${unknown} of unknown size`
  return unknown === 0
    ? `${formatBytes(bytes)} in ${records}`
    : `${formatBytes(bytes)} in ${records - unknown}, and ${unknown} of unknown size`
}
