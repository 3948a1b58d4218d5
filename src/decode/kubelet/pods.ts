/**
 * Decoder of the kubelet's `/pods` endpoint.
 */
import { option as O } from 'fp-ts'

import { type Decoder, fields, inside, items, mapped, optional, own, reading, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { momentText, name, text } from '../leaf.js'
import { isRecord } from '../../internal/lists.js'

/** A pod as the kubelet knows it. */
export interface KubeletPod {
  readonly uid: string
  /** Other uids under which its containers may run: a static pod's own, if the list has its mirror's. */
  readonly aliases: ReadonlyArray<string>
  readonly name: string
  readonly namespace: string
  /** Empty while the pod has none. */
  readonly phase: string
  /** Reason of the status, e.g. `Evicted`; empty when there is none. */
  readonly reason: string
  /** When its deletion was requested, if it was. */
  readonly deletionTimestamp: O.Option<Date>
  /** Some container's status says that it is running. */
  readonly running: boolean
}

/** Annotations that hold the uid that a static pod has on its node. */
const staticUids = ['kubernetes.io/config.mirror', 'kubernetes.io/config.hash']

const aliases: Decoder<ReadonlyArray<string>> = withDefault(
  reading('an object of strings', (annotations) => {
    if (!isRecord(annotations)) return O.none
    const found = staticUids.map((key) => own(annotations, key)).filter((uid) => uid !== undefined)
    return found.every((uid) => typeof uid === 'string') ? O.some([...new Set(found)]) : O.none
  }),
  [],
)

const running: Decoder<boolean> = withDefault(
  inside(
    'state',
    withDefault(
      reading('an object', (state) => (isRecord(state) ? O.some(isRecord(own(state, 'running'))) : O.none)),
      false,
    ),
  ),
  false,
)

const anyRunning: Decoder<boolean> = withDefault(
  mapped(items(running), (statuses) => statuses.includes(true)),
  false,
)

const status: Decoder<Pick<KubeletPod, 'phase' | 'reason' | 'running'>> = withDefault(
  mapped(
    fields({
      phase: withDefault(text, ''),
      reason: withDefault(text, ''),
      initContainerStatuses: anyRunning,
      containerStatuses: anyRunning,
      ephemeralContainerStatuses: anyRunning,
    }),
    ({ phase, reason, initContainerStatuses, containerStatuses, ephemeralContainerStatuses }) => ({
      phase,
      reason,
      running: initContainerStatuses || containerStatuses || ephemeralContainerStatuses,
    }),
  ),
  { phase: '', reason: '', running: false },
)

const pod: Decoder<KubeletPod> = mapped(
  fields({
    metadata: fields({
      uid: name,
      name: text,
      namespace: withDefault(text, ''),
      annotations: aliases,
      deletionTimestamp: optional(momentText),
    }),
    status,
  }),
  ({ metadata, status: said }) => ({
    uid: metadata.uid,
    aliases: metadata.annotations.filter((alias) => alias !== metadata.uid),
    name: metadata.name,
    namespace: metadata.namespace,
    deletionTimestamp: O.flatten(metadata.deletionTimestamp),
    ...said,
  }),
)

/**
 * Reads the pods that a kubelet knows: a PodList from its `/pods` endpoint.
 *
 * Takes text or parsed JSON. The list has deleted pods until their clean-up, and static pods under their uid on the
 * node. Output of `kubectl get pods` lacks these and is rejected.
 * Order: as listed. Fails as {@link decodeCrictlContainers} does.
 *
 * @example
 * ```ts
 * import { decodeKubeletPods } from 'gcplan/decode'
 *
 * const pod = { metadata: { name: 'once-node-a', namespace: 'batch', uid: 'fa13a44e' }, status: { phase: 'Succeeded' } }
 * const decoded = decodeKubeletPods({ kind: 'PodList', apiVersion: 'v1', items: [pod] })
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.phase) // Succeeded
 * ```
 */
export const decodeKubeletPods: FileDecoder<ReadonlyArray<KubeletPod>> = fileOf(
  'KubeletPods',
  'kubectl get --raw /api/v1/nodes/NODE/proxy/pods',
  inside('items', withDefault(items(pod), [])),
)
