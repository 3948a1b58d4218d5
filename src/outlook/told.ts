/** What lies ahead of a node as a document, as text, and as a picture. */
import { drawUsage, formatBytes } from '../render/index.js'
import { explain, explainMeasurement } from '../reclaim/index.js'
import { type ImageView, type PlanView, planView } from '../view/index.js'
import type { Advice } from './advice.js'
import type { Outlook } from './outlook.js'

/** All of it as plain JSON. */
export interface OutlookDocument extends Pick<Outlook, 'collection' | 'forecast' | 'notes'> {
  readonly at: Date
  readonly runtime: string
  readonly advice: Advice
  readonly reclaim: PlanView & Pick<Outlook, 'refusals'>
}

/** All of it as plain JSON. Tries settings, which may take a while. */
export const outlookDocument = (ahead: Outlook): OutlookDocument => {
  const { seen, collection, forecast, advice, reclaim, refusals, notes } = ahead
  return {
    ...{ at: seen.at, runtime: seen.runtime, collection, forecast, advice: advice(), notes },
    reclaim: { refusals, ...planView({ explain })(reclaim) },
  }
}

/** The same to read; the heading over the images of the plan says whether somebody removes them. */
export const printOutlook =
  (reclaimHeading: string) =>
  ({ seen, collection, forecast, advice, reclaim, refusals, notes }: Outlook): string => {
    const [{ measured, removals }] = reclaim.passes
    const { said, settings } = advice()
    const lines = [
      `${seen.runtime} at ${seen.at.toISOString()}: ${seen.images.length} images`,
      ...section('The kubelet would now remove', [
        collection.totals.said,
        ...collection.turns.filter(({ outcome }) => outcome === 'removed').map(sayTurn),
      ]),
      ...section('Ahead', [
        forecast.said,
        ...forecast.rows.map((row) => `${row.at} ${row.said}`),
        ...forecast.assumptions.map((one) => `assumed: ${one}`),
      ]),
      ...section('What helps', [...said, ...(settings === undefined ? [] : [JSON.stringify(settings)])]),
      ...section(reclaimHeading, [
        ...(measured === undefined ? [] : [explainMeasurement(measured)]),
        ...removals.map(({ target, frees }) => `${target.tags[0] ?? target.imageId}: frees ${formatBytes(frees)}`),
        ...refusals.map((refusal) => `nothing: ${refusal}`),
      ]),
      ...section('Notes', notes),
    ]
    return `${lines.join('\n')}\n`
  }

const sayTurn = ({ label, imageId, countedBytes, freedBytes, sentences }: ImageView['turns'][number]): string =>
  [
    `${label || imageId}: counts ${formatBytes(countedBytes)}`,
    ...(freedBytes === null ? [] : [`frees ${formatBytes(freedBytes)}`]),
    ...sentences.slice(0, 1),
  ].join(', ')

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

/** The disk over the time to come, as SVG. */
export const outlookPicture = ({ forecast }: Outlook): string => drawUsage(forecast.chart)
