/** Which images to remove so that disk space is really freed, as rows. */
import { either as E, function as F } from 'fp-ts'
import * as Reclaim from 'gcplan/reclaim'
import { planView } from 'gcplan/view'

import { planReclaim } from '../../../../src/cli/commands/plan-reclaim.js'
import { imageParts } from '../../../../src/cli/plan/image-snapshot.js'
import { imageLabel } from '../../../../src/cli/plan/labels.js'
import { layerParts } from '../../../../src/cli/reclaim/layers.js'
import { type Asked as ReclaimAsked, nodeIn } from '../../../../src/cli/reclaim/prepare.js'
import type { PlanQuestion } from '../protocol'
import { type Asking, placedBy } from './asking'
import { sayReclaimError } from './reclaim-errors'

export const planOfReclaim: Asking<PlanQuestion, ReclaimAsked> = {
  command: () => planReclaim,
  places: placedBy({ ...imageParts, ...layerParts }),
  spoken: () => ({ words: [], values: new Map() }),
  sources: (given) => nodeIn(given),
  show: ({ inputs: { policy, snapshot, notes } }) =>
    F.pipe(
      Reclaim.plan(policy)(snapshot),
      E.bimap(sayReclaimError, (planned) => ({
        view: planView({ explain: Reclaim.explain, label: imageLabel('text') })(planned),
        notes,
      })),
    ),
}
