/** Races: what may end differently. */
import { safeText } from '../../internal/safe-text.js'
import { explainCascade } from '../../simulate/cascade/explain.js'
import type { Race } from '../../simulate/cascade/reason.js'
import { targetView } from '../target.js'
import type { RaceLine } from './model.js'

/** A race, and how its objects may end. */
export const raceLine = (race: Race): RaceLine => ({
  said: safeText(explainCascade(race)),
  reason: race._tag,
  ends: 'ends' in race ? race.ends.map((end) => ({ ...end, target: targetView(end.target) })) : [],
})
