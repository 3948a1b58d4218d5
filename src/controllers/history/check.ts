/**
 * Full validation of a snapshot, with the path of every problem.
 */
import { isInt64 } from '../../core/int64.js'
import type { InvalidInput } from '../../core/problem.js'
import { problemLimit, show } from '../../core/problem.js'
import type { Check } from '../../internal/check.js'
import { all, arrayOf, expecting, fields, findProblems, isDate, isText, maybe, oneOf } from '../../internal/check.js'
import {
  coverage,
  isAbsentOr,
  countOrAbsent,
  dateOrAbsent,
  kubeObject,
  isListOf,
  isRecord,
  isString,
  textOrAbsent,
  objectLooksSound,
  eachUidOnce,
  uidsDiffer,
} from '../../apiserver/check.js'
import { list } from '../../internal/schema/object.js'
import type { KubeObject } from '../../apiserver/object.js'
import type { Snapshot } from './snapshot.js'
import type { QuickLook } from './sound.js'
import { quickLooks } from './sound.js'

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  findProblems('Kubernetes history snapshot', isSnapshot, snapshot)

/** The same for a snapshot whose items are known to be objects of the API, no two of one uid. */
export const viewProblems = (view: Snapshot): InvalidInput | null =>
  findProblems('Kubernetes history snapshot', isView, view)

const areTexts = (value: unknown): boolean =>
  isRecord(value) && !Array.isArray(value) && Object.values(value).every(isString)

const isTextsOrAbsent: Check = expecting('an object of strings, or nothing', isAbsentOr(areTexts))
const isFlagOrAbsent: Check = expecting(
  'a boolean, or nothing',
  isAbsentOr((value) => typeof value === 'boolean'),
)
const isLimitOrAbsent: Check = expecting('a safe integer, or nothing', isAbsentOr(Number.isSafeInteger))
const isTemplateOrAbsent: Check = expecting(
  'an object, or nothing',
  isAbsentOr((value) => isRecord(value) && !Array.isArray(value)),
)

const isLabelled: Check = fields({ metadata: fields({ labels: isTextsOrAbsent, annotations: isTextsOrAbsent }) })

const isRequirement: Check = fields({ key: isText, operator: isText, values: maybe(arrayOf(isText)) })

const isSelector: Check = fields({
  matchLabels: isTextsOrAbsent,
  matchExpressions: maybe(arrayOf(isRequirement)),
})

const keeper = {
  revisionHistoryLimit: isLimitOrAbsent,
  selector: maybe(isSelector),
  template: isTemplateOrAbsent,
}

/** Objects of a namespace are told apart by name. */
const namesAreDistinct: Check = (value, problems) => {
  const seen = new Map<string, Set<string>>()
  ;(value as ReadonlyArray<KubeObject>).forEach(({ metadata: { namespace = '', name } }, index) => {
    const names = seen.get(namespace) ?? new Set<string>()
    if (names.has(name) && problems.length < problemLimit)
      problems.push({
        path: `[${index}].metadata.name`,
        expected: 'a unique name in its namespace',
        actual: show(name),
      })
    seen.set(namespace, names.add(name))
  })
}

type ListOf = (kind: string, rest: Readonly<Record<string, Check>>, quickLook?: QuickLook) => Check

/** If the fast check of a list fails, or there is none, all items are checked in full. */
const listOf =
  (isKnown: (value: unknown) => boolean): ListOf =>
  (kind, rest, quickLook = () => false) => {
    const item = all(kubeObject.report, isLabelled, fields({ kind: oneOf(kind), ...rest }))
    const slowly = all(arrayOf(item), eachUidOnce(list(kubeObject)).report, namesAreDistinct)
    return (value, problems) => {
      if (!isKnown(value) || !quickLook(value as ReadonlyArray<KubeObject>)) slowly(value, problems)
    }
  }

const areObjects = (value: unknown): boolean =>
  isListOf(value, objectLooksSound) && uidsDiffer(value as ReadonlyArray<KubeObject>)

const isAffinity: Check = fields({
  nodeAffinity: maybe(
    fields({
      requiredDuringSchedulingIgnoredDuringExecution: maybe(
        fields({
          nodeSelectorTerms: maybe(arrayOf(fields({ matchFields: maybe(arrayOf(isRequirement)) }))),
        }),
      ),
    }),
  ),
})

const isActiveJob: Check = fields({
  apiVersion: textOrAbsent.report,
  kind: textOrAbsent.report,
  namespace: textOrAbsent.report,
  name: textOrAbsent.report,
  uid: textOrAbsent.report,
  resourceVersion: textOrAbsent.report,
})

const snapshotOf = (listOfKind: ListOf): Check =>
  fields({
    at: isDate,
    deployments: listOfKind('Deployment', {
      spec: maybe(fields({ ...keeper, replicas: countOrAbsent.report, paused: isFlagOrAbsent })),
      status: maybe(
        fields({
          observedGeneration: countOrAbsent.report,
          replicas: countOrAbsent.report,
          updatedReplicas: countOrAbsent.report,
          availableReplicas: countOrAbsent.report,
        }),
      ),
    }),
    replicaSets: listOfKind(
      'ReplicaSet',
      {
        spec: maybe(fields({ replicas: countOrAbsent.report, template: isTemplateOrAbsent })),
        status: maybe(fields({ replicas: countOrAbsent.report, observedGeneration: countOrAbsent.report })),
      },
      quickLooks.replicaSets,
    ),
    statefulSets: listOfKind('StatefulSet', {
      spec: maybe(fields(keeper)),
      status: maybe(
        fields({
          observedGeneration: countOrAbsent.report,
          currentRevision: textOrAbsent.report,
          updateRevision: textOrAbsent.report,
        }),
      ),
    }),
    daemonSets: listOfKind('DaemonSet', { spec: maybe(fields(keeper)) }),
    controllerRevisions: listOfKind('ControllerRevision', {
      revision: expecting('an integer of 64 bits, as a number below 2^53 or as decimal text', isInt64),
    }),
    cronJobs: listOfKind('CronJob', {
      spec: maybe(fields({ successfulJobsHistoryLimit: isLimitOrAbsent, failedJobsHistoryLimit: isLimitOrAbsent })),
      status: maybe(fields({ active: maybe(arrayOf(isActiveJob)) })),
    }),
    jobs: listOfKind(
      'Job',
      {
        status: maybe(
          fields({
            startTime: dateOrAbsent.report,
            conditions: maybe(arrayOf(fields({ type: isText, status: isText }))),
          }),
        ),
      },
      quickLooks.jobs,
    ),
    pods: listOfKind(
      'Pod',
      { spec: maybe(fields({ nodeName: textOrAbsent.report, affinity: maybe(isAffinity) })) },
      quickLooks.pods,
    ),
    coverage: coverage.report,
  })

const isSnapshot = snapshotOf(listOf(areObjects))
const isView = snapshotOf(listOf(() => true))
