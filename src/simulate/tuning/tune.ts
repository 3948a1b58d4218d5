/**
 * Finds image collection settings for a node: tries each on the same workload, and returns the trade-off with a
 * recommendation and its grounds.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Millis, isSpanMillis } from '../../core/time.js'
import { isObject, list, object } from '../../internal/schema/object.js'
import { leaf, oneOf, problemsOf, where } from '../../internal/schema/schema.js'
import { type ForecastError, forecast } from '../node/forecast.js'
import type { ForecastNode, NodePolicies } from '../node/node.js'
import { type Setting, type Sweep, defaultSweep, kubeletSetting, settingsOf } from './setting.js'
import { type Trial, trialOf } from './trial.js'

/** The events that every setting is tried on. */
export interface Workload {
  readonly node: ForecastNode
  /** The policies, apart from the settings tried. */
  readonly policies: NodePolicies
  readonly horizon: Millis
}

/** How settings are compared; fewest evicted pods come first. */
export interface Goals {
  readonly sweep: Sweep
  /** What decides between equally disruptive settings. Default `fewest-pulls`. */
  readonly prefer: 'fewest-pulls' | 'fewest-runs'
  /** The current setting, to compare with. Default: the kubelet's. */
  readonly current: Setting
}

/** The kubelet's defaults as the current setting. */
export const defaultGoals: Goals = { sweep: defaultSweep, prefer: 'fewest-pulls', current: kubeletSetting }

/** Why a setting is recommended. */
export interface Ground {
  readonly _tag:
    | 'NoPodEvicted'
    | 'FewerPodsEvicted'
    | 'FewerTurnedAway'
    | 'LessPressure'
    | 'FewerPulledAgain'
    | 'MorePulledAgain'
    | 'FewerRuns'
    | 'MoreRuns'
    | 'FewerImagesRemoved'
    | 'FarthestFromEviction'
    | 'AsGoodAsCurrent'
    /** Under pressure with the best of them, and so with all; the figures are those of evicted pods. */
    | 'NoThresholdHelps'
  readonly recommended: number
  readonly current: number
}

/** The trade-off. */
export interface Tuning {
  /** Every setting that was tried, the best one first. */
  readonly trials: readonly [Trial, ...Trial[]]
  readonly recommended: Trial
  readonly current: Trial
  /** At least one. */
  readonly grounds: readonly [Ground, ...Ground[]]
}

/**
 * Tries image GC settings on a workload.
 *
 * Shape: tries every combination of the sweep that a kubelet accepts, and the current setting. The recommended one
 * evicts the fewest pods, then rejects the fewest containers, then has the shortest pressure; then `prefer`, the other
 * preference, fewest removed images, lowest peak usage. The current setting wins ties.
 * Order: as recommended; ties by high, then low threshold, the higher ones first, then ages.
 * Units: bytes, milliseconds, percent.
 * Fails: `InvalidInput` for invalid goals or workload, or a sweep without a combination; otherwise as `forecast`.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Tuning from 'gcplan/simulate/tuning'
 *
 * const tuned = E.chain((workload: Tuning.Workload) => Tuning.tune(workload, Tuning.defaultGoals))(
 *   Tuning.syntheticWorkload(Tuning.usualShape)(1),
 * )
 * if (E.isRight(tuned)) console.log(tuned.right.recommended.podsEvicted <= tuned.right.current.podsEvicted) // true
 * ```
 */
export const tune = (workload: Workload, goals: Goals): E.Either<ForecastError, Tuning> => {
  const invalid = findGoalsProblems(goals) ?? findWorkloadProblems(workload)
  if (invalid !== null) return fp.left(invalid)
  return fp.pipe(
    tryOut(workload, goals.current),
    fp.flatMap((current) =>
      fp.pipe(
        settingsOf(goals.sweep),
        fp.traverseArray((setting) =>
          sameSetting(setting, goals.current) ? fp.right(current) : tryOut(workload, setting),
        ),
        fp.map((tried) => tuningOf(goals, current, tried)),
      ),
    ),
  )
}

const tuningOf = (goals: Goals, current: Trial, tried: ReadonlyArray<Trial>): Tuning => {
  const trials = tried.includes(current) ? tried : [...tried, current]
  const [first = current, ...rest] = trials.toSorted(comparing(goals))
  const recommended = rank(goals, current, first) === 0 ? current : first
  return { trials: [first, ...rest], recommended, current, grounds: groundsOf(recommended, current) }
}

const percents = list(
  leaf(
    'an integer from 0 to 100',
    (value): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100,
  ),
)
const spans = list(leaf('a span in whole milliseconds, not negative', isSpanMillis))

/** The rest is for the forecast to say. */
const findWorkloadProblems = problemsOf(
  'tune workload',
  object<{ readonly policies: { readonly image: object } }>({
    policies: object<{ readonly image: object }>({
      image: leaf('rules of image collection', (value): value is object => isObject(value)),
    }),
  }),
)

const sweep = where(
  object<Sweep>({ highThresholdPercent: percents, lowThresholdPercent: percents, minAge: spans, maxAge: spans }),
  'at least one combination whose low threshold is below the high one, and whose maximum age is 0 or above the minimum',
  (held) => settingsOf(held).length > 0,
)

const findGoalsProblems = problemsOf(
  'tune goals',
  object<Goals>({
    sweep,
    prefer: oneOf('fewest-pulls', 'fewest-runs'),
    current: leaf('a setting', (value): value is Setting => isObject(value)),
  }),
)

const tryOut = (
  { node, policies, horizon }: Workload,
  setting: Setting,
): E.Either<InvalidInput | ForecastError, Trial> => {
  return fp.pipe(
    forecast(node, { ...policies, image: { ...policies.image, ...setting } })(horizon),
    fp.map((made) => trialOf(setting, made)),
  )
}

const sameSetting = (a: Setting, b: Setting): boolean =>
  a.highThresholdPercent === b.highThresholdPercent &&
  a.lowThresholdPercent === b.lowThresholdPercent &&
  a.minAge === b.minAge &&
  a.maxAge === b.maxAge

/** Below zero: the first one is better, whatever the numbers of its setting. */
const rank = ({ prefer }: Goals, a: Trial, b: Trial): number => {
  const pulls = a.pulledAgainBytes - b.pulledAgainBytes
  const runs = a.runs - b.runs
  return (
    a.podsEvicted - b.podsEvicted ||
    a.refused - b.refused ||
    a.pressureMillis - b.pressureMillis ||
    (prefer === 'fewest-pulls' ? pulls || runs : runs || pulls) ||
    a.imagesRemoved - b.imagesRemoved ||
    a.mostUsedPercent - b.mostUsedPercent
  )
}

const comparing =
  (goals: Goals) =>
  (a: Trial, b: Trial): number =>
    rank(goals, a, b) ||
    b.setting.highThresholdPercent - a.setting.highThresholdPercent ||
    b.setting.lowThresholdPercent - a.setting.lowThresholdPercent ||
    a.setting.minAge - b.setting.minAge ||
    a.setting.maxAge - b.setting.maxAge

const groundsOf = (recommended: Trial, current: Trial): Tuning['grounds'] => {
  const grounds: Ground[] = []
  const groundAbout = (_tag: Ground['_tag'], of: (trial: Trial) => number): Ground => ({
    _tag,
    recommended: of(recommended),
    current: of(current),
  })
  const ground = (_tag: Ground['_tag'], of: (trial: Trial) => number): void => {
    grounds.push(groundAbout(_tag, of))
  }
  const less = (of: (trial: Trial) => number): boolean => of(recommended) < of(current)
  if (less(pods)) ground(recommended.podsEvicted === 0 ? 'NoPodEvicted' : 'FewerPodsEvicted', pods)
  if (less(refused)) ground('FewerTurnedAway', refused)
  if (less(pressure)) ground('LessPressure', pressure)
  if (less(pulls)) ground('FewerPulledAgain', pulls)
  else if (pulls(recommended) > pulls(current)) ground('MorePulledAgain', pulls)
  if (less(runs)) ground('FewerRuns', runs)
  else if (runs(recommended) > runs(current)) ground('MoreRuns', runs)
  // What decides among equals is said only where nothing else is to be said.
  if (grounds.length === 0 && less(removed)) ground('FewerImagesRemoved', removed)
  const [first = groundAbout(less(peak) ? 'FarthestFromEviction' : 'AsGoodAsCurrent', peak), ...rest] = grounds
  // The best one comes under pressure only if all do.
  return pressure(recommended) > 0 ? [first, ...rest, groundAbout('NoThresholdHelps', pods)] : [first, ...rest]
}

const pods = ({ podsEvicted }: Trial): number => podsEvicted
const refused = (trial: Trial): number => trial.refused
const removed = ({ imagesRemoved }: Trial): number => imagesRemoved
const pressure = ({ pressureMillis }: Trial): number => pressureMillis
const pulls = ({ pulledAgainBytes }: Trial): number => pulledAgainBytes
const runs = (trial: Trial): number => trial.runs
const peak = ({ mostUsedPercent }: Trial): number => mostUsedPercent
