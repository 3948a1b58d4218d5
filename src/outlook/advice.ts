/** Which settings of the kubelet would help, and why. */
import { either as E, function as F } from 'fp-ts'

import { millis } from '../core/index.js'
import type { KubeletPolicies } from '../decode/index.js'
import { explainFinding, lintKubeletPolicies } from '../lint/index.js'
import type * as Forecast from '../simulate/node/index.js'
import * as Tuning from '../simulate/tuning/index.js'

/** What to change. */
export interface Advice {
  readonly said: ReadonlyArray<string>
  /** Nothing where the present settings are the best that were tried, or nothing happens with them. */
  readonly settings: Tuning.KubeletConfigurationDocument | undefined
}

/** Lints the settings, and tries others on the same course of events. */
export const adviceOn = (
  node: Forecast.ForecastNode,
  policies: Forecast.NodePolicies,
  { container, effective }: KubeletPolicies,
  { runs, evictions, conditions, until, from }: Forecast.Forecast,
): Advice => {
  const { image } = policies
  const findings = lintKubeletPolicies({
    ...{ image, container },
    eviction: {
      hard: effective.evictionHard,
      soft: effective.evictionSoft,
      oneFilesystem: node.pressure?.layout.dedicatedImageFs === false,
    },
  })
  const said = findings.filter(({ level }) => level !== 'note').map(explainFinding)
  if (runs.length + evictions.length + conditions.length === 0) return { said, settings: undefined }
  const { highThresholdPercent, lowThresholdPercent, minAge, maxAge } = image
  return F.pipe(
    Tuning.tune(
      { node, policies, horizon: millis(until.getTime() - from.getTime()) },
      {
        ...Tuning.defaultGoals,
        sweep: { ...Tuning.defaultSweep, minAge: [minAge], maxAge: [maxAge] },
        current: { highThresholdPercent, lowThresholdPercent, minAge, maxAge },
      },
    ),
    E.match(
      // No setting can be tried where the present one could not be.
      () => ({ said, settings: undefined }),
      ({ recommended, current, grounds }) => ({
        said: [...said, ...grounds.map(Tuning.explainGround)],
        settings: recommended === current ? undefined : Tuning.kubeletConfiguration(recommended.setting),
      }),
    ),
  )
}
