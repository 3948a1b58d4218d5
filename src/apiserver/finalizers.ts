/**
 * Which garbage collection finalizers an object has after a delete request.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go deletionFinalizersForGarbageCollection
 */
import { groupOf } from './coverage.js'
import type { KubeObject } from './object.js'
import { foregroundFinalizer, orphanFinalizer } from './object.js'
import { defaultPolicyOf } from './default-policy.js'
import type { DeleteOptions } from './options.js'

/** The finalizers after the request: all but the collector's two as they were, then those that the request calls for. */
export const finalizersAfter =
  (options: DeleteOptions) =>
  (object: KubeObject): ReadonlyArray<string> => {
    const before = object.metadata.finalizers ?? []
    const others = before.filter((finalizer) => !isCollectors(finalizer))
    if (orphans(options, object)) others.push(orphanFinalizer)
    if (waits(options, object)) others.push(foregroundFinalizer)
    return others
  }

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

/**
 * Namespaces are deleted by code of their own, which takes "do not orphan" for "wait".
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/namespace/storage/storage.go Delete
 */
export const isNamespace = ({ apiVersion, kind }: KubeObject): boolean =>
  kind === 'Namespace' && groupOf(apiVersion) === ''
