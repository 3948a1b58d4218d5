/** The link below the container log directory that the kubelet gives a container, and takes away with it. */
import type { ContainerTarget, Target } from './reason.js'

/** Containers, by id. */
export interface Owners {
  readonly get: (id: string) => ContainerTarget | undefined
}

/** The containers among some targets. */
export const ownersIn = (targets: ReadonlyArray<Target>): Owners =>
  new Map(targets.flatMap((target) => (target._tag === 'Container' ? [[target.id, target] as const] : [])))

/**
 * The one of some containers whose link a path is: `POD_NAMESPACE_NAME-ID.log`, in whatever directory. A snapshot does
 * not say what the pod is called, so any two names will do; those of pods and namespaces have no underscore.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/legacy.go legacyLogSymlink
 */
export const ownerOf = (owners: Owners, path: string): ContainerTarget | null => {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const owner = owners.get(file.slice(file.lastIndexOf('-') + 1, -'.log'.length))
  if (owner === undefined) return null
  const end = `_${owner.name}-${owner.id}.log`
  return file.endsWith(end) && podAndNamespace.test(file.slice(0, -end.length)) ? owner : null
}

const podAndNamespace = /^[^_]+_[^_]+$/
