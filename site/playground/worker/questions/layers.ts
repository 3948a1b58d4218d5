/** The forest of layers, and three ways to free bytes. */
import { either as E, function as F } from 'fp-ts'
import { layersView } from 'gcplan/view'

import type { Asked as ReclaimAsked } from '../../../../src/cli/reclaim/prepare.js'
import type { LayersQuestion } from '../question'
import type { Asking } from './asking'
import { askingOfReclaim } from './reclaim'
import { sayReclaimError } from './reclaim-errors'

export const layers: Asking<LayersQuestion, ReclaimAsked> = {
  ...askingOfReclaim,
  show: ({ inputs: { policy, snapshot, notes } }) =>
    F.pipe(
      layersView(policy)(snapshot),
      E.bimap(sayReclaimError, (view) => ({ view, notes })),
    ),
}
