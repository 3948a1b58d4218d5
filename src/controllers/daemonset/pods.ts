/**
 * The pods of a DaemonSet: for which node each is, which are to go, and how new ones are made.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go manage
 */
import { type WholeObject, isBeingDeleted, isFinished, nodeNameOf } from '../../apiserver/object.js'
import { addTo, compareText, ownField } from '../../internal/lists.js'
import { fieldsOf, listIn, textIn } from '../workload/fields.js'
import { podOf } from '../workload/pods.js'
import { type Fit, fitOf } from './fits.js'
import type { DaemonWhy } from './reason.js'

/** A pod that is to go, and why. */
export interface Going {
  readonly pod: WholeObject
  readonly why: Extract<DaemonWhy['_tag'], `DaemonPod${string}`>
}

/** What is to change. */
export interface Changes {
  /** Names of nodes that get a pod. */
  readonly missing: ReadonlyArray<string>
  readonly going: ReadonlyArray<Going>
}

/** What is to change for pods of a template, on these nodes; `showsAll`: there are no others. */
export const changesOn = (
  template: unknown,
  nodes: ReadonlyArray<WholeObject>,
  pods: ReadonlyArray<WholeObject>,
  showsAll: boolean,
): Changes => {
  const byNode = new Map<string, WholeObject[]>()
  for (const pod of pods) {
    const name = targetOf(pod)
    if (name === undefined || (isFinished(pod) && isBeingDeleted(pod))) continue
    addTo(byNode, name, pod)
  }
  const spec = ownField(template, 'spec')
  const names = new Set(nodes.map(({ metadata }) => metadata.name))
  const fits = nodes.map((node) => ({ name: node.metadata.name, fit: fitOf(spec, node) }))
  const isLost = (pod: WholeObject): boolean => {
    const name = targetOf(pod)
    return nodeNameOf(pod) === undefined && name !== undefined && !names.has(name)
  }
  return {
    missing: fits.flatMap(({ name, fit }) => (fit === 'runs' && !byNode.has(name) ? [name] : [])),
    going: [
      ...fits.flatMap(({ name, fit }) => goingOf(byNode.get(name) ?? [], fit)),
      ...(showsAll ? pods.filter(isLost) : []).map((pod) => ({ pod, why: 'DaemonPodMisplaced' }) as const),
    ].filter(({ pod }) => !isBeingDeleted(pod)),
  }
}

/** Of several that run, the oldest stays, one that is bound first. */
const goingOf = (pods: ReadonlyArray<WholeObject>, fit: Fit): ReadonlyArray<Going> => {
  if (fit === 'unknown') return []
  if (fit === 'never') return pods.map((pod) => ({ pod, why: 'DaemonPodMisplaced' }))
  const running = pods.filter((pod) => !isFinished(pod) && !isBeingDeleted(pod)).sort(byRank)
  return [
    ...pods.filter(isFinished).map((pod) => ({ pod, why: 'DaemonPodEnded' }) as const),
    ...running.slice(1).map((pod) => ({ pod, why: 'DaemonPodSurplus' }) as const),
  ]
}

const byRank = (a: WholeObject, b: WholeObject): number =>
  Number(nodeNameOf(a) === undefined) - Number(nodeNameOf(b) === undefined) ||
  (a.metadata.creationTimestamp?.getTime() ?? 0) - (b.metadata.creationTimestamp?.getTime() ?? 0) ||
  compareText(a.metadata.name, b.metadata.name)

/**
 * The node for which a pod is: the one that it is bound to, or that its affinity names.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/util/daemonset_util.go GetTargetNodeName
 */
export const targetOf = (pod: WholeObject): string | undefined =>
  nodeNameOf(pod) ?? termsOf(pod.spec).flatMap(namesIn)[0]

const required = 'requiredDuringSchedulingIgnoredDuringExecution'

const termsOf = (spec: unknown): ReadonlyArray<unknown> =>
  listIn(ownField(ownField(ownField(spec, 'affinity'), 'nodeAffinity'), required), 'nodeSelectorTerms')

const namesIn = (term: unknown): ReadonlyArray<string> =>
  listIn(term, 'matchFields').flatMap((field) =>
    textIn(field, 'key') === 'metadata.name' && textIn(field, 'operator') === 'In'
      ? listIn(field, 'values').filter((value) => typeof value === 'string')
      : [],
  )

/**
 * A pod for a node; a scheduler binds it, by the affinity for the name of the node, which takes the place of the required one of
 * the template.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/util/daemonset_util.go ReplaceDaemonSetPodNodeNameNodeAffinity
 */
export const podFor = (daemonSet: WholeObject, name: string, node: string, hash: string): WholeObject | undefined => {
  const template = ownField(daemonSet.spec, 'template')
  const pod = podOf(daemonSet, template, name, { labels: { 'controller-revision-hash': hash } })
  if (pod === undefined) return undefined
  const spec = fieldsOf(pod.spec)
  const affinity = fieldsOf(spec['affinity'])
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }]
  const nodeAffinity = { ...fieldsOf(affinity['nodeAffinity']), [required]: { nodeSelectorTerms: [{ matchFields }] } }
  return { ...pod, spec: { ...spec, affinity: { ...affinity, nodeAffinity } } }
}
