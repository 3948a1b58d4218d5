/** A StatefulSet as its controller reads it: which pods it wants, from which template, and whether their claims are kept. */
import type { WholeObject } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { ownField } from '../../internal/lists.js'
import { countIn, listIn, textIn } from '../workload/fields.js'
import { isOf } from '../workload/pods.js'

/** Whether a claim is kept or deleted. */
export type Retention = 'Retain' | 'Delete'

/** Whether claims are kept once the set is gone, and once it has fewer pods. */
export interface RetentionPolicy {
  readonly whenDeleted: Retention
  readonly whenScaled: Retention
}

/** The specification of a set. */
export interface SetSpec {
  /** The first ordinal, and the one behind the last. */
  readonly start: number
  readonly end: number
  /** The number of pods is stated. One that is not is taken for one, and no pod is too many. */
  readonly isStated: boolean
  /** Pods need not wait for each other. */
  readonly isParallel: boolean
  readonly minReadySeconds: number
  readonly retention: RetentionPolicy
  /** Of the claims, those that have a name. */
  readonly claimTemplates: ReadonlyArray<ClaimTemplate>
}

/** The template of one claim of each pod. */
export interface ClaimTemplate {
  readonly name: string
  readonly template: unknown
}

/** True for a StatefulSet. */
export const isSet: (one: Pick<WholeObject, 'apiVersion' | 'kind'>) => boolean = isOf('apps', 'StatefulSet')

/** The address of a set. */
export const setNamed = (namespace: string, name: string): Address => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  resource: 'statefulsets',
  namespace,
  name,
})

/** The API holds ordinals in 32 bits. */
const largestOrdinal = 0x7fffffff

/** The specification of a set; nothing where it is not shown, or has ordinals that the API does not take. */
export const specOf = ({ spec }: WholeObject): SetSpec | undefined => {
  if (typeof spec !== 'object' || spec === null) return undefined
  const replicas = countIn(spec, 'replicas')
  const start = countIn(ownField(spec, 'ordinals'), 'start') ?? 0
  const end = start + (replicas ?? 1)
  if (end > largestOrdinal) return undefined
  return {
    start,
    end,
    isStated: replicas !== undefined,
    isParallel: ownField(spec, 'podManagementPolicy') === 'Parallel',
    minReadySeconds: countIn(spec, 'minReadySeconds') ?? 0,
    retention: retentionOf(ownField(spec, 'persistentVolumeClaimRetentionPolicy')),
    claimTemplates: listIn(spec, 'volumeClaimTemplates').flatMap(claimTemplate),
  }
}

const claimTemplate = (template: unknown): ReadonlyArray<ClaimTemplate> => {
  const name = textIn(ownField(template, 'metadata'), 'name')
  return name === undefined ? [] : [{ name, template }]
}

/**
 * A policy with an unknown word keeps everything.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaimRetentionPolicy
 */
const retentionOf = (policy: unknown): RetentionPolicy => {
  const whenDeleted = ownField(policy, 'whenDeleted') ?? 'Retain'
  const whenScaled = ownField(policy, 'whenScaled') ?? 'Retain'
  return isRetention(whenDeleted) && isRetention(whenScaled)
    ? { whenDeleted, whenScaled }
    : { whenDeleted: 'Retain', whenScaled: 'Retain' }
}

const isRetention = (value: unknown): value is Retention => value === 'Retain' || value === 'Delete'

/** The set and the ordinal in the name of a pod; nothing for a name that has none. */
export const memberName = (name: string): { readonly set: string; readonly ordinal: number } | undefined => {
  const match = /(.*)-(\d+)$/s.exec(name)
  const ordinal = Number(match?.[2])
  return match === null || ordinal > largestOrdinal ? undefined : { set: match[1] ?? '', ordinal }
}

/** True for the ordinal of a pod that the set wants. */
export const isWanted = ({ start, end }: SetSpec, ordinal: number): boolean => ordinal >= start && ordinal < end
