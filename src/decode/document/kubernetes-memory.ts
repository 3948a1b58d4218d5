/**
 * File format of the control plane collectors' memory.
 */
import type { either as E } from 'fp-ts'

import { memory as marks } from '../../controllers/lifecycle/snapshot.js'
import { memory as quarantine } from '../../controllers/pod/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import { object } from '../../internal/schema/object.js'
import type { Memory } from '../../simulate/control-plane/snapshot.js'
import type { FileDecoder } from '../file.js'
import { documentOf } from './document.js'

const memoryFile = documentOf(
  { tag: 'KubernetesMemory', kind: 'gcplan/kubernetes-memory', title: 'Kubernetes memory' },
  object<Memory>({ pod: quarantine, lifecycle: marks }),
)

/**
 * Reads the control plane collectors' memory from a file of kind `gcplan/kubernetes-memory`, version 1: node quarantine
 * and lifecycle marks.
 *
 * Takes text or parsed JSON. Form and failures are those of {@link decodeKubeletContainerSnapshot}.
 *
 * @example
 * ```ts
 * import { decodeKubernetesMemory } from 'gcplan/decode'
 *
 * const decoded = decodeKubernetesMemory(
 *   `{"kind": "gcplan/kubernetes-memory", "version": 1, "lifecycle": {"marks": []},
 *     "pod": {"waiting": [{"node": "worker-7", "until": "2026-11-21T03:01:51Z"}], "ripe": []}}`,
 * )
 * if (decoded._tag === 'Right') console.log(decoded.right.pod.waiting) // [ { node: 'worker-7', until: 2026-11-21T03:01:51.000Z } ]
 * ```
 */
export const decodeKubernetesMemory: FileDecoder<Memory> = memoryFile.decode

/**
 * Writes the control plane collectors' memory; {@link decodeKubernetesMemory} reads it back unchanged.
 *
 * Fails for an invalid Date.
 *
 * @example
 * ```ts
 * import { encodeKubernetesMemory } from 'gcplan/decode'
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 *
 * const encoded = encodeKubernetesMemory(ControlPlane.emptyMemory)
 * if (encoded._tag === 'Right') console.log(JSON.parse(encoded.right).kind) // gcplan/kubernetes-memory
 * ```
 */
export const encodeKubernetesMemory: (memory: Memory) => E.Either<InvalidInput, string> = memoryFile.encode
