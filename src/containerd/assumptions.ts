/**
 * Answers which removals rest on what leases, ingests and unseen things are taken to hold.
 */
import type { Assumption } from '../core/plan.js'
import { isMarked, noMarks } from '../internal/mark.js'
import type { Doubt, DoubtKind, Taken } from './doubt.js'
import { doubtKinds } from './doubt.js'
import type { Space } from './graph/census.js'
import { numberOf } from './graph/node.js'
import type { Reached } from './graph/reach.js'
import { isReached, spreadInDoubt } from './graph/reach.js'
import type { Open } from './maybe.js'
import { seedsOf } from './maybe.js'
import type { Policy } from './policy.js'
import type { Removal } from './reason.js'

/** What was taken to hold, with the removals that rest on it; nothing where none does. */
export const assumptionsOf = (
  policy: Policy,
  reached: Reached,
  doubts: ReadonlyArray<Doubt>,
  removals: ReadonlyArray<Removal>,
): ReadonlyArray<Assumption> =>
  doubtKinds.flatMap((kind) => {
    const taken = doubts.filter((doubt) => doubt.kind === kind && doubt.taken.size > 0)
    if (taken.length === 0) return []
    const marks = noMarks(reached.graph.size)
    const lives = kind === 'expected' ? mightLive(policy, reached, doubts) : () => true
    const open = taken.map(({ space, taken: facts }) => ({ space, which: takenOf(facts).filter(lives) }))
    spreadInDoubt(reached, marks, seedsOf(policy, reached, kind, open))
    if (kind === 'expiry') {
      const living = openOf('expected', doubts, (ingest) => isMarked(marks, ingest))
      spreadInDoubt(reached, marks, seedsOf(policy, reached, 'expected', living))
    }
    const targets = new Map<string, string[]>(taken.map(({ space }) => [space.name, []]))
    for (const { target } of removals) {
      const ids = targets.get(target.namespace)
      const node = ids === undefined ? -1 : numberOf(reached.graph, target)
      if (node >= 0 && isMarked(marks, node)) ids?.push(target.id)
    }
    return taken.flatMap((doubt) => assumptionsIn(doubt, targets.get(doubt.space.name) ?? []))
  })

const takenOf = (taken: Doubt['taken']): ReadonlyArray<number> =>
  [...taken.values()].flatMap((facts) => facts.map(({ which }) => which))

/** True for an ingest that stays, or would if something else that is open were otherwise. */
const mightLive = (policy: Policy, reached: Reached, doubts: ReadonlyArray<Doubt>): ((ingest: number) => boolean) => {
  const marks = noMarks(reached.graph.size)
  for (const kind of ['leases', 'expiry'] as const)
    spreadInDoubt(
      reached,
      marks,
      seedsOf(
        policy,
        reached,
        kind,
        openOf(kind, doubts, () => true),
      ),
    )
  return (ingest) => isReached(reached, ingest) || isMarked(marks, ingest)
}

/** What is open of one kind, unknown or taken. */
const openOf = (
  kind: DoubtKind,
  doubts: ReadonlyArray<Doubt>,
  counts: (which: number) => boolean,
): ReadonlyArray<Open> =>
  doubts
    .filter((doubt) => doubt.kind === kind)
    .map(({ space, unknown, taken }) => ({ space, which: [...unknown, ...takenOf(taken)].filter(counts) }))

/** What was taken to hold in one namespace; nothing where no target rests on it. */
export const assumptionsIn = (
  { kind, space, taken }: Doubt,
  targets: ReadonlyArray<string>,
): ReadonlyArray<Assumption> =>
  targets.length === 0
    ? []
    : [...taken].map(([because, facts]) => ({
        about: aboutOf(kind, space, facts),
        assumed: facts.length === 1 ? (facts[0]?.assumed ?? '') : `as stated for each of ${facts.length} ${noun[kind]}`,
        because,
        targets,
      }))

const noun = { leases: 'leases', unseen: 'things', expiry: 'ingests', expected: 'ingests' } as const

const path = {
  leases: ['leases', '.resources'],
  unseen: ['unseen', ''],
  expiry: ['ingests', '.expireAt'],
  expected: ['ingests', '.expected'],
} as const

const aboutOf = (kind: DoubtKind, space: Space, facts: ReadonlyArray<Taken>): string => {
  const ids = facts.length === 1 ? JSON.stringify(facts[0]?.id) : '*'
  const [list, field] = path[kind]
  return `namespaces[${JSON.stringify(space.name)}].${list}[${ids}]${field}`
}
