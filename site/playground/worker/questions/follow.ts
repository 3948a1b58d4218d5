/** Follows every course of a deletion, within bounds that suit a page. */
import { either as E, function as F } from 'fp-ts'
import { explainCertainty, explainCourse, explainOutcome } from 'gcplan/simulate/outcomes'

import { sayObject } from '../../../../src/cli/kubernetes/object.js'
import { distinctEnds, explored, isAffected } from '../../../../src/cli/kubernetes/outcomes.js'
import type { Cluster } from '../../../../src/cli/kubernetes/prepare.js'
import type { Asked } from '../../../../src/cli/kubernetes/requests.js'
import type { FollowedView } from '../answers'

/** Objects of a cluster whose courses are followed: each state is a cluster of its own. */
export const mostFollowed = 1000
/** States with several possible next steps, before courses are drawn at random. */
const budget = 5000

/** What every course comes to; random ones where there are too many. */
export const follow = (
  cluster: Cluster,
  requested: ReadonlyArray<Asked>,
  say: (line: string) => void,
): E.Either<string, FollowedView> =>
  cluster.snapshot.objects.length > mostFollowed
    ? E.left(`every course is followed here among at most ${mostFollowed} objects; the command follows more`)
    : F.pipe(
        explored(cluster, requested, cluster.rules.cascade, budget, say),
        E.map(({ outcomes, before }) => {
          const objects = outcomes.objects.filter((one) => isAffected(one, before.get(one.target.id)))
          const shown = new Set(objects.flatMap(({ ends }) => ends.map(({ shownBy }) => shownBy)))
          const ends = distinctEnds(outcomes).filter(([place]) => shown.has(place))
          return {
            isProven: outcomes.certainty === 'Proven',
            said: explainCertainty(outcomes),
            objects: objects.map((one) => ({
              id: one.target.id,
              said: sayObject(one.target),
              verdict: one.verdict,
              sentence: explainOutcome(outcomes.certainty)(one, before.get(one.target.id)),
              ends: one.ends,
            })),
            courses: ends.map(([place, end]) => ({ end: place, steps: explainCourse(outcomes.objects)(end) })),
          }
        }),
      )
