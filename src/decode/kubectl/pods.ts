/**
 * Decoders of Pods, Nodes and Jobs: the fields that pod garbage collection and the TTL-after-finished controller read.
 */
import type * as PodGc from '../../controllers/pod/index.js'
import type * as Ttl from '../../controllers/ttl/index.js'
import { type Decoder, fields, items } from '../codec.js'
import { text } from '../leaf.js'
import { count, maybe, time } from './metadata.js'

/** What an object holds besides its type and metadata. */
type Rest<O> = Decoder<Omit<O, 'apiVersion' | 'kind' | 'metadata'>>

const podCondition: Decoder<PodGc.PodCondition> = fields({
  type: text,
  status: text,
  reason: maybe(text),
  message: maybe(text),
  observedGeneration: maybe(count),
  lastProbeTime: maybe(time),
  lastTransitionTime: maybe(time),
})

const containerStatus: Decoder<PodGc.ContainerStatus> = fields({
  state: maybe(fields({ terminated: maybe(fields({ finishedAt: maybe(time) })) })),
})

export const pod: Rest<PodGc.Pod> = fields({
  spec: maybe(fields({ nodeName: maybe(text) })),
  status: maybe(
    fields({
      phase: maybe(text),
      reason: maybe(text),
      observedGeneration: maybe(count),
      startTime: maybe(time),
      conditions: maybe(items(podCondition)),
      containerStatuses: maybe(items(containerStatus)),
    }),
  ),
})

export const node: Rest<PodGc.Node> = fields({
  spec: maybe(fields({ taints: maybe(items(fields({ key: text }))) })),
  status: maybe(fields({ conditions: maybe(items(fields({ type: text, status: text }))) })),
})

export const job: Rest<Ttl.Job> = fields({
  spec: maybe(fields({ ttlSecondsAfterFinished: maybe(count) })),
  status: maybe(
    fields({ conditions: maybe(items(fields({ type: text, status: text, lastTransitionTime: maybe(time) }))) }),
  ),
})
