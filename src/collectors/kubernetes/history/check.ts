/**
 * Answers whether a snapshot is what its type says, naming every problem.
 */
import { isInt64 } from '../../../core/int64.js'
import type { InvalidInput } from '../../../core/problem.js'
import { problemLimit, show } from '../../../core/problem.js'
import type { Check } from '../../../internal/check.js'
import { all, arrayOf, expecting, fields, findProblems, isDate, isText, oneOf } from '../../../internal/check.js'
import { isCoverage } from '../terms-check.js'
import {
  isAbsentOr,
  isCountOrAbsent,
  isDateOrAbsent,
  isKubeObject,
  isRecord,
  isString,
  isTextOrAbsent,
  uidsAreDistinct,
  whereGiven,
} from '../object-check.js'
import type { KubeObject } from '../object.js'

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  findProblems('Kubernetes history snapshot', isSnapshot, snapshot)

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

const isRequirement: Check = fields({ key: isText, operator: isText, values: whereGiven(arrayOf(isText)) })

const isSelector: Check = fields({
  matchLabels: isTextsOrAbsent,
  matchExpressions: whereGiven(arrayOf(isRequirement)),
})

const keeper = {
  revisionHistoryLimit: isLimitOrAbsent,
  selector: whereGiven(isSelector),
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
        expected: 'no second object with the same name in its namespace',
        actual: show(name),
      })
    seen.set(namespace, names.add(name))
  })
}

const listOf = (kind: string, rest: Readonly<Record<string, Check>>): Check =>
  all(arrayOf(all(isKubeObject, isLabelled, fields({ kind: oneOf(kind), ...rest }))), uidsAreDistinct, namesAreDistinct)

const isAffinity: Check = fields({
  nodeAffinity: whereGiven(
    fields({
      requiredDuringSchedulingIgnoredDuringExecution: whereGiven(
        fields({
          nodeSelectorTerms: whereGiven(arrayOf(fields({ matchFields: whereGiven(arrayOf(isRequirement)) }))),
        }),
      ),
    }),
  ),
})

const isActiveJob: Check = fields({
  apiVersion: isTextOrAbsent,
  kind: isTextOrAbsent,
  namespace: isTextOrAbsent,
  name: isTextOrAbsent,
  uid: isTextOrAbsent,
  resourceVersion: isTextOrAbsent,
})

const isSnapshot: Check = fields({
  at: isDate,
  deployments: listOf('Deployment', {
    spec: whereGiven(fields({ ...keeper, replicas: isCountOrAbsent, paused: isFlagOrAbsent })),
    status: whereGiven(
      fields({
        observedGeneration: isCountOrAbsent,
        replicas: isCountOrAbsent,
        updatedReplicas: isCountOrAbsent,
        availableReplicas: isCountOrAbsent,
      }),
    ),
  }),
  replicaSets: listOf('ReplicaSet', {
    spec: whereGiven(fields({ replicas: isCountOrAbsent, template: isTemplateOrAbsent })),
    status: whereGiven(fields({ replicas: isCountOrAbsent, observedGeneration: isCountOrAbsent })),
  }),
  statefulSets: listOf('StatefulSet', {
    spec: whereGiven(fields(keeper)),
    status: whereGiven(
      fields({ observedGeneration: isCountOrAbsent, currentRevision: isTextOrAbsent, updateRevision: isTextOrAbsent }),
    ),
  }),
  daemonSets: listOf('DaemonSet', { spec: whereGiven(fields(keeper)) }),
  controllerRevisions: listOf('ControllerRevision', {
    revision: expecting('an integer of 64 bits, as a number below 2^53 or as decimal text', isInt64),
  }),
  cronJobs: listOf('CronJob', {
    spec: whereGiven(fields({ successfulJobsHistoryLimit: isLimitOrAbsent, failedJobsHistoryLimit: isLimitOrAbsent })),
    status: whereGiven(fields({ active: whereGiven(arrayOf(isActiveJob)) })),
  }),
  jobs: listOf('Job', {
    status: whereGiven(
      fields({
        startTime: isDateOrAbsent,
        conditions: whereGiven(arrayOf(fields({ type: isText, status: isText }))),
      }),
    ),
  }),
  pods: listOf('Pod', { spec: whereGiven(fields({ nodeName: isTextOrAbsent, affinity: whereGiven(isAffinity) })) }),
  coverage: isCoverage,
})
