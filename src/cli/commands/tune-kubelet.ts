/**
 * `gcplan tune kubelet`: tries thresholds of image garbage collection on one series of events to find those that suit
 * a node.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Tuning from '../../simulate/tuning/index.js'
import { formatBytes } from '../../render/index.js'
import type { Command, Given, Prepared, Result, Environment } from '../command.js'
import { written } from '../document.js'
import { all } from '../fp.js'
import { columnsOf, printLines } from '../lines.js'
import { type Scenario, scenarioFlags, scenarioOf, startOf } from '../node/scenario.js'
import { type Format, outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'
import { synthetic } from '../node/synthetic.js'
import { nodePolicyFlags } from '../node/policies.js'
import { pressureFlags, pressureParts } from '../node/pressure.js'
import { onNode, planError, reclaimGroups } from '../reclaim/prepare.js'
import { count, oneOf, optional } from '../values.js'

const writings = ['kubelet-configuration', 'kubelet-config'] as const

/** The command. */
export const tuneKubelet: Command = {
  words: ['tune', 'kubelet'],
  summary: 'which image GC thresholds evict the fewest pods and pull the fewest bytes again',
  usage: '[FLAGS] [FILES] | --synthetic SEED',
  about: [
    'Tries thresholds on the same events and shows what each costs: runs, evictions, images pulled again, bytes kept. The recommended setting evicts the fewest pods, then has the shortest pressure, then pulls the fewest bytes again.',
    '--synthetic makes up a node of 100 GB and a week of releases from a seed. --horizon, --growth, --capacity-bytes and --available-bytes change them; settings come from --policy and the flags.',
  ],
  groups: [
    ...reclaimGroups.filter(({ heading }) => heading !== 'Target'),
    pressureFlags,
    {
      heading: 'Events',
      flags: [
        { name: 'synthetic', value: 'SEED', about: 'make up a node and a week of releases, instead of files' },
        ...scenarioFlags,
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
  exitCodes: { 0: 'the current setting is best', 2: 'another setting is recommended' },
  prepare: (given) =>
    F.pipe(
      all({
        format: outputFormat(given),
        scenario: scenarioOf(given),
        seed: optional(count)(given, 'synthetic'),
        writing: optional(oneOf(writings))(given, 'write'),
      }),
      E.flatMap(({ format, scenario, seed, writing }) => {
        const answer = tuned(given, format, writing)
        return F.pipe(
          seed,
          O.match(
            () => onFiles(given, format, scenario, answer),
            (from) => onSynthetic(given, scenario, from, answer),
          ),
          E.map((one): Prepared => ({ ...one, printsYaml: format === 'yaml' || O.isSome(writing) })),
        )
      }),
    ),
}

type Tune = (
  environment: Environment,
  workload: Tuning.Workload,
  notes: ReadonlyArray<string>,
) => E.Either<string, Result>

const onSynthetic = (given: Given, scenario: Scenario, seed: number, answer: Tune): E.Either<string, Prepared> =>
  F.pipe(
    synthetic(given, scenario, seed),
    E.map(({ paths, workload }) => ({
      paths,
      stdin: 'optional',
      printsYaml: false,
      run: (environment) =>
        F.pipe(
          workload(environment),
          E.flatMap((made) => answer(environment, made, [])),
          E.getOrElse(failed),
        ),
    })),
  )

const onFiles = (given: Given, format: Format, scenario: Scenario, answer: Tune): E.Either<string, Prepared> =>
  F.pipe(
    onNode(
      given,
      format,
      (environment, asked) =>
        F.pipe(
          startOf(environment, given, scenario, asked),
          E.flatMap(({ notes, ...workload }) => answer(environment, workload, notes)),
        ),
      pressureParts,
    ),
    E.map((one) => ({ ...one, paths: [...one.paths, ...given.values('growth-log')] })),
  )

const tuned =
  (given: Given, format: Format, writing: O.Option<(typeof writings)[number]>): Tune =>
  (environment, workload, notes) => {
    const { highThresholdPercent, lowThresholdPercent, minAge, maxAge } = workload.policies.image
    const current = { highThresholdPercent, lowThresholdPercent, minAge, maxAge }
    const sweep = { ...Tuning.defaultSweep, minAge: [minAge], maxAge: [maxAge] }
    return F.pipe(
      Tuning.tune(workload, { ...Tuning.defaultGoals, sweep, current }),
      E.map((tuning) => {
        const stdout = F.pipe(
          writing,
          O.match(
            () => print(format, environment, tuning),
            (kind) => environment.yaml.print(settingAs(kind, given)(tuning.recommended.setting)),
          ),
        )
        return resultOf(stdout, notes, tuning.recommended === tuning.current ? 0 : 2)
      }),
      E.orElse(planError(notes)),
    )
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
