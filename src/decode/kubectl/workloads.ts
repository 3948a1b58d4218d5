/**
 * Decoders of Deployments, StatefulSets, DaemonSets, CronJobs, their dependents and Pods: the fields that history
 * clean-up reads.
 */
import { option as O } from 'fp-ts'

import type * as History from '../../controllers/history/index.js'
import { type Int64, isInt64 } from '../../core/int64.js'
import { type Decoder, fields, holding, items, reading } from '../codec.js'
import { flag, text } from '../leaf.js'
import { count, maybe, texts, time } from './metadata.js'
import { isRecord } from '../../internal/lists.js'

const limit: Decoder<number> = holding('an integer', (value): value is number => Number.isSafeInteger(value))

/** By reference; only compared. */
const template: Decoder<History.Template> = holding('an object', isRecord)

const requirement = fields({ key: text, operator: text, values: maybe(items(text)) })

const selector: Decoder<History.LabelSelector> = fields({
  matchLabels: maybe(texts),
  matchExpressions: maybe(items(requirement)),
})

const keeper = {
  revisionHistoryLimit: maybe(limit),
  selector: maybe(selector),
  template: maybe(template),
}

/** What an object holds besides its type and metadata. */
type Rest<O> = Decoder<Omit<O, 'apiVersion' | 'kind' | 'metadata'>>

export const deployment: Rest<History.Deployment> = fields({
  spec: maybe(fields({ ...keeper, replicas: maybe(count), paused: maybe(flag) })),
  status: maybe(
    fields({
      observedGeneration: maybe(count),
      replicas: maybe(count),
      updatedReplicas: maybe(count),
      availableReplicas: maybe(count),
    }),
  ),
})

export const replicaSet: Rest<History.ReplicaSet> = fields({
  spec: maybe(fields({ replicas: maybe(count), template: maybe(template) })),
  status: maybe(fields({ replicas: maybe(count), observedGeneration: maybe(count) })),
})

export const statefulSet: Rest<History.StatefulSet> = fields({
  spec: maybe(fields(keeper)),
  status: maybe(
    fields({ observedGeneration: maybe(count), currentRevision: maybe(text), updateRevision: maybe(text) }),
  ),
})

export const daemonSet: Rest<History.DaemonSet> = fields({ spec: maybe(fields(keeper)) })

const anything: Decoder<unknown> = reading('anything', O.some)

export const controllerRevision: Rest<History.ControllerRevision> = fields({
  revision: holding('an integer of 64 bits, as a number below 2^53 or as decimal text', (value): value is Int64 =>
    isInt64(value),
  ),
  data: anything,
})

const reference: Decoder<History.ActiveJob> = fields({
  apiVersion: maybe(text),
  kind: maybe(text),
  namespace: maybe(text),
  name: maybe(text),
  uid: maybe(text),
  resourceVersion: maybe(text),
})

export const cronJob: Rest<History.CronJob> = fields({
  spec: maybe(fields({ successfulJobsHistoryLimit: maybe(limit), failedJobsHistoryLimit: maybe(limit) })),
  status: maybe(fields({ active: maybe(items(reference)) })),
})

export const job: Rest<History.Job> = fields({
  status: maybe(fields({ startTime: maybe(time), conditions: maybe(items(fields({ type: text, status: text }))) })),
})

const nodeAffinity: Decoder<History.NodeAffinity> = fields({
  requiredDuringSchedulingIgnoredDuringExecution: maybe(
    fields({ nodeSelectorTerms: maybe(items(fields({ matchFields: maybe(items(requirement)) }))) }),
  ),
})

export const pod: Rest<History.Pod> = fields({
  spec: maybe(fields({ nodeName: maybe(text), affinity: maybe(fields({ nodeAffinity: maybe(nodeAffinity) })) })),
})
