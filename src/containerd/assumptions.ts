/**
 * Removals that depend on what leases, ingests and unobserved objects are assumed to hold.
 */
import type { Assumption } from '../core/plan.js'
import { isMarked, noMarks } from '../internal/graph.js'
import { type UnknownReferences, type UnknownKind, type AssumedFact, unknownKinds } from './unknown-references.js'
import type { NamespaceIndex } from './graph/node-index.js'
import { numberOf } from './graph/node.js'
import { type Reachability, isReachable, spreadPossible } from './graph/reach.js'
import { type OpenReferences, possibleTargets } from './possibly-reachable.js'
import type { Policy } from './policy.js'
import type { Removal } from './reason.js'

/** What was taken to hold, with the removals that rest on it; nothing where none does. */
export const assumptionsOf = (
  policy: Policy,
  reached: Reachability,
  unknowns: ReadonlyArray<UnknownReferences>,
  removals: ReadonlyArray<Removal>,
): ReadonlyArray<Assumption> =>
  unknownKinds.flatMap((kind) => {
    const taken = unknowns.filter((each) => each.kind === kind && each.assumed.size > 0)
    if (taken.length === 0) return []
    const marks = noMarks(reached.graph.size)
    const lives = kind === 'expected' ? mightLive(policy, reached, unknowns) : () => true
    const open = taken.map(({ space, assumed: facts }) => ({ space, which: factsIn(facts).filter(lives) }))
    spreadPossible(reached, marks, possibleTargets(policy, reached, kind, open))
    if (kind === 'expiry') {
      const living = openOf('expected', unknowns, (ingest) => isMarked(marks, ingest))
      spreadPossible(reached, marks, possibleTargets(policy, reached, 'expected', living))
    }
    const targets = new Map<string, string[]>(taken.map(({ space }) => [space.name, []]))
    for (const { target } of removals) {
      const ids = targets.get(target.namespace)
      const node = ids === undefined ? -1 : numberOf(reached.graph, target)
      if (node >= 0 && isMarked(marks, node)) ids?.push(target.id)
    }
    return taken.flatMap((each) => assumptionsIn(each, targets.get(each.space.name) ?? []))
  })

const factsIn = (taken: UnknownReferences['assumed']): ReadonlyArray<number> =>
  [...taken.values()].flatMap((facts) => facts.map(({ which }) => which))

/** True for an ingest that stays, or would if something else that is open were otherwise. */
const mightLive = (
  policy: Policy,
  reached: Reachability,
  unknowns: ReadonlyArray<UnknownReferences>,
): ((ingest: number) => boolean) => {
  const marks = noMarks(reached.graph.size)
  for (const kind of ['leases', 'expiry'] as const)
    spreadPossible(
      reached,
      marks,
      possibleTargets(
        policy,
        reached,
        kind,
        openOf(kind, unknowns, () => true),
      ),
    )
  return (ingest) => isReachable(reached, ingest) || isMarked(marks, ingest)
}

const openOf = (
  kind: UnknownKind,
  unknowns: ReadonlyArray<UnknownReferences>,
  counts: (which: number) => boolean,
): ReadonlyArray<OpenReferences> =>
  unknowns
    .filter((each) => each.kind === kind)
    .map(({ space, unknown, assumed }) => ({ space, which: [...unknown, ...factsIn(assumed)].filter(counts) }))

/** What was taken to hold in one namespace; nothing where no target depends on it. */
export const assumptionsIn = (
  { kind, space, assumed }: UnknownReferences,
  targets: ReadonlyArray<string>,
): ReadonlyArray<Assumption> =>
  targets.length === 0
    ? []
    : [...assumed].map(([because, facts]) => ({
        about: aboutOf(kind, space, facts),
        assumed: facts.length === 1 ? (facts[0]?.assumed ?? '') : `as stated for each of ${facts.length} ${noun[kind]}`,
        because,
        targets,
      }))

const noun = { leases: 'leases', unseen: 'things', mounts: 'mounts', expiry: 'ingests', expected: 'ingests' } as const

const path = {
  leases: ['leases', '.resources'],
  unseen: ['unseen', ''],
  mounts: ['mounts', '.lease'],
  expiry: ['ingests', '.expireAt'],
  expected: ['ingests', '.expected'],
} as const

const aboutOf = (kind: UnknownKind, space: NamespaceIndex, facts: ReadonlyArray<AssumedFact>): string => {
  const ids = facts.length === 1 ? JSON.stringify(facts[0]?.id) : '*'
  const [list, field] = path[kind]
  return `namespaces[${JSON.stringify(space.name)}].${list}[${ids}]${field}`
}
