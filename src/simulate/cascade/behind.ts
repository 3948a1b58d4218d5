/** What holds an object through others: what it waits for, and what that waits for. */
import { type Target, type WholeObject, isBeingDeleted, targetOf } from '../../apiserver/object.js'
import type { OutsideWait } from '../consequence/holder.js'
import { elementAt } from '../../internal/lists.js'
import { type Actor, actorOf, collector, keeper } from './actor.js'
import { type BlockerContext, blockersOf, blockingDependents, withParties } from './blockers.js'
import type { Case } from './case.js'
import type { Blocker } from './reason.js'

/** An object that holds others, and what holds it. */
export interface Behind {
  readonly target: Target
  readonly blockers: readonly [Blocker, ...Blocker[]]
}

/** What holds an object, and who has to act. */
export interface Walked {
  readonly blockers: ReadonlyArray<Blocker>
  /** Nearest first. */
  readonly behind: ReadonlyArray<Behind>
  readonly waits: ReadonlyArray<OutsideWait>
  /** Each once; whoever acts on what is farthest behind comes first. */
  readonly actors: ReadonlyArray<Actor>
}

const limit = 50

/** From the object to what it waits for, and to what that waits for, each once. */
export const behindOf = ({ context, decidedOn, actorsOn, waitsOf }: Case, start: WholeObject): Walked => {
  const actors = new Map<string, Actor[]>()
  const waits: OutsideWait[] = []
  const behind: Behind[] = []
  const holding = blockersOf(context)(start)
  const seen = new Set([start.metadata.uid])
  const open: (readonly [WholeObject, ReadonlyArray<Blocker>])[] = [[start, holding]]
  const add = (uid: string, actor: Actor): void => {
    actors.set(uid, [...(actors.get(uid) ?? []), actor])
  }
  for (let at = 0; at < open.length; at++) {
    const [object, blockers] = elementAt(open, at)
    const on = object.metadata.uid
    const itself = targetOf(object)
    const { acts } = decidedOn(on)
    const own = isBeingDeleted(object) ? waitsOf(object) : []
    waits.push(...own)
    if (acts) add(on, collector)
    actorsOn(on).forEach((actor) => {
      add(on, actor)
    })
    for (const blocker of blockers) {
      const actor = actorOf(blocker, itself, acts)
      if (actor !== null) add(on, withParty(actor, own))
      for (const further of nextOf(context, object, blocker)) {
        const { uid } = further.metadata
        if (seen.has(uid) || open.length > limit) continue
        seen.add(uid)
        const found = blockersOf(context)(further)
        const [first, ...others] = found
        const target = targetOf(further)
        if (first !== undefined) behind.push({ target, blockers: [first, ...others] })
        // The namespace controller deletes content whose turn has not come.
        if (!isBeingDeleted(further) && blocker._tag !== 'NamespaceContent') {
          const decision = decidedOn(uid)
          if (decision.acts) add(uid, collector)
          else if (blocker._tag === 'BlockingDependents') add(uid, keeper(target, decision.reasons))
          else add(uid, { _tag: 'DeleteFirst', target })
        }
        open.push([further, found])
      }
    }
  }
  const farthestFirst = [...actors.values()].reverse().flat()
  return {
    blockers: withPartiesOf(waits, targetOf(start), holding),
    behind: behind.map(({ target, blockers }) => ({ target, blockers: withParties(waits, target, blockers) })),
    waits,
    actors: [...new Map(farthestFirst.map((actor) => [JSON.stringify(actor), actor])).values()],
  }
}

const withPartiesOf = (
  waits: ReadonlyArray<OutsideWait>,
  target: Target,
  [first, ...others]: ReadonlyArray<Blocker>,
): ReadonlyArray<Blocker> => (first === undefined ? [] : withParties(waits, target, [first, ...others]))

/** The same actor, by the name under which a row of the table knows it. */
const withParty = (actor: Actor, waits: ReadonlyArray<OutsideWait>): Actor => {
  if (actor._tag !== 'FinalizerController') return actor
  const party = waits.find(({ finalizer }) => finalizer === actor.finalizer)?.holder?.party
  return party === undefined ? actor : { ...actor, party }
}

const nextOf = (context: BlockerContext, object: WholeObject, blocker: Blocker): ReadonlyArray<WholeObject> => {
  switch (blocker._tag) {
    case 'BlockingDependents':
      return blockingDependents(context, object.metadata.uid)
    case 'NamespaceContent':
      return context.contentOf(object.metadata.name).filter(isBeingDeleted)
    case 'ClaimInUse':
      return objectsOf(context, blocker.pod)
    case 'VolumeInUse':
      return objectsOf(context, blocker.claim)
    case 'InstancesLeft':
      return objectsOf(context, blocker.first)
    default:
      return []
  }
}

const objectsOf = ({ objects }: BlockerContext, target: Target | undefined): ReadonlyArray<WholeObject> =>
  target === undefined ? [] : objects.filter(({ metadata }) => metadata.uid === target.id)
