/** The schemas of snapshots. Pods, Jobs and ReplicaSets are many, so that `sound.ts` looks over their lists. */
import { isInt64 } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { type FieldsOf, both, distinct, list, object } from '../../internal/schema/object.js'
import { type Schema, instant, leaf, name, optional, problemsOf, text, unread } from '../../internal/schema/schema.js'
import {
  coverage,
  countOrAbsent,
  dateOrAbsent,
  flagOrAbsent,
  isListOf,
  isRecord,
  isString,
  metadataWith,
  orNothing,
  reference,
  textOrAbsent,
  objectLooksSound,
  eachUidOnce,
  uidsDiffer,
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
import { type QuickLook, quickLooks } from './sound.js'

type Spec<A extends { readonly spec?: unknown }> = NonNullable<A['spec']>
type Status<A extends { readonly status?: unknown }> = NonNullable<A['status']>

const isPlainRecord = (value: unknown): boolean => isRecord(value) && !Array.isArray(value)

const texts: Schema<Readonly<Record<string, string>> | undefined> = orNothing(
  'an object of strings',
  (value) => isRecord(value) && !Array.isArray(value) && Object.values(value).every(isString),
)
const limit: Schema<number | undefined> = orNothing('a safe integer', Number.isSafeInteger)
const template: Schema<Template | undefined> = orNothing('an object', isPlainRecord)

const labelled = object<KubeObject>({
  apiVersion: name,
  kind: name,
  metadata: object<ObjectMeta>({ ...metadataWith(reference), labels: texts, annotations: texts }),
})

/** A list of objects of one kind, with what only they have. Objects of a namespace are told apart by name. */
const listOf = <A extends KubeObject>(
  kind: string,
  rest: FieldsOf<Omit<A, keyof KubeObject>>,
): Schema<ReadonlyArray<A>> => {
  const ofKind = object<Pick<KubeObject, 'kind'>>({
    kind: leaf(`"${kind}"`, (value): value is string => value === kind),
  })
  const whole = both(labelled, both(ofKind, object<Omit<A, keyof KubeObject>>(rest)))
  const item: Schema<A> = { ...whole, holds: (value): value is A => whole.holds(value) }
  return distinct(eachUidOnce(list(item)), {
    keyOf: ({ metadata: { namespace = '', name: own } }) => JSON.stringify([namespace, own]),
    path: '.metadata.name',
    expected: 'a unique name in its namespace',
    actual: ({ metadata }) => metadata.name,
  })
}

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

const lists: Omit<FieldsOf<Snapshot>, 'at' | 'coverage'> = {
  deployments: listOf<Deployment>('Deployment', {
    spec: optional(object<Spec<Deployment>>({ ...keeper, replicas: countOrAbsent, paused: flagOrAbsent })),
    status: optional(
      object<Status<Deployment>>({
        observedGeneration: countOrAbsent,
        replicas: countOrAbsent,
        updatedReplicas: countOrAbsent,
        availableReplicas: countOrAbsent,
      }),
    ),
  }),
  replicaSets: listOf<ReplicaSet>('ReplicaSet', {
    spec: optional(object<Spec<ReplicaSet>>({ replicas: countOrAbsent, template })),
    status: optional(object<Status<ReplicaSet>>({ replicas: countOrAbsent, observedGeneration: countOrAbsent })),
  }),
  statefulSets: listOf<StatefulSet>('StatefulSet', {
    spec: optional(object<Spec<Keeper>>(keeper)),
    status: optional(
      object<Status<StatefulSet>>({
        observedGeneration: countOrAbsent,
        currentRevision: textOrAbsent,
        updateRevision: textOrAbsent,
      }),
    ),
  }),
  daemonSets: listOf<Keeper>('DaemonSet', { spec: optional(object<Spec<Keeper>>(keeper)) }),
  controllerRevisions: listOf<ControllerRevision>('ControllerRevision', {
    revision: leaf('an integer of 64 bits, as a number below 2^53 or as decimal text', isInt64),
    data: unread(),
  }),
  cronJobs: listOf<CronJob>('CronJob', {
    spec: optional(object<Spec<CronJob>>({ successfulJobsHistoryLimit: limit, failedJobsHistoryLimit: limit })),
    status: optional(object<Status<CronJob>>({ active: optional(list(activeJob)) })),
  }),
  jobs: listOf<Job>('Job', {
    status: optional(
      object<Status<Job>>({
        startTime: dateOrAbsent,
        conditions: optional(
          list(object<{ readonly type: string; readonly status: string }>({ type: text, status: text })),
        ),
      }),
    ),
  }),
  pods: listOf<Pod>('Pod', {
    spec: optional(object<Spec<Pod>>({ nodeName: textOrAbsent, affinity: optional(affinity) })),
  }),
}

/** A snapshot. Its long lists are known to hold objects of the API, no two of one uid, where `areKnown` says so. */
const snapshotWith = (areKnown: (value: unknown) => boolean): Schema<Snapshot> => {
  const quick = <A extends KubeObject>(
    objects: Schema<ReadonlyArray<A>>,
    look: QuickLook,
  ): Schema<ReadonlyArray<A>> => ({
    ...objects,
    holds: (value): value is ReadonlyArray<A> => areKnown(value) && look(value as ReadonlyArray<KubeObject>),
  })
  return object<Snapshot>({
    at: instant,
    ...lists,
    replicaSets: quick(lists.replicaSets, quickLooks.replicaSets),
    jobs: quick(lists.jobs, quickLooks.jobs),
    pods: quick(lists.pods, quickLooks.pods),
    coverage,
  })
}

const areObjects = (value: unknown): boolean =>
  isListOf(value, objectLooksSound) && uidsDiffer(value as ReadonlyArray<KubeObject>)

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems: (snapshot: unknown) => InvalidInput | null = problemsOf(
  'Kubernetes history snapshot',
  snapshotWith(areObjects),
)

/** The same for a snapshot whose items are known to be objects of the API, no two of one uid. */
export const viewProblems: (view: Snapshot) => InvalidInput | null = problemsOf(
  'Kubernetes history snapshot',
  snapshotWith(() => true),
)
