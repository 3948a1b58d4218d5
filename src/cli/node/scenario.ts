/** The scenario of a forecast: how fast the disk fills, for how long, and under which thresholds. */
import { millisecondsInDay } from 'date-fns/constants'
import { either as E, function as F, option as O } from 'fp-ts'

import { decodeKubeletGcLog, usageOfLoggedRuns } from '../../decode/index.js'
import { type Millis, millis } from '../../index.js'
import type * as Eviction from '../../kubelet/eviction/index.js'
import type * as Forecast from '../../simulate/node/index.js'
import type { Flag, Given, Environment } from '../command.js'
import { all } from '../fp.js'
import { type Asked, nodeIn } from '../reclaim/prepare.js'
import type { Choice } from '../release/stated.js'
import { type Sources, reading } from '../sources.js'
import { bytes, count, duration, optional } from '../values.js'
import { nodePolicies } from './policies.js'
import { besideImages, pressureParts, statedLayout } from './pressure.js'

/** Flags of the scenario. */
export const scenarioFlags: ReadonlyArray<Flag> = [
  { name: 'growth', value: 'N', about: 'bytes written per second, besides images (default 0)' },
  {
    name: 'growth-log',
    value: 'FILE',
    about: "a kubelet's log, whose GC runs show disk usage over time; instead of --growth",
  },
  { name: 'log-year', value: 'YEAR', about: 'the year of the log, whose times have none' },
  { name: 'horizon', value: 'DURATION', about: 'how far to look ahead (default 24h)' },
]

/** What was asked, as far as it can be read without files. */
export interface Scenario {
  readonly bytesPerSecond: O.Option<number>
  readonly year: O.Option<number>
  /** None: the default of the command. */
  readonly horizon: O.Option<Millis>
  readonly layout: O.Option<Eviction.Layout>
}

/** Reads the flags of the scenario. */
export const scenarioOf = (given: Given): E.Either<string, Scenario> =>
  F.pipe(
    all({
      bytesPerSecond: optional(bytes)(given, 'growth'),
      year: optional(count)(given, 'log-year'),
      horizon: optional(duration)(given, 'horizon'),
      layout: statedLayout(given),
    }),
    E.filterOrElse(
      ({ bytesPerSecond }) => O.isNone(bytesPerSecond) || !given.has('growth-log'),
      () => '--growth and --growth-log both say how the disk grows; give only one',
    ),
    E.filterOrElse(
      ({ year }) => O.isSome(year) || !given.has('growth-log'),
      () => 'the times of the log have no year: give --log-year YEAR',
    ),
  )

/** The initial state of a forecast, and its end. */
export interface Start extends Choice {
  readonly horizon: Millis
  readonly node: Forecast.ForecastNode
  readonly policies: Forecast.NodePolicies
}

/** Reads the node and the rules to forecast. */
export const scenarioIn = (given: Given): E.Either<string, Sources<Start>> =>
  F.pipe(
    scenarioOf(given),
    E.flatMap((scenario) =>
      F.pipe(
        nodeIn(given, pressureParts),
        reading((environment, asked) => startOf(environment, given, scenario, asked)),
      ),
    ),
    E.map((sources) => ({ ...sources, paths: [...sources.paths, ...given.values('growth-log')] })),
  )

const startOf = (environment: Environment, given: Given, scenario: Scenario, asked: Asked): E.Either<string, Start> => {
  const { policy, snapshot, settings } = asked
  return F.pipe(
    all({
      policies: nodePolicies({ image: policy.image, settings, chosen: asked.chosen, notes: [] }),
      beside: besideImages(scenario.layout, asked),
      growth: growthOf(environment, given, scenario, snapshot.node.imageFs),
    }),
    E.map(({ policies, beside: { notes, ...beside }, growth }) => ({
      horizon: O.getOrElse(() => millis(millisecondsInDay))(scenario.horizon),
      node: { images: snapshot.node, layers: snapshot.layers, growth, ...beside },
      policies,
      chosen: asked.chosen,
      notes: [...asked.notes, ...notes],
    })),
  )
}

const growthOf = (
  environment: Environment,
  given: Given,
  { bytesPerSecond, year }: Scenario,
  disk: Asked['snapshot']['node']['imageFs'],
): E.Either<string, Forecast.Growth> => {
  const [path] = given.values('growth-log')
  if (path === undefined)
    return E.right(
      O.isSome(bytesPerSecond) && bytesPerSecond.value > 0
        ? { _tag: 'Constant', bytesPerSecond: bytesPerSecond.value }
        : { _tag: 'None' },
    )
  const { name, text } = environment.read(path)
  const capacity =
    disk._tag === 'Unknown' ? 0 : Number(O.getOrElse<number | `${bigint}`>(() => 0)(disk.value.capacityBytes))
  const points = usageOfLoggedRuns(capacity)(decodeKubeletGcLog({ year: O.getOrElse(() => 0)(year) })(text))
  return points.length < 2
    ? E.left(`${name}: expected at least two runs of image collection that tell how full the disk was`)
    : E.right({ _tag: 'Trace', points, drops: 'leave-out' })
}
