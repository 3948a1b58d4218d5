/**
 * The metadata that a delete request sets: the finalizers of garbage collection, the deletion timestamp, the generation.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go deletionFinalizersForGarbageCollection
 */
import { instant } from '../core/time.js'
import type { Answer } from './answer.js'
import {
  type KubeObject,
  type ObjectMeta,
  groupOf,
  foregroundFinalizer,
  orphanFinalizer,
  isNamespace,
  withMetadata,
} from './object.js'
import type { DeleteOptions } from './request.js'

/** The finalizers after the request: all but the collector's two as they were, then those that the request calls for. */
export const finalizersAfter =
  (options: DeleteOptions) =>
  (object: KubeObject): ReadonlyArray<string> => {
    const others = object.metadata.finalizers?.filter((finalizer) => !isCollectors(finalizer)) ?? []
    const own = orphans(options, object) ? orphanAlone : waits(options, object) ? foregroundAlone : others
    return own === others || others.length === 0 ? own : [...others, ...own]
  }

/** Objects of a large cascade share them. */
const orphanAlone: ReadonlyArray<string> = [orphanFinalizer]
const foregroundAlone: ReadonlyArray<string> = [foregroundFinalizer]

const isCollectors = (finalizer: string): boolean => finalizer === orphanFinalizer || finalizer === foregroundFinalizer

/** The first of the collector's finalizers that the object carries already. */
const carried = ({ metadata }: KubeObject): string | undefined => metadata.finalizers?.find(isCollectors)

const orphans = ({ orphanDependents, propagationPolicy }: DeleteOptions, object: KubeObject): boolean => {
  const byDefault = defaultPolicyOf(object)
  if (byDefault === 'Unsupported') return false
  if (orphanDependents !== undefined) return orphanDependents
  if (propagationPolicy !== undefined) return propagationPolicy === 'Orphan'
  const finalizer = carried(object)
  return finalizer === undefined ? byDefault === 'Orphan' : finalizer === orphanFinalizer
}

const waits = ({ orphanDependents, propagationPolicy }: DeleteOptions, object: KubeObject): boolean => {
  if (defaultPolicyOf(object) === 'Unsupported') return false
  if (orphanDependents !== undefined) return !orphanDependents && isNamespace(object)
  if (propagationPolicy !== undefined) return propagationPolicy === 'Foreground'
  return carried(object) === foregroundFinalizer
}

/** `Orphan`: dependents stay. `Delete`: they are deleted later. `Unsupported`: the kind is not garbage collected. */
export type DefaultPolicy = 'Orphan' | 'Delete' | 'Unsupported'

/**
 * What happens to the dependents of a kind when a delete request has no propagation policy. Kinds without a default,
 * such as custom resources, act as `Delete`.
 *
 * @upstream kubernetes 1.36.2 pkg/registry DefaultGarbageCollectionPolicy
 */
export const defaultPolicyOf = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): DefaultPolicy => {
  switch (kind) {
    case 'Event':
      return ['', 'events.k8s.io'].includes(groupOf(apiVersion)) ? 'Unsupported' : 'Delete'
    case 'Job':
      return groupOf(apiVersion) === 'batch' ? 'Orphan' : 'Delete'
    case 'ReplicationController':
      return groupOf(apiVersion) === '' ? 'Orphan' : 'Delete'
    case 'CronJob':
      return apiVersion === 'batch/v1beta1' ? 'Orphan' : 'Delete'
    default:
      return 'Delete'
  }
}

/** What a delete request sets; what is left out stays as it is. */
type DeletionMark = Partial<
  Pick<ObjectMeta, 'finalizers' | 'generation' | 'deletionTimestamp' | 'deletionGracePeriodSeconds'>
>

/**
 * The object with its marks, the same one where it has them already; with `orphanDependents: false` the answer is 202
 * (accepted), not 200.
 */
export const stays = <O extends KubeObject>(
  { orphanDependents }: DeleteOptions,
  object: O,
  change: DeletionMark,
): Answer<O> => ({
  _tag: 'Stays',
  code: orphanDependents === false ? 202 : 200,
  object: has(object.metadata, change) ? object : withMetadata(change, object),
})

/** True for metadata that a mark leaves as it is. */
const has = (metadata: ObjectMeta, mark: DeletionMark): boolean =>
  (mark.deletionTimestamp === undefined ||
    mark.deletionTimestamp.getTime() === metadata.deletionTimestamp?.getTime()) &&
  (mark.generation === undefined || mark.generation === metadata.generation) &&
  (mark.deletionGracePeriodSeconds === undefined ||
    mark.deletionGracePeriodSeconds === metadata.deletionGracePeriodSeconds) &&
  (mark.finalizers === undefined || isSameList(mark.finalizers, metadata.finalizers))

const isSameList = (list: ReadonlyArray<string>, other: ReadonlyArray<string> | undefined): boolean =>
  list.length === other?.length && list.every((text, index) => text === other[index])

/** Finalizers as a change; an object that never had any gets no empty list. */
export const finalizersChange = (object: KubeObject, finalizers: ReadonlyArray<string>): DeletionMark =>
  finalizers.length > 0 || object.metadata.finalizers !== undefined ? { finalizers } : {}

/** The first request increments the generation, for kinds that have one. */
export const nextGeneration = ({ metadata }: KubeObject): DeletionMark => {
  const { generation, deletionTimestamp } = metadata
  return generation === undefined || generation === 0 || deletionTimestamp !== undefined
    ? {}
    : { generation: generation + 1 }
}

/** The API keeps times in whole seconds; the same instant where it is one. */
export const wholeSeconds = (at: Date): Date =>
  at.getTime() % 1000 === 0 ? at : instant(Math.floor(at.getTime() / 1000) * 1000)
