/** A cluster whose objects are to be explained: what each component would do with each object. */
import type { WholeObject } from '../../apiserver/object.js'
import { covers, scopeTable } from '../../apiserver/scope.js'
import { coverageFacts } from '../../controllers/owner/coverage-facts.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { AmendReason, KeepReason, Plan, Reason } from '../../controllers/owner/reason.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { goingIn } from '../consequence/going.js'
import { type OutsideWait, outsideWaits } from '../consequence/holder.js'
import { knownHolders } from '../consequence/holders.js'
import type { Actor } from './actor.js'
import { type BlockerContext, blockerContext } from './blockers.js'
import { nextActs } from './next-act.js'
import type { CascadeOptions } from './plan.js'

/** What is known of a cluster. */
export interface Case {
  readonly at: Date
  readonly objects: ReadonlyMap<string, WholeObject>
  readonly context: BlockerContext
  /** What the collector does about an object. */
  readonly decidedOn: (uid: string) => Decision
  /** Who takes the finalizers of an object off. */
  readonly waitsOf: (object: WholeObject) => ReadonlyArray<OutsideWait>
  /** What controllers of the caller's own would do with it now. */
  readonly actorsOn: (uid: string, acts?: 'deletes') => ReadonlyArray<Actor>
}

export interface Decision {
  readonly acts: boolean
  readonly reasons: ReadonlyArray<Reason | AmendReason | KeepReason>
}

/** A snapshot, as far as it is asked about. */
export const caseOf = (
  policy: Policy,
  { controllers: others, holders }: Required<Pick<CascadeOptions, 'controllers' | 'holders'>>,
  snapshot: Snapshot,
  planned: Plan,
): Case => {
  const content = coverageFacts(
    snapshot.coverage,
    snapshot.scopes.filter(({ namespaced }) => namespaced),
    policy,
  )
  const unseen = policy.uncovered === 'absent' ? () => null : content.unseenDependents
  const decided = decisionsOf(planned)
  let next: ReturnType<typeof nextActs> | undefined
  const after = new Map(snapshot.objects.map((object) => [object.metadata.uid, object]))
  const { goes } = goingIn({ before: snapshot.objects, after, isReached: () => true, unlisted: [] })
  return {
    at: snapshot.at,
    waitsOf: outsideWaits([...holders, ...knownHolders], {
      objects: snapshot.objects,
      goes,
      covers: covers(snapshot.coverage),
    }),
    objects: after,
    context: blockerContext(
      snapshot.objects,
      scopeTable(snapshot.scopes),
      unseen,
      policy.uncovered === 'absent' ? () => true : covers(snapshot.coverage),
    ),
    decidedOn: (uid) => decided.get(uid) ?? nothingDecided,
    actorsOn: (uid, acts) =>
      ((next ??= nextActs(others, snapshot)).get(uid) ?? [])
        .filter(({ deletes }) => deletes || acts === undefined)
        .map(({ by }) => ({ _tag: 'Controller', name: by })),
  }
}

/** What the collector does about each object; what acts counts before what keeps. */
const decisionsOf = ({ passes }: Plan): ReadonlyMap<string, Decision> => {
  const decided = new Map<string, Decision>()
  for (const { removals, amendments } of passes)
    for (const { target, reasons } of [...removals, ...amendments]) decided.set(target.id, { acts: true, reasons })
  for (const { kept } of passes)
    for (const { target, reasons } of kept)
      if (!decided.has(target.id)) decided.set(target.id, { acts: false, reasons })
  return decided
}

const nothingDecided: Decision = { acts: false, reasons: [] }
