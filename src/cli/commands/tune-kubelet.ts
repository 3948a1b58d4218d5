/**
 * `gcplan tune kubelet`: tries thresholds of image garbage collection on one series of events to find those that suit
 * a node.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Tuning from '../../simulate/tuning/index.js'
import { formatBytes } from '../../render/index.js'
import type { Command, Given } from '../command.js'
import { nodeFlags } from '../gathered/given.js'
import { printerOf } from '../document.js'
import { all } from '../fp.js'
import { columnsOf } from '../lines.js'
import { scenarioFlags, scenarioIn, scenarioOf } from '../node/scenario.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { inGoNotation } from '../plan/policy.js'
import { resultOf } from '../plan/print.js'
import { syntheticIn } from '../node/synthetic.js'
import { nodePolicyFlags } from '../node/policies.js'
import { pressureFlags } from '../node/pressure.js'
import { planError, reclaimGroups } from '../reclaim/prepare.js'
import { saidRules } from '../release/chosen.js'
import type { Choice } from '../release/stated.js'
import { type Sources, answering } from '../sources.js'
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
    nodeFlags,
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
    'gcplan tune kubelet --synthetic 1 --image-maximum-gc-age 168h --horizon 504h',
    'gcplan tune kubelet images.json ps.json stats.json memory.json inspecti.json usage.txt --growth 5000000 --horizon 168h',
    'gcplan tune kubelet --synthetic 1 --write kubelet-config --pool worker',
  ],
  exitCodes: { 0: 'the current setting is best', 2: 'another setting is recommended' },
  prepare: (given) =>
    answering(
      all({
        format: outputFormat(given),
        scenario: scenarioOf(given),
        seed: optional(count)(given, 'synthetic'),
        writing: optional(oneOf(writings))(given, 'write'),
      }),
      workloadIn(given),
      (environment, { chosen, notes, ...workload }, { format, writing }) => {
        const { highThresholdPercent, lowThresholdPercent, minAge, maxAge } = workload.policies.image
        const current = { highThresholdPercent, lowThresholdPercent, minAge, maxAge }
        const sweep = { ...Tuning.defaultSweep, minAge: [minAge], maxAge: [maxAge] }
        return F.pipe(
          Tuning.tune(workload, { ...Tuning.defaultGoals, sweep, current }),
          E.map((tuning) => {
            const stdout = F.pipe(
              writing,
              O.match(
                () => print(format, environment, saidRules(chosen))(tuning),
                (kind) => environment.yaml.print(settingAs(kind, given)(tuning.recommended.setting)),
              ),
            )
            return resultOf(stdout, notes, tuning.recommended === tuning.current ? 0 : 2)
          }),
          E.orElse(planError(notes)),
        )
      },
    ),
}

type Noted = Tuning.Workload & Choice

const workloadIn = (given: Given): E.Either<string, Sources<Noted>> =>
  F.pipe(
    optional(count)(given, 'synthetic'),
    E.flatMap(
      O.match(
        (): E.Either<string, Sources<Noted>> => scenarioIn(given),
        (seed) => syntheticIn(given, seed),
      ),
    ),
    E.map((sources) => ({ ...sources, printsYaml: given.has('write') })),
  )

const settingAs =
  (writing: (typeof writings)[number], given: Given) =>
  (setting: Tuning.Setting): object =>
    writing === 'kubelet-configuration'
      ? Tuning.kubeletConfiguration(setting)
      : Tuning.openshiftKubeletConfig({
          name: 'gcplan-image-gc',
          pool: O.getOrElse(() => 'worker')(given.value('pool')),
        })(setting)

const aligns = ['right', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'left'] as const

const thresholds = ({ setting }: Tuning.Trial): string =>
  `from ${setting.highThresholdPercent} down to ${setting.lowThresholdPercent} %`

const age = ({ setting: { maxAge } }: Tuning.Trial): string =>
  maxAge === 0 ? '' : `; unused images go after ${inGoNotation(maxAge)}`

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

const print = printerOf(
  'gcplan/tuning',
  ({ trials, recommended, current, grounds }: Tuning.Tuning) => ({
    recommended,
    current,
    grounds: grounds.map((ground) => ({ ...ground, explained: Tuning.explainGround(ground) })),
    trials,
  }),
  (format, { trials, recommended, current, grounds }) => [
    `recommended: ${thresholds(recommended)}${recommended === current ? ', as it is' : `, instead of ${thresholds(current)}`}${age(recommended)}`,
    ...grounds.map((ground) => `  ${Tuning.explainGround(ground)}`),
    ...columnsOf(
      format,
      aligns,
    )([
      ['HIGH', 'LOW', 'EVICTED', 'REFUSED', 'RUNS', 'NO-OP RUNS', 'REMOVED', 'PULLED AGAIN', 'KEPT', ''],
      ...trials.map((trial) => rowOf(trial, trial === recommended, trial === current)),
    ]),
  ],
)
