/** Prints a forecast as lines. */
import type { ForecastView } from '../../view/index.js'

/** A forecast as lines of text, by time. */
export const forecastLines = ({ said, rows, assumptions }: ForecastView): ReadonlyArray<string> => [
  said,
  ...rows.map((row) => `  ${row.at}  ${row.said}`),
  ...assumptions.map((assumption) => `assumed: ${assumption}`),
]
