/** Waves of a cascade. */
import { formatInstant } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { explainCascade } from '../../simulate/cascade/explain.js'
import type { CascadeChange, CascadePlan, Wave } from '../../simulate/cascade/reason.js'
import { delayOf, verbOf } from '../../simulate/cascade/wave-words.js'
import { targetView } from '../target.js'
import type { ChangeView, WaveView } from './model.js'

/** What controllers do without any request. */
export const pendingViews = (plan: CascadePlan): ReadonlyArray<WaveView> =>
  plan.pending.map((wave) => waveView(plan, wave, ', before the requests'))

/** What follows from the requests. */
export const waveViews = (plan: CascadePlan): ReadonlyArray<WaveView> =>
  plan.waves.map((wave) => waveView(plan, wave, sayDelay(delayOf(plan)(wave))))

const sayDelay = (millis: number): string => (millis === 0 ? '' : `, after ${millis / 1000} s`)

const waveView = (plan: CascadePlan, wave: Wave, when: string): WaveView => ({
  by: safeText(wave.by),
  at: formatInstant(wave.at),
  afterMillis: delayOf(plan)(wave),
  said: safeText(`${wave.by}${when}`),
  changes: wave.changes.map(changeView),
})

const changeView = ({ _tag, target, reasons }: CascadeChange): ChangeView => ({
  what: _tag,
  said: verbOf(_tag, reasons[0]),
  target: targetView(target),
  sentences: reasons.map((reason) => safeText(explainCascade(reason))),
  reasons: reasons.map((reason) => reason._tag),
})
