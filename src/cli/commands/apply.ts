/** `gcplan apply`: carries out an approved plan on a cluster. */
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import { type Guard, approve, maxCount, maxPercent } from '../../guard/index.js'
import type { Command, Environment, FlagGroup, Given, Result } from '../command.js'
import { all } from '../fp.js'
import { controlPlaneIn } from '../kubernetes/control-plane.js'
import { policiesFlags } from '../kubernetes/policies.js'
import { readPlan } from '../plan/document.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed } from '../plan/print.js'
import { count, optional, upTo } from '../values.js'
import { clusterAsked, clusterFlags } from '../kubernetes/cluster-flags.js'

const approvalFlags: FlagGroup = {
  heading: 'Approval',
  flags: [
    { name: 'approve', value: 'DIGEST', about: 'the digest of the plan (default: print it and change nothing)' },
    { name: 'max', value: 'N', about: 'refuse if more than N objects would go' },
    {
      name: 'max-percent',
      value: 'P',
      about: 'refuse if more than P percent of the considered objects would go',
    },
  ],
}

/** The command. */
export const applyCommand: Command = {
  words: ['apply'],
  summary: 'execute an approved plan on a cluster; without --approve, only show what it would do',
  usage: 'PLAN.json [--approve DIGEST] [FLAGS]',
  about: [
    'Reads the cluster and plans again, with the flags of the first plan. Makes only the calls that both plans contain, down to the uid and version of each object.',
    'An interrupt ends it at once; a call in progress may still take effect. Run the same command again to do the rest.',
  ],
  groups: [approvalFlags, clusterFlags, policiesFlags, outputFlags],
  examples: [
    'gcplan plan kubernetes-owners -o json > plan.json && gcplan apply plan.json',
    'gcplan apply plan.json --approve "$(gcplan digest plan.json)" --max 20 --max-percent 5',
  ],
  exitCodes: {
    0: 'everything approved is done, or there was nothing to do',
    1: 'an error, a failed call or an interrupt',
    2: null,
    3: 'a guard refuses the plan',
  },
  prepare: (given) =>
    F.pipe(
      all({
        path: onePlan(given),
        format: outputFormat(given),
        caps: capsIn(given),
        sources: controlPlaneIn(given, []),
      }),
      E.map(({ path, format, caps, sources }) => ({
        paths: [path, ...sources.paths.filter((other) => other !== '-')],
        stdin: 'optional' as const,
        run: (environment: Environment): Promise<Result> =>
          F.pipe(
            readPlan(environment.read(path)),
            E.bindTo('record'),
            E.bind('approval', ({ record }) => E.mapLeft(sayProblems(''))(approve(record.plan))),
            E.filterOrElse(
              ({ approval }) =>
                F.pipe(
                  given.value('approve'),
                  O.match(F.constTrue, (asked) => asked === approval.digest),
                ),
              ({ approval }) => `--approve: not the digest of ${path}, which is ${approval.digest}`,
            ),
            E.match(
              (message) => Promise.resolve(failed(message)),
              async ({ record, approval }) => {
                const { acting } = environment
                const ask = clusterAsked(given)
                const { applyOn } = await import('../live/apply.js')
                const { readCluster } = await import('../live/read.js')
                const collector = collectorRead(record.collector)
                const asked = {
                  collector: record.collector,
                  path,
                  approval,
                  isApproved: given.has('approve'),
                  caps,
                  format,
                }
                const done = await acting.withCluster(ask)((opened) =>
                  F.pipe(
                    () => readCluster({ ...ask, collector }, acting)(opened),
                    TE.chainEitherK((cluster) => sources.read({ ...environment, cluster }, O.none)),
                    TE.chain((inputs) => () => applyOn(environment, asked, opened, inputs.notes)(inputs)),
                  )(),
                )
                return E.getOrElse(failed)(done)
              },
            ),
          ),
      })),
    ),
}

/** Only the cleaner of tokens reads what kind a Secret is. */
const collectorRead = (collector: string): 'cluster' | 'tokens' =>
  collector === 'kubernetes-tokens' ? 'tokens' : 'cluster'

const onePlan = ({ files: [first, ...others] }: Given): E.Either<string, string> =>
  first === undefined || others.length > 0 ? E.left('expected one plan, written with -o json') : E.right(first)

const capsIn = (given: Given): E.Either<string, ReadonlyArray<Guard>> =>
  F.pipe(
    all({ max: optional(count)(given, 'max'), percent: optional(upTo(100))(given, 'max-percent') }),
    E.map(({ max, percent }) => [
      ...(O.isSome(max) ? [maxCount(max.value)] : []),
      ...(O.isSome(percent) ? [maxPercent({ percent: percent.value })] : []),
    ]),
  )
