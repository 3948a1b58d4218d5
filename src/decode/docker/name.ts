/**
 * Parser of the container names that dockershim kubelets wrote: they hold what labels hold today.
 */

/** The parts of a Docker container's name. */
export type DockerName =
  | {
      readonly _tag: 'OfKubelet'
      readonly container: string
      readonly pod: string
      readonly namespace: string
      readonly podUid: string
      /** The attempt; a random suffix in old releases. */
      readonly suffix: string
    }
  /** Begins as the kubelet's names do and has too few parts; such a container is unidentified. */
  | { readonly _tag: 'Malformed' }
  /** Not the kubelet's. */
  | { readonly _tag: 'Foreign' }

/**
 * Reads `k8s_CONTAINER_POD_NAMESPACE_UID_ATTEMPT`; the container part may end in `.HASH`, further parts are left alone.
 *
 * @upstream kubernetes v1.5 pkg/kubelet/dockertools/docker.go ParseDockerName
 * @example
 * ```ts
 * import { parseDockerName } from 'gcplan/decode'
 *
 * console.log(parseDockerName('/k8s_web.3fa1_web-0_shop_9015d9df_2')._tag) // OfKubelet
 * console.log(parseDockerName('/k8s_web_shop')._tag) // Malformed
 * console.log(parseDockerName('/registry')._tag) // Foreign
 * ```
 */
export const parseDockerName = (name: string): DockerName => {
  const [prefix, named, pod, namespace, podUid, suffix] = (typeof name === 'string' ? name : '')
    .replace(/^\//, '')
    .split('_')
  if (prefix !== 'k8s' || named === undefined) return { _tag: 'Foreign' }
  if (pod === undefined || namespace === undefined || podUid === undefined || suffix === undefined)
    return { _tag: 'Malformed' }
  return { _tag: 'OfKubelet', container: named.replace(/\..*$/s, ''), pod, namespace, podUid, suffix }
}
