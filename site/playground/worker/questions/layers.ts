/** The forest of layers, and three ways to free bytes. */
import { either as E, function as F } from 'fp-ts'
import { layersView } from 'gcplan/view'

import { planReclaim } from '../../../../src/cli/commands/plan-reclaim.js'
import { imageParts } from '../../../../src/cli/plan/image-snapshot.js'
import { layerParts } from '../../../../src/cli/reclaim/layers.js'
import { type Asked as ReclaimAsked, nodeIn } from '../../../../src/cli/reclaim/prepare.js'
import type { LayersQuestion } from '../protocol'
import { type Asking, placedBy } from './asking'
import { sayReclaimError } from './reclaim-errors'

export const layers: Asking<LayersQuestion, ReclaimAsked> = {
  command: () => planReclaim,
  places: placedBy({ ...imageParts, ...layerParts }),
  spoken: () => ({ words: [], values: new Map() }),
  sources: (given) => nodeIn(given),
  show: ({ inputs: { policy, snapshot, notes } }) =>
    F.pipe(
      layersView(policy)(snapshot),
      E.bimap(sayReclaimError, (view) => ({ view, notes })),
    ),
}
