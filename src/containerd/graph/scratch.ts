/**
 * Answers which edges one record states, drawn apart from the graph, so that those to names that nobody bears are seen as
 * well.
 */
import type { Policy } from '../policy.js'
import type { ItemOf, Kind, NamespaceIndex } from './node-index.js'
import type { GraphBuilder } from './builder.js'
import { graphBuilder } from './builder.js'
import { addLabelEdges } from './label-edges.js'
import type { EdgeContext } from './edges.js'
import {
  addContainerEdges,
  addImageEdges,
  addIngestEdges,
  addLeaseEdges,
  addSandboxEdges,
  addSnapshotEdges,
} from './edges.js'
import { placeOf } from './edge.js'
import { expiredFrom, labelSets } from './labels-read.js'

/** A sheet to draw one record after the other on; flat twins are drawn as the records they are of. */
export const scratchContext = (policy: Policy, epochMillis: number): EdgeContext => ({
  policy,
  reads: labelSets(policy),
  epochMillis,
  flatOffset: 0,
  builder: graphBuilder(0, 0),
})

/** Draws one record on an empty sheet, as number zero; streams state nothing. */
export const edgesOf = (context: EdgeContext, space: NamespaceIndex, kind: Kind, item: unknown): void => {
  const { builder, reads } = context
  switch (kind) {
    case 'Lease':
      addLeaseEdges(context, space, 0, item as ItemOf<'Lease'>)
      return
    case 'FsSnapshot':
      addSnapshotEdges(context, space, 0, item as ItemOf<'FsSnapshot'>)
      return
    case 'Ingest':
      addIngestEdges(context, space, 0, item as ItemOf<'Ingest'>)
      return
    case 'Content':
      addLabelEdges(builder, space, 0, (item as ItemOf<'Content'>).labels, reads.content)
      return
    case 'Image': {
      const image = item as ItemOf<'Image'>
      const isExpired = context.policy.imagesCollected && expiredFrom(image.labels) <= context.epochMillis
      addImageEdges(context, space, 0, image, isExpired)
      return
    }
    case 'Container':
      addContainerEdges(context, space, 0, item as ItemOf<'Container'>)
      return
    case 'Mount':
      addLabelEdges(builder, space, 0, (item as ItemOf<'Mount'>).labels, reads.mount)
      return
    case 'Sandbox':
      addSandboxEdges(context, space, 0, item as ItemOf<'Sandbox'>)
      return
    case 'Stream':
  }
}

/** Empties the sheet for the next record. */
export const clearBuilder = ({ target, tag, waiting }: GraphBuilder): void => {
  target.length = tag.length = 0
  waiting.back.length = waiting.missing.length = waiting.conditions.length = 0
}

/** The key of the label by which something was drawn. */
export const labelKeyOf = ({ labelKeys }: GraphBuilder, tag: number): string => labelKeys.keys[placeOf(tag)] ?? ''
