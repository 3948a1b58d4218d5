/**
 * Which revisions are in use, by the revision label of pods. A pod without a controller may be adopted at any time, so
 * it counts for every controller of its namespace.
 */
import { compareText } from '../../internal/lists.js'
import { revisionLabel } from './action.js'
import { type OwnedByRule, byController, controllerOf } from './keeper.js'
import { labelOf } from '../selector.js'
import type { Keeper, Pod } from './snapshot.js'
import type { Uses } from './uses.js'

/** Who uses a revision, by the value of the label; nothing for one that no pod uses. */
export type PodsOfRevision = (label: string) => Uses | null

/** Pods of controllers, as uses of revisions. */
export interface PodIndex {
  /** Pods that a controller has, in the order of the snapshot. */
  readonly podsOf: (keeper: Keeper) => ReadonlyArray<Pod>
  /** Their uses of its revisions; pods for which `counts` does not hold use none. */
  readonly usesOf: (keeper: Keeper, counts?: (pod: Pod) => boolean) => PodsOfRevision
}

interface Use {
  pods: number
  first: string
}

/** An index over the pods of some controllers and those of none. */
export const podIndex = (pods: ReadonlyArray<Pod>, keepers: ReadonlyArray<Keeper>, ownedBy?: OwnedByRule): PodIndex => {
  const owned = byController(keepers.length === 0 ? [] : pods, keepers, ownedBy)
  const strays = new Map<string, Map<string, Use>>()
  for (const pod of keepers.length === 0 ? [] : pods) {
    if (controllerOf(pod) !== undefined) continue
    const namespace = pod.metadata.namespace ?? ''
    const uses = strays.get(namespace) ?? new Map<string, Use>()
    strays.set(namespace, uses)
    note(uses, pod)
  }
  const podsOf = ({ metadata }: Keeper): ReadonlyArray<Pod> => owned.get(metadata.uid) ?? []
  return {
    podsOf,
    usesOf: (keeper, counts = () => true) => {
      const uses = new Map<string, Use>()
      for (const pod of podsOf(keeper)) if (counts(pod)) note(uses, pod)
      const stray = strays.get(keeper.metadata.namespace ?? '')
      return (label) => {
        const use = uses.get(label) ?? stray?.get(label)
        return use === undefined ? null : { _tag: 'Pods', ...use }
      }
    },
  }
}

const note = (uses: Map<string, Use>, pod: Pod): void => {
  const label = labelOf(revisionLabel)(pod) ?? ''
  if (label === '') return
  const { name } = pod.metadata
  const use = uses.get(label)
  if (use === undefined) uses.set(label, { pods: 1, first: name })
  else {
    use.pods++
    if (compareText(name, use.first) < 0) use.first = name
  }
}

/**
 * True for a pod of a DaemonSet that can be told to belong to a node: it is bound, or its affinity names one node.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/util/daemonset_util.go GetTargetNodeName
 */
export const hasNode = ({ spec }: Pod): boolean => {
  if ((spec?.nodeName ?? '') !== '') return true
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  for (const { matchFields = [] } of terms)
    for (const { key, operator, values = [] } of matchFields)
      if (key === 'metadata.name' && operator === 'In') return values.length === 1
  return false
}
