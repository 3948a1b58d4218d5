/**
 * The quarantine: nodes that pods name but that weren't found. They get time to appear before they count as gone.
 */
import { isAfter } from 'date-fns/isAfter'

import { after } from '../../core/time.js'
import { compareText } from '../../internal/lists.js'
import { covers } from '../../apiserver/scope.js'
import type { Policy } from './policy.js'
import type { Memory, Observation, Pod, Quarantined } from './snapshot.js'

export type { Memory, Quarantined } from './snapshot.js'

/** No node in quarantine. */
export const emptyMemory: Memory = { waiting: [], ripe: [] }

/** The node that a pod is bound to; nothing while it is bound to none. */
export const nodeNameOf = ({ spec }: Pod): string | undefined => {
  const name = spec?.nodeName
  return name === '' ? undefined : name
}

/**
 * Folds one observation into the memory.
 *
 * Shape: a missing node that a pod names is in quarantine from the first such observation, then ripe for one run,
 * unless it exists by then. Coming back meanwhile changes nothing. While nodes are not covered, no quarantine begins.
 * Order: by name, code unit by code unit.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcOrphaned
 *
 * @example
 * ```ts
 * import { unknown } from 'gcplan'
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'shop', name: 'web-0', uid: 'u-1' }, spec: { nodeName: 'gone' } }
 * const look = { at: new Date('2026-01-01T12:00:00Z'), pods: [pod], nodes: [], coverage: { _tag: 'Everything' }, apiNodes: unknown } as const
 * console.log(PodGc.observe(PodGc.defaultPolicy)(look)(PodGc.emptyMemory).waiting)
 * // [ { node: 'gone', until: 2026-01-01T12:00:40.000Z } ]
 * ```
 */
export const observe =
  ({ quarantine, controller }: Policy) =>
  ({ at, pods, nodes, coverage }: Pick<Observation, 'at' | 'pods' | 'nodes' | 'coverage'>) =>
  (memory: Memory): Memory => {
    if (controller === 'off') return emptyMemory
    const ripe = new Set<string>()
    const waiting = new Map<string, Date>()
    for (const { node, until } of memory.waiting)
      if (!isAfter(until, at)) ripe.add(node)
      else waiting.set(node, until)
    if (covers(coverage)('v1', 'Node')) {
      const known = new Set(nodes.map(({ metadata }) => metadata.name))
      for (const pod of pods) {
        const node = nodeNameOf(pod)
        if (node === undefined || known.has(node)) continue
        if (quarantine === 0) ripe.add(node)
        else if (!waiting.has(node)) waiting.set(node, after(at, quarantine))
      }
    }
    return {
      waiting: [...waiting]
        .map(([node, until]): Quarantined => ({ node, until }))
        .sort((a, b) => compareText(a.node, b.node)),
      ripe: [...ripe].sort(compareText),
    }
  }
