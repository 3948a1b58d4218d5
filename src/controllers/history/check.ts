/** The schema of a snapshot. */
import { isInt64 } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { type FieldsOf, distinct, isObject, list, object, readByName } from '../../internal/schema/object.js'
import { type Schema, instant, leaf, optional, problemsOf, text, unread } from '../../internal/schema/schema.js'
import {
  type ObjectsOf,
  type Own,
  countOrAbsent,
  coverage,
  dateOrAbsent,
  flagOrAbsent,
  kindOf,
  knownObjectsOf,
  objectsOf,
  orNothing,
  textOrAbsent,
} from '../../apiserver/check.js'
import type { KubeObject, ObjectMeta } from '../../apiserver/object.js'
import type {
  ActiveJob,
  ControllerRevision,
  CronJob,
  Deployment,
  Job,
  Keeper,
  LabelRequirement,
  LabelSelector,
  NodeAffinity,
  Pod,
  ReplicaSet,
  Snapshot,
  StatefulSet,
  Template,
} from './snapshot.js'

type Spec<A extends { readonly spec?: unknown }> = NonNullable<A['spec']>
type Status<A extends { readonly status?: unknown }> = NonNullable<A['status']>

const isPlainRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value)

const areTexts = (value: unknown): boolean => {
  if (!isPlainRecord(value)) return false
  for (const name in value) if (typeof value[name] !== 'string') return false
  return true
}

const texts: Schema<Readonly<Record<string, string>> | undefined> = orNothing('an object of strings', areTexts)
const limit: Schema<number | undefined> = orNothing('a safe integer', Number.isSafeInteger)
const template: Schema<Template | undefined> = orNothing('an object', isPlainRecord)

/** What is read of an object that not every object of the API has; labels are not looked at otherwise. */
type Labelled<A extends KubeObject> = Own<A> & { readonly metadata: Labels }
type Labels = Pick<ObjectMeta, 'labels' | 'annotations'>

const metadata = readByName(
  object<Labels>({ labels: texts, annotations: texts }),
  ({ labels, annotations }) => texts.holds(labels) && texts.holds(annotations),
)

/** Objects of which those of a namespace are told apart by name. */
const eachNameOnce = <A extends KubeObject>(objects: Schema<ReadonlyArray<A>>): Schema<ReadonlyArray<A>> =>
  distinct(objects, {
    keyOf: ({ metadata: { name } }) => name,
    groupOf: ({ metadata: { namespace = '' } }) => namespace,
    path: '.metadata.name',
    expected: 'a unique name in its namespace',
  })

const requirement = object<LabelRequirement>({ key: text, operator: text, values: optional(list(text)) })

const keeper: FieldsOf<Spec<Keeper>> = {
  revisionHistoryLimit: limit,
  selector: optional(object<LabelSelector>({ matchLabels: texts, matchExpressions: optional(list(requirement)) })),
  template,
}

type Required = NonNullable<NodeAffinity['requiredDuringSchedulingIgnoredDuringExecution']>
type Affinity = NonNullable<Spec<Pod>['affinity']>

const affinity = object<Affinity>({
  nodeAffinity: optional(
    object<NodeAffinity>({
      requiredDuringSchedulingIgnoredDuringExecution: optional(
        object<Required>({
          nodeSelectorTerms: optional(
            list(
              object<{ readonly matchFields?: ReadonlyArray<LabelRequirement> | undefined }>({
                matchFields: optional(list(requirement)),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
})

const activeJob = object<ActiveJob>({
  apiVersion: textOrAbsent,
  kind: textOrAbsent,
  namespace: textOrAbsent,
  name: textOrAbsent,
  uid: textOrAbsent,
  resourceVersion: textOrAbsent,
})

const deployment = object<Labelled<Deployment>>({
  kind: kindOf('Deployment'),
  metadata,
  spec: optional(object<Spec<Deployment>>({ ...keeper, replicas: countOrAbsent, paused: flagOrAbsent })),
  status: optional(
    object<Status<Deployment>>({
      observedGeneration: countOrAbsent,
      replicas: countOrAbsent,
      updatedReplicas: countOrAbsent,
      availableReplicas: countOrAbsent,
    }),
  ),
})

const specOfReplicaSet = optional(
  readByName(
    object<Spec<ReplicaSet>>({ replicas: countOrAbsent, template }),
    (value) => countOrAbsent.holds(value.replicas) && template.holds(value.template),
  ),
)
const statusOfReplicaSet = optional(
  readByName(
    object<Status<ReplicaSet>>({ replicas: countOrAbsent, observedGeneration: countOrAbsent }),
    (value) => countOrAbsent.holds(value.replicas) && countOrAbsent.holds(value.observedGeneration),
  ),
)
const isReplicaSet = kindOf('ReplicaSet')
const replicaSet = readByName(
  object<Labelled<ReplicaSet>>({
    kind: isReplicaSet,
    metadata,
    spec: specOfReplicaSet,
    status: statusOfReplicaSet,
  }),
  ({ kind, metadata: meta, spec, status }) =>
    isReplicaSet.holds(kind) &&
    metadata.holds(meta) &&
    specOfReplicaSet.holds(spec) &&
    statusOfReplicaSet.holds(status),
)

const statefulSet = object<Labelled<StatefulSet>>({
  kind: kindOf('StatefulSet'),
  metadata,
  spec: optional(object<Spec<Keeper>>(keeper)),
  status: optional(
    object<Status<StatefulSet>>({
      observedGeneration: countOrAbsent,
      currentRevision: textOrAbsent,
      updateRevision: textOrAbsent,
    }),
  ),
})

const daemonSet = object<Labelled<Keeper>>({
  kind: kindOf('DaemonSet'),
  metadata,
  spec: optional(object<Spec<Keeper>>(keeper)),
})

const controllerRevision = object<Labelled<ControllerRevision>>({
  kind: kindOf('ControllerRevision'),
  metadata,
  revision: leaf('an integer of 64 bits, as a number below 2^53 or as decimal text', isInt64),
  data: unread(),
})

const cronJob = object<Labelled<CronJob>>({
  kind: kindOf('CronJob'),
  metadata,
  spec: optional(object<Spec<CronJob>>({ successfulJobsHistoryLimit: limit, failedJobsHistoryLimit: limit })),
  status: optional(object<Status<CronJob>>({ active: optional(list(activeJob)) })),
})

const conditionsOfJob = optional(
  list(
    readByName(
      object<{ readonly type: string; readonly status: string }>({ type: text, status: text }),
      ({ type, status }) => text.holds(type) && text.holds(status),
    ),
  ),
)
const statusOfJob = optional(
  readByName(
    object<Status<Job>>({ startTime: dateOrAbsent, conditions: conditionsOfJob }),
    ({ startTime, conditions }) => dateOrAbsent.holds(startTime) && conditionsOfJob.holds(conditions),
  ),
)
const isJob = kindOf('Job')
const job = readByName(
  object<Labelled<Job>>({ kind: isJob, metadata, status: statusOfJob }),
  ({ kind, metadata: meta, status }) => isJob.holds(kind) && metadata.holds(meta) && statusOfJob.holds(status),
)

const affinityOfPod = optional(affinity)
const specOfPod = optional(
  readByName(
    object<Spec<Pod>>({ nodeName: textOrAbsent, affinity: affinityOfPod }),
    (value) => textOrAbsent.holds(value.nodeName) && affinityOfPod.holds(value.affinity),
  ),
)
const isPod = kindOf('Pod')
const pod = readByName(
  object<Labelled<Pod>>({ kind: isPod, metadata, spec: specOfPod }),
  ({ kind, metadata: meta, spec }) => isPod.holds(kind) && metadata.holds(meta) && specOfPod.holds(spec),
)

const problemsWith = (objectsIn: ObjectsOf): ((value: unknown) => InvalidInput | null) => {
  const listOf: ObjectsOf = (own) => eachNameOnce(objectsIn(own))
  return problemsOf(
    'Kubernetes history snapshot',
    object<Snapshot>({
      at: instant,
      deployments: listOf(deployment),
      replicaSets: listOf(replicaSet),
      statefulSets: listOf(statefulSet),
      daemonSets: listOf(daemonSet),
      controllerRevisions: listOf(controllerRevision),
      cronJobs: listOf(cronJob),
      jobs: listOf(job),
      pods: listOf(pod),
      coverage,
    }),
  )
}

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems: (snapshot: unknown) => InvalidInput | null = problemsWith(objectsOf)

/** The same where the items are known to be objects of the API, no two of one uid. */
export const viewProblems: (view: Snapshot) => InvalidInput | null = problemsWith(knownObjectsOf)
