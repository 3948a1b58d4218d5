/**
 * Answers which course of events a forecast runs through: how the disk grows, for how long, and under which thresholds.
 */
import { either as E, option as O } from 'fp-ts'

import { decodeKubeletGcLog, usageOfLoggedRuns } from '../../decode/index.js'
import type { Millis } from '../../index.js'
import { millis } from '../../index.js'
import { Eviction } from '../../node/index.js'
import type { Forecast } from '../../node/index.js'
import type { Flag, Given, World } from '../command.js'
import { kubeletSettings } from '../plan/settings.js'
import type { Asked } from '../reclaim/prepare.js'
import { bytes, count, duration, optional } from '../values.js'

/** Flags of the course. */
export const courseFlags: ReadonlyArray<Flag> = [
  { name: 'growth', value: 'N', about: 'bytes per second that are written beside images (default 0)' },
  {
    name: 'growth-log',
    value: 'FILE',
    about: "a kubelet's log, whose runs tell how full the disk was; instead of --growth",
  },
  { name: 'log-year', value: 'YEAR', about: 'the year of the log, whose times have none' },
  { name: 'horizon', value: 'DURATION', about: 'how far to look ahead (default 24h)' },
]

/** What was asked, as far as it can be read without files. */
export interface Course {
  readonly bytesPerSecond: O.Option<number>
  readonly year: O.Option<number>
  readonly horizon: Millis
}

/** Reads the flags of the course. */
export const courseOf = (given: Given): E.Either<string, Course> => {
  const bytesPerSecond = optional(bytes)(given, 'growth')
  if (E.isLeft(bytesPerSecond)) return bytesPerSecond
  const year = optional(count)(given, 'log-year')
  if (E.isLeft(year)) return year
  const horizon = optional(duration)(given, 'horizon')
  if (E.isLeft(horizon)) return horizon
  if (O.isSome(bytesPerSecond.right) && given.has('growth-log'))
    return E.left('--growth and --growth-log both say how the disk grows; give one of them')
  if (given.has('growth-log') && O.isNone(year.right))
    return E.left('the times of a log have no year: give --log-year YEAR')
  return E.right({
    bytesPerSecond: bytesPerSecond.right,
    year: year.right,
    horizon: O.getOrElse(() => millis(86_400_000))(horizon.right),
  })
}

/** The node and the rules to forecast. */
export const startOf = (
  world: World,
  given: Given,
  course: Course,
  { policy, snapshot, settingsFile }: Asked,
): E.Either<string, { readonly node: Forecast.ForecastNode; readonly policies: Forecast.NodePolicies }> => {
  const settings = kubeletSettings(world, given)(settingsFile)
  if (E.isLeft(settings)) return settings
  if (E.isLeft(settings.right)) return E.left(settings.right.left.join('\n'))
  const { evictionHard, evictionSoft, ...rest } = settings.right.right.effective
  const thresholds = Eviction.parseThresholds({ ...rest, evictionHard, evictionSoft })
  if (E.isLeft(thresholds)) return E.left(thresholds.left.message)
  const growth = growthOf(world, given, course, snapshot.node.imageFs)
  if (E.isLeft(growth)) return growth
  return E.right({
    node: { images: snapshot.node, layers: snapshot.layers, growth: growth.right },
    policies: {
      image: policy.image,
      eviction: { ...Eviction.defaultEvictionPolicy, thresholds: thresholds.right },
    },
  })
}

const growthOf = (
  world: World,
  given: Given,
  { bytesPerSecond, year }: Course,
  disk: Asked['snapshot']['node']['imageFs'],
): E.Either<string, Forecast.Growth> => {
  const [path] = given.values('growth-log')
  if (path === undefined)
    return E.right(
      O.isSome(bytesPerSecond) && bytesPerSecond.value > 0
        ? { _tag: 'Constant', bytesPerSecond: bytesPerSecond.value }
        : { _tag: 'None' },
    )
  const { name, text } = world.read(path)
  const capacity =
    disk._tag === 'Unknown' ? 0 : Number(O.getOrElse<number | `${bigint}`>(() => 0)(disk.value.capacityBytes))
  const points = usageOfLoggedRuns(capacity)(decodeKubeletGcLog({ year: O.getOrElse(() => 0)(year) })(text))
  return points.length < 2
    ? E.left(`${name}: expected at least two runs of image collection that tell how full the disk was`)
    : E.right({ _tag: 'Trace', points, drops: 'leave-out' })
}
