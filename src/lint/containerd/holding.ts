/**
 * Finds the dangling references of one record, by drawing its edges as the collector does, on a graph of its own.
 */
import { clearBuilder, edgesOf, labelKeyOf, scratchContext } from '../../containerd/graph/scratch.js'
import type { NamespaceIndex } from '../../containerd/graph/node-index.js'
import { type GraphBuilder, graphBuilder } from '../../containerd/graph/builder.js'
import { addLabelEdges } from '../../containerd/graph/label-edges.js'
import { edge, kindOf } from '../../containerd/graph/graph.js'
import { missingNode } from '../../containerd/graph/node.js'
import { labelSets, valueOf } from '../../containerd/graph/label-sets.js'
import { expireKey } from '../../containerd/labels/key-grammar.js'
import type { Policy } from '../../containerd/policy.js'
import type { Labels, Lease } from '../../containerd/snapshot.js'
import { compareText } from '../../internal/lists.js'
import type { Labelled, Say } from './labels.js'

/** Lints what records reference, under a policy, at an instant. */
export const holdingJudge = (
  policy: Policy,
  epochMillis: number,
): ((space: NamespaceIndex, kind: Labelled, index: number, say: Say) => void) => {
  const drawing = scratchContext(policy, epochMillis)
  const { builder: draft } = drawing
  return (space, kind, index, say) => {
    const lease = kind === 'Lease' ? space.groups.Lease.items[index] : undefined
    if (lease !== undefined) sayOfLease(policy, lease, say)
    edgesOf(drawing, space, kind, index)
    if (lease !== undefined) sayOfMissing(draft, space, lease, say)
    else sayOfNameless(draft, space, say)
    for (const { name, known, tag } of draft.waiting.back)
      if (known < 0)
        say('note', { _tag: 'DanglingBackReference', label: labelKeyOf(draft, tag), names: missingNode(space, name) })
    clearBuilder(draft)
  }
}

/** Tests whether the labels of content or of an image reference anything, existing or not. */
export const referenceTest = (policy: Policy): ((space: NamespaceIndex, labels: Labels) => boolean) => {
  const draft = graphBuilder(0, 0)
  const reads = labelSets(policy).imageUnexpired
  return (space, labels) => {
    addLabelEdges(draft, space, 0, labels, reads)
    const { target, waiting } = draft
    const references = target.length + waiting.missing.length + waiting.conditions.length
    clearBuilder(draft)
    return references > 0
  }
}

const sayOfNameless = (draft: GraphBuilder, space: NamespaceIndex, say: Say): void => {
  for (const { name, tag } of draft.waiting.missing) {
    const names = missingNode(space, name)
    switch (kindOf(tag)) {
      case edge.label:
        say('note', { _tag: 'DanglingReference', label: labelKeyOf(draft, tag), names })
        break
      case edge.imageTarget:
        say('problem', { _tag: 'PartMissing', part: 'target', names })
        break
      case edge.parent:
        say('problem', { _tag: 'PartMissing', part: 'parent', names })
        break
      case edge.containerSnapshot:
        say('problem', { _tag: 'PartMissing', part: 'snapshot', names })
        break
      default:
    }
  }
}

const sayOfLease = (policy: Policy, { labels, resources }: Lease, say: Say): void => {
  const listed = resources._tag === 'Unknown' ? null : resources.value
  if (valueOf(labels, expireKey) === '')
    say('advice', { _tag: 'LeaseForever', resources: listed === null ? null : listed.length })
  const images = policy.imagesCollected ? 0 : (listed ?? []).filter(({ type }) => type === 'images').length
  if (images > 0) say('problem', { _tag: 'LeasedNotHeld', images })
}

const sayOfMissing = ({ waiting }: GraphBuilder, space: NamespaceIndex, { resources }: Lease, say: Say): void => {
  const names = [...new Set(waiting.missing.map(({ name }) => name))].sort(compareText)
  const [first] = names
  if (first === undefined || resources._tag === 'Unknown') return
  const { length } = resources.value
  say('note', { _tag: 'LeasedMissing', missing: names.length, resources: length, first: missingNode(space, first) })
}
