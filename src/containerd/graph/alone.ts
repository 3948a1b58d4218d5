/**
 * Answers which edges one record states, drawn apart from the graph, so that those to names that nobody bears are seen as
 * well.
 */
import type { Policy } from '../policy.js'
import type { ItemOf, Kind, Space } from './census.js'
import type { Draft } from './draft.js'
import { emptyDraft } from './draft.js'
import { drawLabels } from './draw-labels.js'
import type { Drawing } from './draw.js'
import { drawContainer, drawImage, drawIngest, drawLease, drawSandbox, drawSnapshot } from './draw.js'
import { placeOf } from './edge.js'
import { expiredFrom, readable } from './readable.js'

/** A sheet to draw one record after the other on; flat twins are drawn as the records they are of. */
export const sheetFor = (policy: Policy, epochMillis: number): Drawing => ({
  policy,
  reads: readable(policy),
  epochMillis,
  flatOffset: 0,
  draft: emptyDraft(0, 0),
})

/** Draws one record on an empty sheet, as number zero; streams state nothing. */
export const drawAlone = (drawing: Drawing, space: Space, kind: Kind, item: unknown): void => {
  const { draft, reads } = drawing
  switch (kind) {
    case 'Lease':
      drawLease(drawing, space, 0, item as ItemOf<'Lease'>)
      return
    case 'FsSnapshot':
      drawSnapshot(drawing, space, 0, item as ItemOf<'FsSnapshot'>)
      return
    case 'Ingest':
      drawIngest(drawing, space, 0, item as ItemOf<'Ingest'>)
      return
    case 'Content':
      drawLabels(draft, space, 0, (item as ItemOf<'Content'>).labels, reads.content)
      return
    case 'Image': {
      const image = item as ItemOf<'Image'>
      const isExpired = drawing.policy.imagesCollected && expiredFrom(image.labels) <= drawing.epochMillis
      drawImage(drawing, space, 0, image, isExpired)
      return
    }
    case 'Container':
      drawContainer(drawing, space, 0, item as ItemOf<'Container'>)
      return
    case 'Mount':
      drawLabels(draft, space, 0, (item as ItemOf<'Mount'>).labels, reads.mount)
      return
    case 'Sandbox':
      drawSandbox(drawing, space, 0, item as ItemOf<'Sandbox'>)
      return
    case 'Stream':
  }
}

/** Empties the sheet for the next record. */
export const clear = ({ target, tag, waiting }: Draft): void => {
  target.length = tag.length = 0
  waiting.back.length = waiting.nameless.length = waiting.conditions.length = 0
}

/** The key of the label by which something was drawn. */
export const keyDrawn = ({ book }: Draft, tag: number): string => book.keys[placeOf(tag)] ?? ''
