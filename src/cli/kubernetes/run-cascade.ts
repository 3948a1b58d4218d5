/**
 * Answers how a command gets from its arguments to a printed cascade.
 */
import { either as E } from 'fp-ts'

import { depictCascade, planCascade } from '../../collectors/kubernetes/index.js'
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
  return onCluster(given, { format: format.right, files }, (world, cluster) => {
    const asked = requestsOf(cluster, objects)
    if (E.isLeft(asked)) return failed(asked.left)
    const { snapshot, policy, notes } = cluster
    const planned = planCascade(policy)(asked.right.map(({ request }) => request))(snapshot)
    if (E.isLeft(planned)) return failed(sayProblems('snapshot')(planned.left))
    const cascade = { at: snapshot.at, asked: asked.right, plan: planned.right }
    const stdout = isPicture(format.right)
      ? pictureAs[format.right](depictCascade(planned.right)(snapshot))
      : printCascade(format.right, world)(cascade)
    const open =
      planned.right.unknown.length === 0
        ? []
        : ['not everything is known: state with -A, --listed-in, --covers or --whole-cluster what was listed in full']
    return resultOf(stdout, [...notes, ...open], exitCodeOf(cascade))
  })
}

const pictureAs = { dot: renderDot, mermaid: renderMermaid } as const
