/** What happens to a node as its disk fills up. */
import { either as E, function as F } from 'fp-ts'
import { formatInstant } from 'gcplan/render'
import * as Forecast from 'gcplan/simulate/node'
import { forecastView } from 'gcplan/view'

import { forecastNode } from '../../../../src/cli/commands/forecast-node.js'
import { pressureParts } from '../../../../src/cli/node/pressure.js'
import { type Start, scenarioIn } from '../../../../src/cli/node/scenario.js'
import { imageParts } from '../../../../src/cli/plan/image-snapshot.js'
import { layerParts } from '../../../../src/cli/reclaim/layers.js'
import type { ForecastAnswer } from '../answers'
import type { ForecastQuestion } from '../question'
import { type Asking, placedBy } from './asking'
import { sayReclaimError } from './reclaim-errors'

export const forecast: Asking<ForecastQuestion, Start> = {
  command: () => forecastNode,
  places: placedBy({ ...pressureParts, ...layerParts, ...imageParts }),
  spoken: () => ({ words: [], values: new Map() }),
  sources: (given) => scenarioIn(given),
  show: ({ inputs: { node, policies, horizon, notes } }) =>
    F.pipe(
      Forecast.forecast(node, policies)(horizon),
      E.bimap(sayReclaimError, (made) => ({
        view: { ...forecastView(node, policies)(made), first: firstOf(node, made) },
        notes,
      })),
    ),
}

const firstOf = (node: Forecast.ForecastNode, { from, runs }: Forecast.Forecast): ForecastAnswer['first'] => {
  const first = runs.find(({ collector, removed }) => collector === 'images' && removed.length > 0)
  if (first === undefined) return null
  const names = new Map(node.images.images.map(({ id, tags }) => [id, tags.length === 0 ? id : tags.join(', ')]))
  return {
    afterMillis: first.at.getTime() - from.getTime(),
    at: formatInstant(first.at),
    images: first.removed.map((id) => names.get(id) ?? id),
  }
}
