/** Which images to remove so that disk space is really freed, as rows. */
import { either as E, function as F } from 'fp-ts'
import * as Reclaim from 'gcplan/reclaim'
import { planView } from 'gcplan/view'

import { imageLabel } from '../../../../src/cli/plan/labels.js'
import type { Asked as ReclaimAsked } from '../../../../src/cli/reclaim/prepare.js'
import type { PlanQuestion } from '../question'
import type { Asking } from './asking'
import { askingOfReclaim } from './reclaim'
import { sayReclaimError } from './reclaim-errors'

export const planOfReclaim: Asking<PlanQuestion, ReclaimAsked> = {
  ...askingOfReclaim,
  show: ({ inputs: { policy, snapshot, notes } }) =>
    F.pipe(
      Reclaim.plan(policy)(snapshot),
      E.bimap(sayReclaimError, (planned) => ({
        view: planView({ explain: Reclaim.explain, label: imageLabel('text') })(planned),
        notes,
      })),
    ),
}
