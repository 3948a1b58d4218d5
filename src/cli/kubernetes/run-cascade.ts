/**
 * Answers how a command gets from its arguments to a printed cascade.
 */
import { either as E } from 'fp-ts'

import type { CascadePlan } from '../../simulate/cascade/index.js'
import { depictCascade, planCascade } from '../../simulate/cascade/index.js'
import { renderDot, renderMermaid } from '../../render/index.js'
import type { Given, Prepared } from '../command.js'
import { graphFormat, isPicture } from '../graph/flags.js'
import { sayProblems } from '../plan/errors.js'
import { failed, resultOf } from '../plan/print.js'
import { objectUsage, wordsIn } from './arguments.js'
import { exitCodeOf, printCascade } from './cascade.js'
import type { Cluster } from './prepare.js'
import { onCluster } from './prepare.js'
import type { Asked } from './requests.js'

/** Prepares a command that plays requests. */
export const onRequests = (
  given: Given,
  requestsOf: (cluster: Cluster, words: ReadonlyArray<string>) => E.Either<string, ReadonlyArray<Asked>>,
): E.Either<string, Prepared> => {
  const format = graphFormat(given)
  if (E.isLeft(format)) return format
  const words = wordsIn(given)
  if (E.isLeft(words)) return words
  const { objects, files } = words.right
  if (objects.length === 0) return E.left(`expected an object: ${objectUsage}`)
  return onCluster(given, { format: format.right, files }, (environment, cluster) => {
    const asked = requestsOf(cluster, objects)
    if (E.isLeft(asked)) return failed(asked.left)
    const { snapshot, policy, notes } = cluster
    const planned = planCascade(policy)(asked.right.map(({ request }) => request))(snapshot)
    if (E.isLeft(planned)) return failed(sayProblems('snapshot')(planned.left))
    const cascade = { at: snapshot.at, asked: asked.right, plan: planned.right }
    const stdout = isPicture(format.right)
      ? pictureAs[format.right](depictCascade(planned.right)(snapshot))
      : printCascade(format.right, environment)(cascade)
    return resultOf(stdout, [...notes, ...limitsOf(cluster, cascade)], exitCodeOf(cascade))
  })
}

const pictureAs = { dot: renderDot, mermaid: renderMermaid } as const

/** What a reader should know that the plan does not show. */
const limitsOf = (
  { snapshot }: Cluster,
  { asked, plan }: { readonly asked: ReadonlyArray<Asked>; readonly plan: CascadePlan },
): ReadonlyArray<string> => {
  const named = new Set(asked.flatMap(({ request }) => (request._tag === 'Delete' ? [request.target] : [])))
  const definitions = snapshot.objects.filter(
    ({ kind, metadata }) => kind === 'CustomResourceDefinition' && named.has(metadata.uid),
  )
  return [
    ...definitions.map(
      ({ metadata: { name } }) =>
        `with CustomResourceDefinition ${name} the server deletes all its objects; that is not played`,
    ),
    ...(plan.unknown.length === 0
      ? []
      : [
          'not everything is known: list the kinds that are missing too, and state with -A, --listed-in, --covers or --whole-cluster what was listed in full',
        ]),
  ]
}
