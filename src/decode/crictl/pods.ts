import type { Sandbox } from '../../kubelet/container/snapshot.js'
import { type Decoder, inside, items, record } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { name, nanoseconds, text, word } from '../leaf.js'

const sandbox: Decoder<Sandbox> = record({
  id: name,
  podUid: ['metadata', inside('uid', text)],
  state: word('SANDBOX_READY', 'SANDBOX_NOTREADY'),
  createdAt: nanoseconds,
})

/**
 * Reads the pod sandboxes of a node from `crictl pods -o json`.
 *
 * Takes text or parsed JSON. Order, units and failures are those of {@link decodeCrictlContainers}.
 *
 * @example
 * ```ts
 * import { decodeCrictlSandboxes } from 'gcplan/decode'
 *
 * const decoded = decodeCrictlSandboxes({
 *   items: [{ id: 'a1', metadata: { uid: 'u1' }, state: 'SANDBOX_NOTREADY', createdAt: '1795229552030241455' }],
 * })
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.podUid) // u1
 * ```
 */
export const decodeCrictlSandboxes: FileDecoder<ReadonlyArray<Sandbox>> = fileOf(
  'CrictlPods',
  'crictl pods -o json',
  inside('items', items(sandbox)),
)
