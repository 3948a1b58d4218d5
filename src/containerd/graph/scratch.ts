/**
 * Edges of a single record, built outside the graph so that those to names without a record show as well.
 */
import { elementAt } from '../../internal/lists.js'
import type { Policy } from '../policy.js'
import type { Kind, NamespaceIndex } from './node-index.js'
import { type GraphBuilder, graphBuilder } from './builder.js'
import { addLabelEdges } from './label-edges.js'
import {
  type EdgeContext,
  addContainerEdges,
  addImageEdges,
  addIngestEdges,
  addLeaseEdges,
  addSandboxEdges,
  addSnapshotEdges,
} from './edges.js'
import { placeOf } from './graph.js'
import { expiredFrom } from './expiry.js'
import { labelSets } from './label-sets.js'

/** A sheet to draw one record after the other on; flat twins are drawn as the records they are of. */
export const scratchContext = (policy: Policy, epochMillis: number, flatOffset: number = 0): EdgeContext => ({
  policy,
  reads: labelSets(policy),
  epochMillis,
  flatOffset,
  builder: graphBuilder(0, 0),
})

/** Draws one record on an empty sheet, as number zero; streams state nothing. */
export const edgesOf = (context: EdgeContext, space: NamespaceIndex, kind: Kind, index: number): void => {
  const { builder, reads } = context
  switch (kind) {
    case 'Lease':
      addLeaseEdges(context, space, 0, elementAt(space.groups.Lease.items, index))
      return
    case 'FsSnapshot':
      addSnapshotEdges(context, space, 0, elementAt(space.groups.FsSnapshot.items, index))
      return
    case 'Ingest':
      addIngestEdges(context, space, 0, elementAt(space.groups.Ingest.items, index))
      return
    case 'Content':
      addLabelEdges(builder, space, 0, elementAt(space.groups.Content.items, index).labels, reads.content)
      return
    case 'Image': {
      const image = elementAt(space.groups.Image.items, index)
      const isExpired = context.policy.imagesCollected && expiredFrom(image.labels) <= context.epochMillis
      addImageEdges(context, space, 0, image, isExpired)
      return
    }
    case 'Container':
      addContainerEdges(context, space, 0, elementAt(space.groups.Container.items, index))
      return
    case 'Mount':
      addLabelEdges(builder, space, 0, elementAt(space.groups.Mount.items, index).labels, reads.mount)
      return
    case 'Sandbox':
      addSandboxEdges(context, space, 0, elementAt(space.groups.Sandbox.items, index))
      return
    case 'Stream':
  }
}

/** Empties the sheet for the next record. */
export const clearBuilder = ({ target, tag, waiting }: GraphBuilder): void => {
  target.length = tag.length = 0
  waiting.back.length = waiting.missing.length = waiting.flatMissing.length = waiting.conditions.length = 0
}

/** The key of the label by which something was drawn. */
export const labelKeyOf = ({ labelKeys }: GraphBuilder, tag: number): string => labelKeys.keys[placeOf(tag)] ?? ''
