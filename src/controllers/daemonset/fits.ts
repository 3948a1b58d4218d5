/**
 * Whether a node is to run a daemon pod: its labels and name against the affinity of the template, its taints against the
 * tolerations.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go NodeShouldRunDaemonPod
 */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { selects } from '../selector.js'
import { isObject } from '../../internal/schema/object.js'
import { fieldsOf, listOrNone, textIn } from '../workload/fields.js'
import { labelsIn, requirementsIn } from '../workload/selector.js'

/** `runs`: a pod belongs there. `keeps`: none is made, but one that is there stays. */
export type Fit = 'runs' | 'keeps' | 'never' | 'unknown'

/** What a node has to do with the pods of a template, which is the specification of a pod. */
export const fitOf = (template: unknown, node: WholeObject): Fit => {
  const named = textIn(template, 'nodeName') ?? ''
  if (named !== '' && named !== node.metadata.name) return 'never'
  if (node.spec === undefined) return 'unknown'
  const isMeant = meetsSelector(template, node)
  if (isMeant === undefined) return 'unknown'
  if (!isMeant) return 'never'
  const [taints, tolerations] = [listOrNone(node.spec, 'taints'), listOrNone(template, 'tolerations')]
  if (taints === undefined || tolerations === undefined) return 'unknown'
  const untolerated = taints.filter((taint) => !isTolerated(template, tolerations, taint))
  const effects = new Set(untolerated.map((taint) => textIn(taint, 'effect')))
  if (effects.has('NoExecute')) return 'never'
  return effects.has('NoSchedule') ? 'keeps' : 'runs'
}

/** Nothing where a requirement can't be read. */
const meetsSelector = (template: unknown, node: WholeObject): boolean | undefined => {
  const matchLabels = labelsIn(ownField(template, 'nodeSelector'))
  if (matchLabels === undefined) return undefined
  if (!selects({ matchLabels })(node)) return false
  const affinity = ownField(ownField(template, 'affinity'), 'nodeAffinity')
  const required = ownField(affinity, 'requiredDuringSchedulingIgnoredDuringExecution')
  if (required === undefined || required === null) return true
  const terms = isObject(required)
    ? listOrNone(required, 'nodeSelectorTerms')?.map((term) => meetsTerm(term, node))
    : undefined
  if (terms === undefined) return undefined
  return terms.includes(true) ? true : terms.includes(undefined) ? undefined : false
}

/** A term without requirements meets nothing. */
const meetsTerm = (term: unknown, node: WholeObject): boolean | undefined => {
  const expressions = requirementsIn(term, 'matchExpressions')
  const fields = requirementsIn(term, 'matchFields')
  if (expressions === undefined || fields === undefined) return undefined
  if ([...expressions, ...fields].some(({ operator }) => !known.has(operator))) return undefined
  if (expressions.length + fields.length === 0) return false
  const byName = { ...node, metadata: { ...node.metadata, labels: { 'metadata.name': node.metadata.name } } }
  return selects({ matchExpressions: expressions })(node) && selects({ matchExpressions: fields })(byName)
}

const known: ReadonlySet<string> = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist'])

/**
 * Taints that every daemon pod tolerates.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/util/daemonset_util.go AddOrUpdateDaemonPodTolerations
 */
const always: ReadonlyMap<string, string> = new Map([
  ['node.kubernetes.io/not-ready', 'NoExecute'],
  ['node.kubernetes.io/unreachable', 'NoExecute'],
  ['node.kubernetes.io/disk-pressure', 'NoSchedule'],
  ['node.kubernetes.io/memory-pressure', 'NoSchedule'],
  ['node.kubernetes.io/pid-pressure', 'NoSchedule'],
  ['node.kubernetes.io/unschedulable', 'NoSchedule'],
])

const isTolerated = (template: unknown, tolerations: ReadonlyArray<unknown>, taint: unknown): boolean => {
  const [key, effect] = [textIn(taint, 'key') ?? '', textIn(taint, 'effect')]
  if (always.get(key) === effect) return true
  if (key === 'node.kubernetes.io/network-unavailable' && effect === 'NoSchedule')
    if (ownField(template, 'hostNetwork') === true) return true
  return tolerations.some((toleration) => tolerates(toleration, taint))
}

const tolerates = (toleration: unknown, taint: unknown): boolean => {
  const { key = '', operator = 'Equal', value = '', effect = '' } = fieldsOf(toleration)
  const isOfEffect = effect === '' || effect === textIn(taint, 'effect')
  const isOfKey = key === '' ? operator === 'Exists' : key === textIn(taint, 'key')
  return isOfEffect && isOfKey && (operator === 'Exists' || value === (textIn(taint, 'value') ?? ''))
}
