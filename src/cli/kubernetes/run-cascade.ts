/** Runs a cascade command, from its arguments to the printed result. */
import { either as E, function as F, option as O } from 'fp-ts'

import { type CascadeOptions, cascadePresets, depictCascade, planCascade } from '../../simulate/cascade/index.js'
import { renderDot, renderMermaid } from '../../render/index.js'
import type { Flag, Given, Prepared } from '../command.js'
import { graphFormat, isPicture } from '../graph/flags.js'
import { all } from '../fp.js'
import { linesOf, saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'
import { sayProblems } from '../plan/errors.js'
import { resultOf } from '../plan/print.js'
import { wordsOfObjects } from './arguments.js'
import { type Cascade, exitCodeOf, printCascade } from './cascade.js'
import { type Cluster, clusterOfWords } from './prepare.js'
import { holderFlag, holdersIn } from './holders.js'
import { budgetIn, explored } from './outcomes.js'
import type { Asked } from './requests.js'
import { withNamespaces } from './unlisted.js'

/** Prepares a command that plays requests. */
export const onRequests = (
  given: Given,
  requestsOf: (cluster: Cluster) => (words: ReadonlyArray<string>) => E.Either<string, ReadonlyArray<Asked>>,
): E.Either<string, Prepared> =>
  F.pipe(
    answering(
      all({
        format: graphFormat(given),
        words: wordsOfObjects(given),
        budget: budgetFor(given),
      }),
      clusterOfWords(given),
      (environment, cluster, { format, words: { objects }, budget }) =>
        F.pipe(
          all({ asked: requestsOf(cluster)(objects), holders: holdersIn(environment, given) }),
          E.flatMap(({ asked, holders }) => {
            const whole = { ...cluster, snapshot: withNamespaces(cluster.snapshot, asked) }
            return F.pipe(
              planned(whole, asked, { holders, rules: cluster.rules.cascade }),
              E.flatMap(withOutcomes(whole, budget, environment.acting.say)),
              E.map((cascade) =>
                resultOf(
                  isPicture(format)
                    ? pictureAs[format](depictCascade(cascade.plan)(whole.snapshot))
                    : printCascade(format, environment, saidRules(cluster.chosen))(cascade),
                  [...cluster.notes, ...limitsOf(cluster, cascade)],
                  exitCodeOf(cascade),
                ),
              ),
            )
          }),
        ),
    ),
    E.map((one) => ({ ...one, paths: [...one.paths, ...given.values(holderFlag.name)] })),
  )

const withOutcomes =
  (cluster: Cluster, budget: O.Option<number>, say: (line: string) => void) =>
  (cascade: Cascade): E.Either<string, Cascade> =>
    O.isNone(budget)
      ? E.right(cascade)
      : F.pipe(
          explored(cluster, cascade.asked, cluster.rules.cascade, budget.value, say),
          E.map((outcomes): Cascade => ({ ...cascade, outcomes })),
        )

/** Pictures show one course. */
const budgetFor = (given: Given): E.Either<string, O.Option<number>> =>
  F.pipe(
    all({ format: graphFormat(given), budget: budgetIn(given) }),
    E.filterOrElse(
      ({ format, budget }) => O.isNone(budget) || !isPicture(format),
      () => '--outcomes: pictures show no outcomes; choose another --output',
    ),
    E.map(({ budget }) => budget),
  )

/** The flag for the release of the controllers, the same as the preset. */
export const releaseFlag: Flag = {
  name: 'release',
  value: 'VERSION',
  about: `release whose controllers act: ${linesOf(cascadePresets).join(', ')} (default 1.36)`,
}

/** Plays what was asked, on a snapshot that lists the namespaces that it deletes. */
export const planned = (
  { snapshot, policy }: Cluster,
  asked: ReadonlyArray<Asked>,
  options: CascadeOptions,
): E.Either<string, Cascade> =>
  F.pipe(
    snapshot,
    planCascade(policy, options)(asked.map(({ request }) => request)),
    E.bimap(sayProblems('snapshot'), (plan) => ({ at: snapshot.at, asked, plan })),
  )

const pictureAs = { dot: renderDot, mermaid: renderMermaid } as const

/** What a reader should know that the plan does not show. */
export const limitsOf = ({ snapshot }: Cluster, { asked, plan }: Cascade): ReadonlyArray<string> => {
  const named = new Set(asked.flatMap(({ request }) => (request._tag === 'Delete' ? [request.target] : [])))
  const isWhole = snapshot.coverage._tag === 'Everything'
  const definitions = snapshot.objects.filter(
    ({ kind, metadata }) => !isWhole && kind === 'CustomResourceDefinition' && named.has(metadata.uid),
  )
  return [
    ...definitions.map(
      ({ metadata: { name } }) =>
        `with CustomResourceDefinition ${name} the API server deletes all its objects; only those that are listed are simulated`,
    ),
    ...(plan.unknown.length === 0
      ? []
      : [
          'incomplete input: list the missing kinds too, and state what was listed in full with -A, --listed-in, --covers or --whole-cluster',
        ]),
  ]
}
