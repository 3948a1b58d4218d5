/**
 * The layout of a node's disks, and what the kubelet collects for a signal on them.
 */
import type { Signal } from './signal.js'

/** How images, writable layers and the rest share filesystems; the kubelet detects this once. */
export interface Layout {
  /** Images have a filesystem other than the kubelet's own. */
  readonly dedicatedImageFs: boolean
  /** Writable layers have a filesystem other than the images'. */
  readonly splitContainerImageFs: boolean
}

/** All on one filesystem. */
export const oneFilesystem: Layout = { dedicatedImageFs: false, splitContainerImageFs: false }

/** What is collected to make room. */
export type Reclaim = 'containers' | 'images'

/** A filesystem that thresholds may name. */
export type Filesystem = 'nodefs' | 'imagefs' | 'containerfs'

const both: ReadonlyArray<Reclaim> = ['containers', 'images']

/** The filesystem on which writable layers lie: the images' or the kubelet's own. */
export const containersLieOn = ({ dedicatedImageFs, splitContainerImageFs }: Layout): 'imagefs' | 'nodefs' =>
  dedicatedImageFs && !splitContainerImageFs ? 'imagefs' : 'nodefs'

/** The filesystem of a disk signal; null for memory and processes. */
export const filesystemOf = (signal: Signal): Filesystem | null => {
  switch (signal) {
    case 'nodefs.available':
    case 'nodefs.inodesFree':
      return 'nodefs'
    case 'imagefs.available':
    case 'imagefs.inodesFree':
      return 'imagefs'
    case 'containerfs.available':
    case 'containerfs.inodesFree':
      return 'containerfs'
    case 'memory.available':
    case 'allocatableMemory.available':
    case 'pid.available':
      return null
  }
}

/**
 * What the kubelet collects for a signal before it evicts a pod, in order.
 *
 * Shape: nothing for memory and processes.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go buildSignalToNodeReclaimFuncs
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const split = { dedicatedImageFs: true, splitContainerImageFs: true }
 * console.log(Eviction.reclaimFor(split)('imagefs.available')) // [ 'images' ]
 * ```
 */
export const reclaimFor =
  (layout: Layout) =>
  (signal: Signal): ReadonlyArray<Reclaim> => {
    const filesystem = filesystemOf(signal)
    if (filesystem === null) return []
    if (!layout.dedicatedImageFs) return both
    const asked = filesystem === 'containerfs' ? containersLieOn(layout) : filesystem
    if (layout.splitContainerImageFs) return asked === 'imagefs' ? ['images'] : ['containers']
    return asked === 'imagefs' ? both : []
  }
