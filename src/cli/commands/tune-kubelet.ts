/**
 * Answers `gcplan tune kubelet`: which thresholds of image collection suit a node, tried on one course of events.
 */
import { either as E, option as O } from 'fp-ts'

import * as Tuning from '../../simulate/tuning/index.js'
import { formatBytes } from '../../render/index.js'
import type { Command, Given, Prepared, Result, Environment } from '../command.js'
import { written } from '../document.js'
import { columnsOf, printLines } from '../lines.js'
import { courseFlags, courseOf, startOf } from '../node/course.js'
import type { Format } from '../plan/flags.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'
import { madeUp } from '../node/made-up.js'
import { nodePolicyFlags } from '../node/policies.js'
import { pressureFlags, pressureParts } from '../node/pressure.js'
import { onNode, planError, reclaimGroups } from '../reclaim/prepare.js'
import { count, oneOf, optional } from '../values.js'

const writings = ['kubelet-configuration', 'kubelet-config'] as const

/** The command. */
export const tuneKubelet: Command = {
  words: ['tune', 'kubelet'],
  summary: 'which thresholds of image collection evict the fewest pods and pull the least again',
  usage: '[FLAGS] [FILES] | --synthetic SEED',
  about: [
    'Tries thresholds on the same course of events and lays out what each costs: runs, evictions, images pulled again, bytes kept. The recommended setting evicts the fewest pods and is under pressure for the shortest time; among equals it pulls the least again.',
    'With --synthetic the course is made up from a seed: services that are released all week on a node of 100 GB, unless --horizon, --growth, --capacity-bytes and --available-bytes say otherwise. The rules are then those of --policy and of the flags.',
  ],
  groups: [
    ...reclaimGroups.filter(({ heading }) => heading !== 'What is wanted'),
    pressureFlags,
    {
      heading: 'The course of events',
      flags: [
        { name: 'synthetic', value: 'SEED', about: 'make up a node and a week of releases, instead of files' },
        ...courseFlags,
      ],
    },
    { heading: 'Eviction and dead containers', flags: nodePolicyFlags },
    {
      ...outputFlags,
      flags: [
        {
          name: 'write',
          value: 'KIND',
          about: `print the recommended setting only, as YAML: ${writings.join(' or ')} (OpenShift)`,
        },
        { name: 'pool', value: 'NAME', about: 'the machine config pool of --write kubelet-config (default worker)' },
        ...outputFlags.flags,
      ],
    },
  ],
  examples: [
    'gcplan tune kubelet --synthetic 1',
    'gcplan tune kubelet --synthetic 1 --policy config.yaml --horizon 48h',
    'gcplan tune kubelet images.json ps.json stats.json memory.json inspecti.json usage.txt --growth 5000000 --horizon 168h',
    'gcplan tune kubelet --synthetic 1 --write kubelet-config --pool worker',
  ],
  exitCodes: { 0: 'the current setting is as good as any', 2: 'another setting is recommended' },
  prepare: (given) => {
    const format = outputFormat(given)
    if (E.isLeft(format)) return format
    const course = courseOf(given)
    if (E.isLeft(course)) return course
    const seed = optional(count)(given, 'synthetic')
    if (E.isLeft(seed)) return seed
    const writing = optional(oneOf(writings))(given, 'write')
    if (E.isLeft(writing)) return writing
    const answer = (environment: Environment, workload: Tuning.Workload, notes: ReadonlyArray<string>): Result => {
      const { highThresholdPercent, lowThresholdPercent, minAge, maxAge } = workload.policies.image
      const current = { highThresholdPercent, lowThresholdPercent, minAge, maxAge }
      const sweep = { ...Tuning.defaultSweep, minAge: [minAge], maxAge: [maxAge] }
      const tuned = Tuning.tune(workload, { ...Tuning.defaultGoals, sweep, current })
      if (E.isLeft(tuned)) return planError(tuned.left, notes)
      const { recommended } = tuned.right
      const stdout = O.isSome(writing.right)
        ? environment.yaml.print(settingAs(writing.right.value, given)(recommended.setting))
        : print(format.right, environment, tuned.right)
      return resultOf(stdout, notes, recommended === tuned.right.current ? 0 : 2)
    }
    const printsYaml = format.right === 'yaml' || O.isSome(writing.right)
    if (O.isSome(seed.right)) {
      const made = madeUp(given, course.right, seed.right.value)
      if (E.isLeft(made)) return made
      const { paths, workload } = made.right
      return E.right({
        paths,
        stdin: 'optional',
        printsYaml,
        run: (environment) => {
          const begun = workload(environment)
          return E.isLeft(begun) ? failed(begun.left) : answer(environment, begun.right, [])
        },
      })
    }
    return E.map((one: Prepared): Prepared => ({
      ...one,
      paths: [...one.paths, ...given.values('growth-log')],
      printsYaml,
    }))(
      onNode(
        given,
        format.right,
        (environment, asked) => {
          const start = startOf(environment, given, course.right, asked)
          if (E.isLeft(start)) return failed(start.left)
          const { notes, ...workload } = start.right
          return answer(environment, workload, notes)
        },
        pressureParts,
      ),
    )
  },
}

const settingAs =
  (writing: (typeof writings)[number], given: Given) =>
  (setting: Tuning.Setting): object =>
    writing === 'kubelet-configuration'
      ? Tuning.kubeletConfiguration(setting)
      : Tuning.openshiftKubeletConfig({
          name: 'gcplan-image-gc',
          pool: O.getOrElse(() => 'worker')(given.value('pool')),
        })(setting)

const print = (
  format: Format,
  environment: Environment,
  { trials, recommended, current, grounds }: Tuning.Tuning,
): string =>
  written(format, environment, {
    document: () => ({
      kind: 'gcplan/tuning',
      version: 1,
      recommended,
      current,
      grounds: grounds.map((ground) => ({ ...ground, explained: Tuning.explainGround(ground) })),
      trials,
    }),
    text: () =>
      printLines(format)([
        `recommended: ${thresholds(recommended)}${recommended === current ? ', as it is' : `, instead of ${thresholds(current)}`}`,
        ...grounds.map((ground) => `  ${Tuning.explainGround(ground)}`),
        ...columnsOf(
          format,
          aligns,
        )([
          ['HIGH', 'LOW', 'EVICTED', 'REFUSED', 'RUNS', 'NO-OP RUNS', 'REMOVED', 'PULLED AGAIN', 'KEPT', ''],
          ...trials.map((trial) => rowOf(trial, trial === recommended, trial === current)),
        ]),
      ]),
  })

const aligns = ['right', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'left'] as const

const thresholds = ({ setting }: Tuning.Trial): string =>
  `from ${setting.highThresholdPercent} down to ${setting.lowThresholdPercent} %`

const rowOf = (trial: Tuning.Trial, isRecommended: boolean, isCurrent: boolean): ReadonlyArray<string> => [
  `${trial.setting.highThresholdPercent}`,
  `${trial.setting.lowThresholdPercent}`,
  `${trial.podsEvicted}`,
  `${trial.refused}`,
  `${trial.runs}`,
  `${trial.noOpRuns}`,
  `${trial.imagesRemoved}`,
  formatBytes(trial.pulledAgainBytes),
  formatBytes(trial.meanUsedBytes),
  [isRecommended ? 'recommended' : '', isCurrent ? 'current' : ''].filter((word) => word !== '').join(', '),
]
