/**
 * Fast validation of the long lists: pods, Jobs and ReplicaSets that are already known to be API objects. It gives no
 * paths; where it fails, `check.ts` says why.
 */
import { isInstant } from '../../core/time.js'
import { numbering } from '../../internal/lists.js'
import { type Fields, areStrings, isCount, isListOf, isRecord, isString } from '../../apiserver/check.js'
import type { KubeObject } from '../../apiserver/object.js'

/** The parts that are read here, of any type. */
interface Parts {
  readonly kind?: unknown
  readonly metadata: { readonly labels?: unknown; readonly annotations?: unknown }
  readonly spec?: unknown
  readonly status?: unknown
}

const areTextsOrAbsent = (value: unknown): boolean => {
  if (value === undefined) return true
  if (!isRecord(value) || Array.isArray(value)) return false
  for (const name in value) if (typeof value[name] !== 'string') return false
  return true
}

const isCountOrAbsent = (value: unknown): boolean => value === undefined || isCount(value)

const isLabelled = ({ metadata: { labels, annotations } }: Parts): boolean =>
  areTextsOrAbsent(labels) && areTextsOrAbsent(annotations)

/** A part that is not there, or one that holds. */
const hasPart = (part: unknown, holds: (fields: Fields) => boolean): boolean =>
  part === undefined || (isRecord(part) && holds(part))

const isAffinity = ({ nodeAffinity }: Fields): boolean =>
  hasPart(nodeAffinity, ({ requiredDuringSchedulingIgnoredDuringExecution: required }) =>
    hasPart(required, ({ nodeSelectorTerms: terms }) => terms === undefined || isListOf(terms, isTerm)),
  )

const isTerm = (value: unknown): boolean => {
  if (!isRecord(value)) return false
  const { matchFields } = value as { readonly matchFields?: unknown }
  return matchFields === undefined || isListOf(matchFields, isRequirement)
}

const isRequirement = (value: unknown): boolean => {
  if (!isRecord(value)) return false
  const { key, operator, values } = value as Readonly<Record<'key' | 'operator' | 'values', unknown>>
  return isString(key) && isString(operator) && (values === undefined || areStrings(values))
}

const isPod = (value: unknown): boolean => {
  const pod = value as Parts
  if (pod.kind !== 'Pod' || !isLabelled(pod)) return false
  if (pod.spec === undefined) return true
  if (!isRecord(pod.spec)) return false
  const { nodeName, affinity } = pod.spec as { readonly nodeName?: unknown; readonly affinity?: unknown }
  return (nodeName === undefined || isString(nodeName)) && hasPart(affinity, isAffinity)
}

const isCondition = (value: unknown): boolean => {
  if (!isRecord(value)) return false
  const condition: { readonly type?: unknown; readonly status?: unknown } = value
  return isString(condition.type) && isString(condition.status)
}

const isJob = (value: unknown): boolean => {
  const job = value as Parts
  if (job.kind !== 'Job' || !isLabelled(job)) return false
  if (job.status === undefined) return true
  if (!isRecord(job.status)) return false
  const { startTime, conditions } = job.status as { readonly startTime?: unknown; readonly conditions?: unknown }
  return (
    (startTime === undefined || isInstant(startTime)) && (conditions === undefined || isListOf(conditions, isCondition))
  )
}

const isReplicaSet = (value: unknown): boolean => {
  const set = value as Parts
  if (set.kind !== 'ReplicaSet' || !isLabelled(set)) return false
  const { spec = {}, status = {} } = set
  if (!isRecord(spec) || !isRecord(status)) return false
  const { replicas, template } = spec as { readonly replicas?: unknown; readonly template?: unknown }
  const seen = status as { readonly replicas?: unknown; readonly observedGeneration?: unknown }
  return (
    isCountOrAbsent(replicas) &&
    (template === undefined || (isRecord(template) && !Array.isArray(template))) &&
    isCountOrAbsent(seen.replicas) &&
    isCountOrAbsent(seen.observedGeneration)
  )
}

/** True where no two objects of a namespace have one name. Most names are the only ones of all namespaces. */
const namesDiffer = (objects: ReadonlyArray<KubeObject>): boolean =>
  numbering(objects.map(({ metadata }) => metadata.name)).distinct ||
  numbering(objects.map(({ metadata: { namespace = '', name } }) => `${namespace}/${name}`)).distinct

/** Looks over a list of objects of the API. */
export type QuickLook = (objects: ReadonlyArray<KubeObject>) => boolean

/** How each of the lists with many objects is looked over. */
export const quickLooks: Readonly<Record<'pods' | 'jobs' | 'replicaSets', QuickLook>> = {
  pods: (list) => isListOf(list, isPod) && namesDiffer(list),
  jobs: (list) => isListOf(list, isJob) && namesDiffer(list),
  replicaSets: (list) => isListOf(list, isReplicaSet) && namesDiffer(list),
}
