/**
 * File format of the container collector's snapshots.
 */
import type { either as E } from 'fp-ts'

import type { InvalidInput } from '../../core/problem.js'
import { type Snapshot, snapshot } from '../../kubelet/container/snapshot.js'
import type { FileDecoder } from '../file.js'
import { documentOf } from './document.js'

const file = documentOf(
  {
    tag: 'KubeletContainerSnapshot',
    kind: 'gcplan/kubelet-container-snapshot',
    title: 'kubelet-container snapshot',
  },
  snapshot,
)

/**
 * Reads a snapshot of the container collector from a file of kind `gcplan/kubelet-container-snapshot`, version 1.
 *
 * Takes text or parsed JSON. Every field is required, and unknown fields are rejected. Facts that can be unknown are a
 * plain value, or `{"assumed": value, "because": "..."}`, or `{"unknown": true}`. Times are RFC 3339. Fails with
 * WrongFile for another kind of file, else with InvalidInput.
 *
 * @example
 * ```ts
 * import { decodeKubeletContainerSnapshot, linesOf } from 'gcplan/decode'
 *
 * const decoded = decodeKubeletContainerSnapshot(
 *   `{"kind": "gcplan/kubelet-container-snapshot", "version": 1, "at": "2026-02-30T12:00:00Z", "allSourcesReady": true,
 *     "pods": [], "containers": [], "sandboxes": [], "logDirectories": [], "logLinks": []}`,
 * )
 * if (decoded._tag === 'Left') console.log(linesOf(decoded.left)[0])
 * // at: expected RFC 3339 text such as "2026-01-01T12:00:00Z", got "2026-02-30T12:00:00Z"
 * ```
 */
export const decodeKubeletContainerSnapshot: FileDecoder<Snapshot> = file.decode

/**
 * Writes a snapshot of the container collector; {@link decodeKubeletContainerSnapshot} reads it back unchanged.
 *
 * Fails with InvalidInput where a value has no JSON form: an invalid Date, an instant outside the years 1 to 9999.
 *
 * @example
 * ```ts
 * import { encodeKubeletContainerSnapshot } from 'gcplan/decode'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const empty = { pods: [], containers: [], sandboxes: [], logDirectories: [], logLinks: [] }
 * const encoded = encodeKubeletContainerSnapshot({ at, allSourcesReady: true, ...empty })
 * if (encoded._tag === 'Right') console.log(encoded.right.split('\n')[3]) //   "at": "2026-01-01T12:00:00.000Z",
 * ```
 */
export const encodeKubeletContainerSnapshot: (snapshot: Snapshot) => E.Either<InvalidInput, string> = file.encode
