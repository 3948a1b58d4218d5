/** containerd's metadata cut by namespace. */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type * as Containerd from '../containerd/index.js'
import type { Cut } from './cut.js'

/**
 * The metadata of one daemon by namespace: no reference leaves one, so no record of a namespace is held from another.
 *
 * Shape: one cut for each namespace, as listed; a single one if there is none. The sum of `frees` counts a blob that
 * two namespaces record twice, as the plan of the whole does.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go references
 */
export const cutContainerd = (
  snapshot: Containerd.Snapshot,
): RNEA.ReadonlyNonEmptyArray<Cut<Containerd.ContainerdFamily, Containerd.Snapshot>> => {
  const [first, ...others] = snapshot.namespaces.map((namespace) => ({
    namespaces: [namespace.name],
    snapshot: { ...snapshot, namespaces: [namespace] },
    decides: () => true,
    records: () => true,
  }))
  return first === undefined
    ? [{ namespaces: [], snapshot, decides: () => true, records: () => true }]
    : [first, ...others]
}
