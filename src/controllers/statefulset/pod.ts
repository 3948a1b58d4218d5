/**
 * The pod of one ordinal of a set.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go newStatefulSetPod
 */
import { isObject } from '../../internal/schema/object.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { ownField } from '../../internal/lists.js'
import { podFrom } from '../pod-template.js'
import { claimName } from './claims.js'
import type { SetSpec } from './set.js'

/** The address of a pod. */
export const podNamed = (namespace = '', name: string): Address => ({
  apiVersion: 'v1',
  kind: 'Pod',
  resource: 'pods',
  namespace,
  name,
})

/** A new pod with its claims as volumes; nothing for a set that shows no template. */
export const newPod = (
  set: WholeObject,
  { claimTemplates }: SetSpec,
  ordinal: number,
  revision: string,
): WholeObject | undefined => {
  const name = `${set.metadata.name}-${ordinal}`
  const pod = podFrom(ownField(set.spec, 'template'), set, name)
  if (pod === undefined) return undefined
  const spec = isObject(pod.spec) ? pod.spec : {}
  const volumes = ownField(spec, 'volumes')
  const given: ReadonlyArray<unknown> = Array.isArray(volumes) ? volumes : []
  const others = given.filter((volume) => claimTemplates.every(({ name }) => name !== ownField(volume, 'name')))
  const claims = claimTemplates.map((claim) => ({
    name: claim.name,
    persistentVolumeClaim: { claimName: claimName(claim, set, ordinal) },
  }))
  const labels = {
    ...pod.metadata.labels,
    'controller-revision-hash': revision,
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinal),
  }
  return {
    ...pod,
    metadata: { ...pod.metadata, labels },
    spec: {
      ...spec,
      hostname: name,
      subdomain: ownField(set.spec, 'serviceName'),
      volumes: [...claims, ...others],
    },
  }
}
