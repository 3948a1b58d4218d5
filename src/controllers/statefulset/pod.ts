/**
 * The pod of one ordinal of a set.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go newStatefulSetPod
 */
import { isObject } from '../../internal/schema/object.js'
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { podOf } from '../workload/pods.js'
import { fieldsOf, listIn } from '../workload/fields.js'
import { meetsSelector } from '../workload/selector.js'
import { claimName } from './claims.js'
import type { SetSpec } from './set.js'

/**
 * A new pod with its claims as volumes; nothing for a set that shows no template, or one that can't be read or that its own
 * selector does not meet, which the API refuses.
 */
export const newPod = (
  set: WholeObject,
  { claimTemplates }: SetSpec,
  ordinal: number,
  revision: string,
): WholeObject | undefined => {
  const name = `${set.metadata.name}-${ordinal}`
  const template = ownField(set.spec, 'template')
  const labels = {
    'controller-revision-hash': revision,
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinal),
  }
  const pod = isObject(template) ? podOf(set, template, name, { labels }) : undefined
  if (pod === undefined || meetsSelector(ownField(set.spec, 'selector'))?.(pod) !== true) return undefined
  const claims = claimTemplates.map((claim) => ({
    name: claim.name,
    persistentVolumeClaim: { claimName: claimName(claim, set, ordinal) },
  }))
  const others = listIn(pod.spec, 'volumes').filter((volume) =>
    claimTemplates.every((claim) => claim.name !== ownField(volume, 'name')),
  )
  const subdomain = ownField(set.spec, 'serviceName')
  return { ...pod, spec: { ...fieldsOf(pod.spec), hostname: name, subdomain, volumes: [...claims, ...others] } }
}
