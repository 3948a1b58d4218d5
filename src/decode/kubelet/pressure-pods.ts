/**
 * Decoder of the pods that eviction ranks: priorities, requests, limits and volumes, from `/pods`.
 */
import { either as E, function as F, option as O } from 'fp-ts'
import * as t from 'io-ts'

import { parseQuantity } from '../../core/quantity.js'
import type { Pod, PodContainer, PodVolume } from '../../kubelet/eviction/pod.js'
import { type Decoder, entries, fields, items, mapped, optional, reading, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { integer, momentText, name, text } from '../leaf.js'
import { present } from '../present.js'

const quantity: Decoder<string> = reading('a Kubernetes quantity such as "10Gi"', (value) =>
  F.pipe(
    O.some(Number.isSafeInteger(value) ? String(value) : value),
    O.filter(text.is),
    O.filter(F.flow(parseQuantity, E.isRight)),
  ),
)

const recordOf = <A>(value: Decoder<A>): Decoder<Readonly<Record<string, A>>> =>
  mapped(entries(value), (found) => Object.fromEntries(found))

const amounts = optional(recordOf(quantity))

const container: Decoder<PodContainer> = mapped(
  fields({
    name: text,
    resources: optional(mapped(fields({ requests: amounts, limits: amounts }), present)),
    restartPolicy: optional(text),
  }),
  ({ name: called, ...parts }) => ({ name: called, ...present(parts) }),
)

const volume: Decoder<PodVolume> = mapped(
  fields({
    name: text,
    hostPath: optional(t.unknown),
    gitRepo: optional(t.unknown),
    configMap: optional(t.unknown),
    emptyDir: optional(mapped(fields({ medium: optional(text), sizeLimit: optional(quantity) }), present)),
  }),
  ({ name: called, ...parts }) => ({ name: called, ...present(parts) }),
)

/** What is read of one pod; null: it has ended, and eviction does not look at it. */
const pod: Decoder<Pod | null> = mapped(
  fields({
    metadata: fields({
      uid: name,
      name: text,
      namespace: withDefault(text, ''),
      annotations: optional(recordOf(text)),
      deletionTimestamp: optional(momentText),
    }),
    status: withDefault(fields({ phase: withDefault(text, '') }), { phase: '' }),
    spec: fields({
      priority: optional(integer),
      terminationGracePeriodSeconds: optional(integer),
      containers: withDefault(items(container), []),
      initContainers: optional(items(container)),
      overhead: amounts,
      volumes: optional(items(volume)),
    }),
  }),
  ({ metadata: { uid, name: called, namespace, annotations, deletionTimestamp }, status, spec }) => {
    const { containers, ...parts } = spec
    if (ended.has(status.phase) && O.isNone(O.flatten(deletionTimestamp))) return null
    return {
      metadata: { uid, name: called, namespace, ...present({ annotations }) },
      spec: { containers, ...present(parts) },
    }
  },
)

const ended: ReadonlySet<string> = new Set(['Succeeded', 'Failed'])

/**
 * Reads a kubelet's pods as eviction sees them: a PodList from its `/pods` endpoint.
 *
 * Takes text or parsed JSON. Ended pods are omitted, unless being deleted. Order: as listed, which decides ties. Fails
 * as {@link decodeCrictlContainers} does.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kubelet_pods.go filterOutInactivePods
 *
 * @example
 * ```ts
 * import { decodePressurePods } from 'gcplan/decode'
 *
 * const pod = { metadata: { name: 'web', namespace: 'shop', uid: 'fa13' }, spec: { priority: 10, containers: [] } }
 * const decoded = decodePressurePods({ kind: 'PodList', apiVersion: 'v1', items: [pod] })
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.spec.priority) // 10
 * ```
 */
export const decodePressurePods: FileDecoder<ReadonlyArray<Pod>> = fileOf(
  'KubeletPods',
  'kubectl get --raw /api/v1/nodes/NODE/proxy/pods',
  mapped(fields({ items: withDefault(items(pod), []) }), ({ items: pods }) => pods.filter((one) => one !== null)),
)
