/**
 * File format of the control plane collectors' memory.
 */
import type { either as E } from 'fp-ts'

import type { Memory } from '../../simulate/control-plane/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import type { FileDecoder } from '../file.js'
import { text } from '../leaf.js'
import { arrayCodec, instantCodec, plain, record } from './codec.js'
import type { Document } from './document.js'
import { documentOf } from './document.js'

const memoryFile: Document<Memory> = documentOf<Memory>(
  { tag: 'KubernetesMemory', kind: 'gcplan/kubernetes-memory', title: 'Kubernetes memory' },
  {
    pod: record<Memory['pod']>({
      waiting: arrayCodec(record<Memory['pod']['waiting'][number]>({ node: plain(text), until: instantCodec })),
      ripe: arrayCodec(plain(text)),
    }),
    lifecycle: record<Memory['lifecycle']>({
      marks: arrayCodec(
        record<Memory['lifecycle']['marks'][number]>({ uid: plain(text), since: instantCodec, epoch: plain(text) }),
      ),
    }),
  },
)

/**
 * Reads what the collectors of a control plane remember from a file of kind `gcplan/kubernetes-memory`, version 1: nodes in
 * quarantine, and marks of the lifecycle.
 *
 * Takes the text of the file, or its JSON already parsed. Form and failures are those of
 * {@link decodeKubeletContainerSnapshot}.
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
 * Writes what the collectors of a control plane remember; {@link decodeKubernetesMemory} reads it back as it was.
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
