/**
 * Validates a policy and a snapshot. A fast check of the snapshot runs first; only if it fails, or a uid is repeated, a full
 * one lists every problem.
 */
import type { Check } from '../../internal/check.js'
import {
  all,
  anything,
  arrayOf,
  expecting,
  fields,
  findProblems,
  isFlag,
  isText,
  maybe,
  oneOf,
  tagged,
  distinctBy,
  isDate,
} from '../../internal/check.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import { problemLimit, show } from '../../core/problem.js'
import {
  isNameText,
  isKubeObject,
  isListOf,
  isRecord,
  objectLooksSound,
  uidsAreDistinct,
  uidsDiffer,
  isTerms,
} from '../../apiserver/check.js'
import { isPathText } from './usage/reader.js'
import type { GroupKind } from './rules.js'
import { isInstant } from '../../core/time.js'
import type { Snapshot } from './snapshot.js'

const isSeconds: Check = expecting(
  'whole seconds, zero or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
)

const isFunction: Check = expecting('a function', (value) => typeof value === 'function')

const isPath: Check = expecting('a path of fields', isPathText)

const isGroupKind: Check = fields({ group: isText, kind: isNameText })

const isCount: Check = expecting(
  'a safe integer, zero or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
)

const isWeight: Check = expecting(
  'a safe integer, one or more',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
)

const isRules: Check = fields({
  enabled: maybe(isFlag),
  ttlSeconds: maybe(isSeconds),
  afterFinished: maybe(isFlag),
  afterUnused: maybe(isFlag),
  minRetentionSeconds: maybe(isSeconds),
})

/** The first problem of rules that somebody handed in; null when there is none. */
export const rulesProblem = (rules: unknown): Problem | null =>
  findProblems('rules', isRules, rules)?.problems[0] ?? null

/** No two items are about the same; the second one is the problem. */
const eachOnce =
  (what: string, keyOf: (item: never) => string): Check =>
  (value, problems) => {
    const seen = new Set<string>()
    ;(value as ReadonlyArray<never>).forEach((item, index) => {
      const key = keyOf(item)
      if (seen.has(key) && problems.length < problemLimit)
        problems.push({ path: `[${index}]`, expected: `no second item for the same ${what}`, actual: show(key) })
      seen.add(key)
    })
  }

const groupKindKey = ({ group, kind }: GroupKind): string => JSON.stringify([kind, group])

const namespaceKey = ({ namespace, of }: { readonly namespace: string; readonly of?: GroupKind }): string =>
  JSON.stringify([namespace, of?.kind ?? null, of?.group ?? null])

const isObserver: Check = all(
  isGroupKind,
  tagged({
    ByCondition: fields({ types: arrayOf(isNameText) }),
    ByPhase: fields({ path: isPath, finishedValues: arrayOf(isText), finishTimePath: maybe(isPath) }),
    PodTermination: anything,
    LastWrite: anything,
    Custom: fields({ observe: isFunction }),
  }),
)

const isLiving: Check = (value, problems) => {
  if (value !== 'cluster') fields({ beside: isNameText, otherwise: maybe(isPath) })(value, problems)
}

const isRow: Check = fields({
  source: (value, problems) => {
    if (value !== 'PodSpec') isGroupKind(value, problems)
  },
  target: isGroupKind,
  path: isPath,
  form: maybe(oneOf('name', 'default-if-absent', 'claim-of-pod', 'claims-of-set', 'secret-parameters')),
  lives: maybe(isLiving),
  when: maybe(fields({ path: isPath, is: isText })),
})

const isCapacity: Check = fields({
  group: isText,
  kind: isNameText,
  limit: isCount,
  share: tagged({
    Equal: anything,
    Weights: fields({
      others: isWeight,
      weights: all(
        arrayOf(fields({ namespace: isText, weight: isWeight })),
        eachOnce('namespace', ({ namespace }: { readonly namespace: string }) => namespace),
      ),
    }),
    Quotas: anything,
  }),
})

type Field =
  | 'period'
  | 'cluster'
  | 'kinds'
  | 'namespaces'
  | 'stated'
  | 'finished'
  | 'missingFinishTime'
  | 'references'
  | 'extractors'
  | 'liveness'
  | 'revisions'
  | 'capacities'
  | 'propagation'

/** The check of every field. */
export const policyChecks: Readonly<Record<Field, Check>> = {
  period: tagged({
    Enabled: fields({ epoch: isNameText }),
    Disabled: fields({ marks: oneOf('leave', 'clear') }),
  }),
  cluster: isRules,
  kinds: all(
    arrayOf(fields({ of: isGroupKind, rules: isRules })),
    eachOnce('kind', ({ of }: { readonly of: GroupKind }) => groupKindKey(of)),
  ),
  namespaces: all(
    arrayOf(fields({ namespace: isNameText, of: maybe(isGroupKind), rules: isRules })),
    eachOnce('namespace and kind', namespaceKey),
  ),
  stated: expecting(
    '"annotations", "nowhere" or a function',
    (value) => value === 'annotations' || value === 'nowhere' || typeof value === 'function',
  ),
  finished: arrayOf(isObserver),
  missingFinishTime: oneOf('unknown', 'observation'),
  references: arrayOf(isRow),
  extractors: arrayOf(fields({ source: isGroupKind, targets: arrayOf(isGroupKind), references: isFunction })),
  liveness: oneOf('count', 'reachability'),
  revisions: oneOf('use', 'ignore'),
  capacities: all(arrayOf(isCapacity), eachOnce('kind', groupKindKey)),
  propagation: all(
    arrayOf(fields({ group: isText, kind: isNameText, policy: oneOf('Background', 'Foreground', 'Orphan') })),
    eachOnce('kind', groupKindKey),
  ),
}

/** A whole policy. */
export const isPolicy: Check = fields(policyChecks)

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems = (value: unknown): InvalidInput | null =>
  findProblems('lifecycle policy', isPolicy, value)

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems = (snapshot: unknown): InvalidInput | null =>
  looksSound(snapshot) ? null : findProblems('Kubernetes lifecycle snapshot', isSnapshot, snapshot)

const looksSound = (snapshot: unknown): boolean =>
  isRecord(snapshot) &&
  isInstant(snapshot['at']) &&
  isListOf(snapshot['objects'], objectLooksSound) &&
  findProblems('', isRest, snapshot) === null &&
  uidsDiffer((snapshot as unknown as Snapshot).objects)

const isStanding: Check = (value, problems) => {
  const tag = isRecord(value) ? value['_tag'] : undefined
  if (tag === 'Classified')
    fields({ uid: isNameText, solid: arrayOf(isText), dangling: arrayOf(isText), waiting: arrayOf(isText) })(
      value,
      problems,
    )
  else if (tag === 'Unclassified') fields({ uid: isNameText, because: isText })(value, problems)
  else if (problems.length < problemLimit)
    problems.push({ path: '', expected: 'an object with _tag Classified or Unclassified', actual: show(value) })
}

const isRest: Check = all(
  fields({
    owners: all(arrayOf(isStanding), distinctBy('uid')),
    memory: fields({
      marks: all(arrayOf(fields({ uid: isNameText, since: isDate, epoch: isText })), distinctBy('uid')),
    }),
  }),
  isTerms,
)

const isSnapshot: Check = all(fields({ at: isDate, objects: all(arrayOf(isKubeObject), uidsAreDistinct) }), isRest)
