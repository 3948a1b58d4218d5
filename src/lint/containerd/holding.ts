/**
 * Answers which references of one record lead nowhere. The record draws its edges as it does for the collector, on a
 * sheet of its own; those to names that nobody bears are left over.
 */
import { clear, drawAlone, keyDrawn, sheetFor } from '../../containerd/graph/alone.js'
import type { Space } from '../../containerd/graph/census.js'
import type { Draft } from '../../containerd/graph/draft.js'
import { emptyDraft } from '../../containerd/graph/draft.js'
import { drawLabels } from '../../containerd/graph/draw-labels.js'
import { edge, kindOf } from '../../containerd/graph/edge.js'
import { namedNode } from '../../containerd/graph/node.js'
import { expiryText, readable } from '../../containerd/graph/readable.js'
import type { Policy } from '../../containerd/policy.js'
import type { Labels, Lease } from '../../containerd/snapshot.js'
import { compareText } from '../../internal/order.js'
import type { Labelled, Say } from './labels.js'

/** Judges what records hold under a policy at a millisecond. */
export const holdingJudge = (
  policy: Policy,
  epochMillis: number,
): ((space: Space, kind: Labelled, item: unknown, say: Say) => void) => {
  const drawing = sheetFor(policy, epochMillis)
  const { draft } = drawing
  return (space, kind, item, say) => {
    if (kind === 'Lease') sayOfLease(policy, item as Lease, say)
    drawAlone(drawing, space, kind, item)
    if (kind === 'Lease') sayOfMissing(draft, space, item as Lease, say)
    else sayOfNameless(draft, space, say)
    for (const { name, known, tag } of draft.waiting.back)
      if (known < 0)
        say('note', { _tag: 'DanglingBackReference', label: keyDrawn(draft, tag), names: namedNode(space, name) })
    clear(draft)
  }
}

/** Tells whether labels refer to anything, be it there or not, on content or on an image. */
export const referenceTest = (policy: Policy): ((space: Space, labels: Labels) => boolean) => {
  const draft = emptyDraft(0, 0)
  const reads = readable(policy).imageUnexpired
  return (space, labels) => {
    drawLabels(draft, space, 0, labels, reads)
    const { target, waiting } = draft
    const references = target.length + waiting.nameless.length + waiting.conditions.length
    clear(draft)
    return references > 0
  }
}

const sayOfNameless = (draft: Draft, space: Space, say: Say): void => {
  for (const { name, tag } of draft.waiting.nameless) {
    const names = namedNode(space, name)
    switch (kindOf(tag)) {
      case edge.label:
        say('note', { _tag: 'DanglingReference', label: keyDrawn(draft, tag), names })
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
  if (expiryText(labels) === '')
    say('advice', { _tag: 'LeaseForever', resources: listed === null ? null : listed.length })
  const images = policy.imagesCollected ? 0 : (listed ?? []).filter(({ type }) => type === 'images').length
  if (images > 0) say('problem', { _tag: 'LeasedNotHeld', images })
}

const sayOfMissing = ({ waiting }: Draft, space: Space, { resources }: Lease, say: Say): void => {
  const names = [...new Set(waiting.nameless.map(({ name }) => name))].sort(compareText)
  const [first] = names
  if (first === undefined || resources._tag === 'Unknown') return
  const { length } = resources.value
  say('note', { _tag: 'LeasedMissing', missing: names.length, resources: length, first: namedNode(space, first) })
}
