import type { Filesystem, Layout } from './layout.js'
import type { Observations } from './observation.js'

/**
 * The layout of a node's disks by their sizes, for statistics that do not name devices: filesystems of the same size, in bytes and in
 * inodes, are assumed to be one; so is one that was not measured.
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const layout = Eviction.layoutBySizes(
 *   new Map([
 *     ['nodefs.available', { available: 50, capacity: 100 }],
 *     ['imagefs.available', { available: 50, capacity: 300 }],
 *   ]),
 * )
 * console.log(layout) // { dedicatedImageFs: true, splitContainerImageFs: false }
 * ```
 */
export const layoutBySizes = (observations: Observations): Layout => {
  const differ = (one: Filesystem, other: Filesystem): boolean =>
    (['available', 'inodesFree'] as const).some((measure) => {
      const a = observations.get(`${one}.${measure}`)
      const b = observations.get(`${other}.${measure}`)
      return a !== undefined && b !== undefined && `${a.capacity}` !== `${b.capacity}`
    })
  const dedicatedImageFs = differ('nodefs', 'imagefs')
  return { dedicatedImageFs, splitContainerImageFs: dedicatedImageFs && differ('imagefs', 'containerfs') }
}
