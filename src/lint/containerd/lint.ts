/**
 * Lint of containerd's metadata: what is dangerous, has no effect, or is about to be lost.
 */
import { elementAt, compareText } from '../../internal/lists.js'
import { lazily } from '../../internal/lazily.js'
import { either as E } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import { type ItemOf, type Kind, type NamespaceIndex, find, kinds } from '../../containerd/graph/node-index.js'
import type { Graph } from '../../containerd/graph/graph.js'
import { nodeOf } from '../../containerd/graph/node.js'
import { expiredFrom } from '../../containerd/graph/expiry.js'
import { plan, soundGraph } from '../../containerd/plan.js'
import type { Policy } from '../../containerd/policy.js'
import type { Snapshot } from '../../containerd/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import type { ContainerdFact, ContainerdFinding } from './finding.js'
import { holdingJudge, referenceTest } from './holding.js'
import { type Labelled, type Say, labelJudge } from './labels.js'

/**
 * Lints the labels, leases and references in containerd's metadata, under the rules of a policy.
 *
 * A label that looks like a garbage collection label but has no effect is a problem: what it should hold is collected.
 * So is an image whose target references nothing while blobs of its namespace are unreachable, because the collector
 * does not read manifests. A record that is never collected is advice. A harmless gap, such as the manifest of another
 * platform that was never fetched, is a note.
 *
 * Order: by namespace, kind in the order of the sweep, then key; of one record by tag, then label. Findings are about
 * records of the snapshot; other records that they name may not exist.
 * Fails: `InvalidInput`, as `plan`.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy } from 'gcplan/containerd'
 * import { explainContainerdFinding, lintContainerd } from 'gcplan/lint'
 *
 * const none = { snapshots: [], images: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const content = [{ digest: 'sha256:a', size: 1, labels: [['containerd.io/gc.expire', '2026-01-01T00:00:00Z']] as const }]
 * const found = lintContainerd(defaultPolicy)({
 *   at: new Date(0),
 *   namespaces: [{ ...none, name: 'k8s.io', inMetadata: true, content }],
 * })
 * console.log(E.isRight(found) && found.right.map(explainContainerdFinding).join()) // the label containerd.io/gc.expire on content sha256:a in k8s.io does nothing: the collector does not read it there
 * ```
 */
export const lintContainerd =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<InvalidInput, ReadonlyArray<ContainerdFinding>> =>
    pipe(
      soundGraph(policy, snapshot),
      E.map((graph) => findingsOn(policy, graph, snapshot)),
    )

const findingsOn = (policy: Policy, graph: Graph, snapshot: Snapshot): ReadonlyArray<ContainerdFinding> => {
  const epochMillis = snapshot.at.getTime()
  const judgeLabels = labelJudge(policy)
  const judgeHolding = holdingJudge(policy, epochMillis)
  const judgeTarget = targetJudge(
    policy,
    graph,
    epochMillis,
    lazily(() => unreachableContent(policy, snapshot)),
  )
  const findings: ContainerdFinding[] = []
  const said: { readonly level: ContainerdFinding['level']; readonly fact: ContainerdFact }[] = []
  const say: Say = (level, fact) => {
    said.push({ level, fact })
  }
  const judge = (space: NamespaceIndex, kind: Labelled, item: ItemOf<Labelled>, index: number): void => {
    judgeLabels(kind, item.labels, say)
    judgeHolding(space, kind, index, say)
    if ('target' in item) judgeTarget(space, item, say)
  }
  for (const space of graph.nodeIndex.namespaces) {
    if (!space.inMetadata) continue
    for (const kind of kinds) {
      if (!isLabelled(kind)) continue
      const { start, items } = space.groups[kind]
      for (let index = 0; index < items.length; index++) {
        judge(space, kind, elementAt<ItemOf<Labelled>>(items, index), index)
        if (said.length === 0) continue
        const record = nodeOf(graph, start + index)
        for (const { level, fact } of said.sort(byTagAndLabel)) findings.push({ level, record, ...fact })
        said.length = 0
      }
    }
  }
  return findings
}

const isLabelled = (kind: Kind): kind is Labelled => kind !== 'Ingest' && kind !== 'Stream'

const byTagAndLabel = (
  { fact: left }: { readonly fact: ContainerdFact },
  { fact: right }: { readonly fact: ContainerdFact },
): number => compareText(left._tag, right._tag) || compareText(labelOf(left), labelOf(right))

const labelOf = (fact: ContainerdFact): string => ('label' in fact ? fact.label : '')

/** Clients label blobs with what they reference; without those labels, layers are deleted at the next collection. */
const targetJudge = (
  policy: Policy,
  graph: Graph,
  epochMillis: number,
  unreachable: () => ReadonlyMap<string, number>,
): ((space: NamespaceIndex, image: ItemOf<'Image'>, say: Say) => void) => {
  const refers = referenceTest(policy)
  return (space, { target, labels }, say) => {
    const number = find(space.keyIndexes.Content, target)
    if (number < 0 || (policy.imagesCollected && expiredFrom(labels) <= epochMillis)) return
    const blob = elementAt(space.groups.Content.items, number - space.groups.Content.start)
    if (refers(space, blob.labels) || refers(space, labels)) return
    const count = unreachable().get(space.name) ?? 0
    if (count > 0) say('problem', { _tag: 'TargetHoldsNothing', target: nodeOf(graph, number), unreachable: count })
  }
}

/** How many blobs of each namespace go because no root leads to them. */
const unreachableContent = (policy: Policy, snapshot: Snapshot): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const removals = pipe(
    plan(policy)(snapshot),
    E.match(
      () => [],
      ({ passes }) => passes[0].removals,
    ),
  )
  for (const { target, reasons } of removals)
    if (target._tag === 'Content' && reasons[0]._tag === 'Unreachable')
      counts.set(target.namespace, (counts.get(target.namespace) ?? 0) + 1)
  return counts
}
