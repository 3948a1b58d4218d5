/**
 * Decoder of `crictl ps -a -o json`: the containers of a node.
 */
import type { Container } from '../../kubelet/container/snapshot.js'
import { type Decoder, inside, items, mapped, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { name, nanoseconds, text, word } from '../leaf.js'
import { handlerOf, podUidOf } from './message.js'

/** A container as crictl lists it, with its image. */
export interface CrictlContainer extends Container {
  /** Image id; usually empty, then `imageRef` is the id. */
  readonly imageId: string
  readonly imageRef: string
  /** Handler of its image's runtime class; empty when there is none. */
  readonly runtimeHandler: string
}

const container: Decoder<CrictlContainer> = mapped(
  record({
    id: name,
    sandboxId: ['podSandboxId', text],
    name: ['metadata', inside('name', text)],
    runtimeHandler: ['image', handlerOf],
    imageRef: withDefault(text, ''),
    imageId: withDefault(text, ''),
    state: word('CONTAINER_CREATED', 'CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN'),
    createdAt: nanoseconds,
    podUid: ['labels', podUidOf],
  }),
  (listed) => ({ ...listed, identified: true }),
)

/**
 * Reads the containers of a node from `crictl ps -a -o json`.
 *
 * Takes text or parsed JSON. Without `-a`, dead containers are silently missing.
 * Order: as printed, newest first; not the runtime's own order, which decides ties.
 * Units: creation times are cut to the millisecond. Fails with WrongFile for another kind of file, and with
 * InvalidInput for invalid JSON, missing or wrong fields, and unknown states.
 *
 * @example
 * ```ts
 * import { decodeCrictlContainers } from 'gcplan/decode'
 *
 * const text = `{"containers": [{
 *   "id": "42db06fc", "podSandboxId": "4c753f9b", "metadata": { "name": "train", "attempt": 0 },
 *   "image": { "image": "sha256:5ab1f466" }, "imageRef": "sha256:5ab1f466", "state": "CONTAINER_EXITED",
 *   "createdAt": "1795229552106396920", "labels": { "io.kubernetes.pod.uid": "4e7a9c1d" }
 * }]}`
 * const decoded = decodeCrictlContainers(text)
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.createdAt.toISOString()) // 2026-11-21T02:52:32.106Z
 * ```
 */
export const decodeCrictlContainers: FileDecoder<ReadonlyArray<CrictlContainer>> = fileOf(
  'CrictlPs',
  'crictl ps -a -o json',
  inside('containers', items(container)),
)
