/** Explores every outcome of the requests of a cascade command. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { KubeObject } from '../../apiserver/index.js'
import type { CascadePolicy } from '../../simulate/cascade/index.js'
import {
  type ExploredOutcomes,
  type ExploredRequest,
  type ObjectOutcome,
  type PossibleEnd,
  defaultBudget,
  exploreOutcomes,
  largestBudget,
} from '../../simulate/outcomes/index.js'
import type { FlagGroup, Given } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import { optional, upTo } from '../values.js'
import type { Cluster } from './prepare.js'
import type { Asked } from './requests.js'
import { namespaceIn } from './unlisted.js'

/** The flags that ask for every outcome. */
export const outcomeFlags: FlagGroup = {
  heading: 'Every outcome',
  flags: [
    {
      name: 'outcomes',
      about: 'also follow every course that the components can take: what goes in all of them, what may go, and how',
    },
    {
      name: 'budget',
      value: 'N',
      about: `with --outcomes: states to explore before courses are drawn at random (default ${defaultBudget}, which take minutes)`,
    },
  ],
}

/** Reads how far to explore; none if nobody asks for it. */
export const budgetIn = (given: Given): E.Either<string, O.Option<number>> =>
  F.pipe(
    optional(upTo(largestBudget))(given, 'budget'),
    E.filterOrElse(
      (budget) => given.has('outcomes') || O.isNone(budget),
      () => '--budget: it bounds --outcomes, which is not given',
    ),
    E.map((budget) =>
      given.has('outcomes')
        ? F.pipe(
            budget,
            O.alt(() => O.some(defaultBudget)),
          )
        : O.none,
    ),
  )

/** What was explored, and the objects as they were. */
export interface Explored {
  readonly outcomes: ExploredOutcomes
  readonly before: ReadonlyMap<string, KubeObject>
}

/** Explores what was asked for on the same objects and by the same rules. */
export const explored = (
  { snapshot, policy }: Cluster,
  asked: ReadonlyArray<Asked>,
  rules: CascadePolicy,
  budget: number,
  say: (line: string) => void,
): E.Either<string, Explored> => {
  const requests = asked.map(({ request }) => exploredOf(snapshot.objects, request))
  const onProgress = (states: number): void => {
    say(`following every course: ${states} states met, ${budget} at most`)
  }
  const before = new Map(snapshot.objects.map((object) => [object.metadata.uid, object]))
  return F.pipe(
    snapshot,
    exploreOutcomes(policy, { rules, budget, onProgress })([{ requests }]),
    E.bimap(sayProblems('snapshot'), (outcomes) => ({ outcomes, before })),
  )
}

const exploredOf = (objects: ReadonlyArray<KubeObject>, request: Asked['request']): ExploredRequest => {
  switch (request._tag) {
    case 'Delete':
      return { _tag: 'Delete', uid: request.target, options: request.options }
    case 'Vanish':
      return { _tag: 'Vanish', uid: request.target }
    case 'DeleteNamespace': {
      const { namespace, options } = request
      return { _tag: 'Delete', uid: namespaceIn(objects, namespace)?.metadata.uid ?? '', options }
    }
  }
}

/** True if some end leaves it otherwise than it was, or may do so. */
export const isAffected = (
  { verdict, ends, ownerReferences, finalizers }: ObjectOutcome,
  before: KubeObject | undefined,
): boolean =>
  before !== undefined &&
  (verdict !== 'Stays' ||
    ends.some(({ end }) => end !== (before.metadata.deletionTimestamp === undefined ? 'stays' : 'terminating')) ||
    differs(ownerReferences, before.metadata.ownerReferences ?? []) ||
    differs(finalizers, before.metadata.finalizers ?? []))

const differs = (found: ReadonlyArray<unknown>, had: unknown): boolean =>
  found.some((one) => JSON.stringify(one) !== JSON.stringify(had))

/** The last ends, by place; those that differ only in what is reported of objects are one. */
export const distinctEnds = ({ phases }: ExploredOutcomes): ReadonlyArray<readonly [number, PossibleEnd]> =>
  [
    ...new Map((phases.at(-1) ?? []).map((end, place) => [signatureOf(end), [place, end]] as const).reverse()).values(),
  ].reverse()

const signatureOf = ({ codes, objects }: PossibleEnd): string =>
  JSON.stringify([
    codes,
    objects.map(({ metadata: { uid, deletionTimestamp, ownerReferences, finalizers } }) => [
      uid,
      deletionTimestamp !== undefined,
      ownerReferences ?? [],
      finalizers ?? [],
    ]),
  ])
