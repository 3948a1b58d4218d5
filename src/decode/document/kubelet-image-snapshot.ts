/**
 * File format of the image collector's snapshots and memory.
 */
import type { either as E } from 'fp-ts'

import type { InvalidInput } from '../../core/problem.js'
import type { Memory } from '../../kubelet/image/memory.js'
import { type Snapshot, memory, snapshot } from '../../kubelet/image/snapshot.js'
import type { FileDecoder } from '../file.js'
import { documentOf } from './document.js'

const snapshotFile = documentOf(
  { tag: 'KubeletImageSnapshot', kind: 'gcplan/kubelet-image-snapshot', title: 'kubelet-image snapshot' },
  snapshot,
)

const memoryFile = documentOf(
  { tag: 'KubeletImageMemory', kind: 'gcplan/kubelet-image-memory', title: 'kubelet-image memory' },
  memory,
)

/**
 * Reads a snapshot of the image collector from a file of kind `gcplan/kubelet-image-snapshot`, version 1.
 *
 * Takes text or parsed JSON. Form and failures are those of {@link decodeKubeletContainerSnapshot}; sizes are numbers
 * below 2^53 or decimal text, null or Go's zero time is "never".
 *
 * @example
 * ```ts
 * import { decodeKubeletImageSnapshot } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletImageSnapshot(
 *   `{"kind": "gcplan/kubelet-image-snapshot", "version": 1, "at": "2026-01-01T12:00:00Z", "beganGC": {"unknown": true},
 *     "images": [], "containers": [], "imageFs": {"capacityBytes": 100, "availableBytes": null},
 *     "memory": {"records": []}}`,
 * )
 * if (decoded._tag === 'Right') console.log(decoded.right.beganGC._tag, decoded.right.imageFs._tag) // Unknown Known
 * ```
 */
export const decodeKubeletImageSnapshot: FileDecoder<Snapshot> = snapshotFile.decode

/**
 * Writes a snapshot of the image collector; {@link decodeKubeletImageSnapshot} reads it back unchanged.
 *
 * Fails as {@link encodeKubeletContainerSnapshot} does, and for a size that is no integer from 0 to 2^63 - 1.
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { unknown } from 'gcplan'
 * import { encodeKubeletImageSnapshot } from 'gcplan/decode'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const rest = { images: [], containers: [], imageFs: unknown, memory: { records: [] } }
 * const encoded = encodeKubeletImageSnapshot({ at, beganGC: unknown, ...rest })
 * if (encoded._tag === 'Right') console.log(JSON.parse(encoded.right).imageFs.unknown) // true
 * ```
 */
export const encodeKubeletImageSnapshot: (snapshot: Snapshot) => E.Either<InvalidInput, string> = snapshotFile.encode

/**
 * Reads the image collector's memory from a file of kind `gcplan/kubelet-image-memory`, version 1.
 *
 * Takes text or parsed JSON. Form and failures are those of {@link decodeKubeletImageSnapshot}.
 *
 * @example
 * ```ts
 * import { decodeKubeletImageMemory } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletImageMemory('{"kind": "gcplan/kubelet-image-memory", "version": 1, "records": []}')
 * if (decoded._tag === 'Right') console.log(decoded.right.records.length) // 0
 * ```
 */
export const decodeKubeletImageMemory: FileDecoder<Memory> = memoryFile.decode

/**
 * Writes the image collector's memory; {@link decodeKubeletImageMemory} reads it back unchanged.
 *
 * Fails as {@link encodeKubeletImageSnapshot} does.
 *
 * @example
 * ```ts
 * import { encodeKubeletImageMemory } from 'gcplan/decode'
 *
 * const encoded = encodeKubeletImageMemory({ records: [] })
 * if (encoded._tag === 'Right') console.log(encoded.right.split('\n')[1]) //   "kind": "gcplan/kubelet-image-memory",
 * ```
 */
export const encodeKubeletImageMemory: (memory: Memory) => E.Either<InvalidInput, string> = memoryFile.encode
