/** What the agent tells of a look: as JSON, as text, and as a picture. */
import { function as F } from 'fp-ts'

import { drawUsage, formatBytes } from 'gcplan/render'
import { explain, explainMeasurement } from 'gcplan/reclaim'
import { planView } from 'gcplan/view'

import type { Decided } from './decide.js'

/** Everything, as plain JSON. */
export const documentOf = (
  isOn: boolean,
  { seen, collection, forecast, advice, reclaim, refusals, notes }: Decided,
) => ({
  ...{ kind: 'gcplan/node-agent', version: 1, at: seen.at, runtime: seen.runtime },
  ...{ collection, forecast, advice: advice(), notes },
  reclaim: { isOn, refusals, ...planView({ explain })(reclaim) },
})

/** The same to read. */
export const textOf = (isOn: boolean, decided: Decided): string => {
  const { seen, collection, forecast, advice, reclaim, refusals, notes } = decided
  const [{ measured, removals }] = reclaim.passes
  const advised = advice()
  const lines = [
    `${seen.runtime} at ${seen.at.toISOString()}: ${seen.images.length} images`,
    ...section('The kubelet would now remove', [
      collection.totals.said,
      ...collection.turns
        .filter(({ outcome }) => outcome === 'removed')
        .map(({ label, imageId, countedBytes, freedBytes, sentences }) =>
          [
            `${label || imageId}: counts ${formatBytes(countedBytes)}`,
            ...(freedBytes === null ? [] : [`frees ${formatBytes(freedBytes)}`]),
            ...sentences.slice(0, 1),
          ].join(', '),
        ),
    ]),
    ...section('Ahead', [
      forecast.said,
      ...forecast.rows.map(({ at, said }) => `${at} ${said}`),
      ...forecast.assumptions.map((one) => `assumed: ${one}`),
    ]),
    ...section('What helps', [
      ...advised.said,
      ...(advised.settings === undefined ? [] : [JSON.stringify(advised.settings)]),
    ]),
    ...section(isOn ? 'Reclaims' : 'Would reclaim, if RECLAIM were true', [
      ...(measured === undefined ? [] : [explainMeasurement(measured)]),
      ...removals.map(({ target, frees }) => `${target.tags[0] ?? target.imageId}: frees ${formatBytes(frees)}`),
      ...refusals.map((refusal) => `nothing: ${refusal}`),
    ]),
    ...section('Notes', notes),
  ]
  return F.pipe(lines, (all) => `${all.join('\n')}\n`)
}

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

/** The disk over the day to come. */
export const pictureOf = ({ forecast }: Decided): string => drawUsage(forecast.chart)
