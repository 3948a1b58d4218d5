/** What the owner collector can do next: its informers, its graph and its workers. */
import type { Change } from '../../controllers/controller.js'
import type { Request } from '../../controllers/owner/memory/api-requests.js'
import { type Work, itemsToDelete, nodeOf } from '../../controllers/owner/memory/index.js'
import type { Cause } from './cause.js'
import { attemptOn, graphInformerOf } from './footprint.js'
import { type Footprint, both, cellOf, cellsOf } from './cells.js'
import { takeableWork, workId } from './collector.js'
import { attemptDoesNothing, idleAfterAbsence, idleItems, nodeOfItem } from './idle.js'
import { numberAt, objectOf, placeOfNumber } from './places.js'
import { type Context, type Process, everything, processBy, unknownProcess } from './process.js'
import { alternativesOf } from './running.js'
import type { Transition } from './transition.js'

/** What one transition of the owner collector reads and writes, and what may follow from it. */
export const collectorProcess = (
  context: Context,
  transition: Extract<Transition, { readonly _tag: 'GraphEvent' | 'GraphAbsence' | 'TakeItem' | 'StepAttempt' }>,
): Process => {
  const { machine, world, universe, effects } = context
  const { collector } = world
  const { numberOf } = universe
  const unknown = unknownProcess(transition)
  const with_ = processBy(context, transition)
  switch (transition._tag) {
    case 'GraphEvent': {
      const changes = collector.events.get(transition.kind) ?? []
      const [change] = changes
      if (change === undefined) return unknown
      const isVain = isVainEvent(context, change)
      const heard = changes.map(effects.onGraph)
      const all = heard.reduce((mask, { writes }) => mask | writes, 0n)
      const { reads = 0n, writes = 0n } = heard[0] ?? {}
      return with_(
        { reads, writes },
        heard.flatMap(({ causes }) => causes),
        {
          actor: graphInformerOf(transition.kind),
          needless: isVain ? { reads: 0n, actor: graphInformerOf(transition.kind) } : undefined,
          beside: { reads: 0n, writes: all },
          idle: idleWith(context, idleItems(machine, world, transition.kind), { reads: 0n, writes: all }),
        },
      )
    }
    case 'GraphAbsence': {
      const number = numberOf(collector.foundAbsent[transition.which]?.uid ?? '')
      if (number === undefined) return unknown
      const { reads, writes, causes } = effects.onGraph({ _tag: 'Deleted', object: objectOf(universe, number) })
      const next = { reads, writes }
      return with_(next, causes, {
        idle: idleWith(context, idleAfterAbsence(machine, world, transition.which), next),
        needless: vainAttempt(context, number),
      })
    }
    case 'TakeItem': {
      const work = takeableWork(collector).find((one) => workId(one) === transition.item)
      const number = numberOf(work?.item.uid ?? '')
      if (work === undefined || number === undefined) return unknown
      const dependents = universe.dependentsOf(number)
      const reads =
        cellsOf([number, ...dependents], 'Node') |
        cellsOf([number, ...dependents], 'Flags') |
        cellOf(number, 'Stored') |
        placeOfNumber(context, number)
      const isOrphan = work._tag === 'Orphan'
      const next = {
        reads,
        writes: cellsOf(isOrphan || !effects.mayWait(number) ? [number] : [number, ...dependents], 'Queued'),
      }
      const isIdle = !isOrphan && attemptDoesNothing(machine, world, work)
      return with_(next, [{ _tag: isOrphan ? 'Orphan' : 'Attempt', number }], {
        idle: isIdle ? idleWith(context, [work], { reads, writes: cellOf(number, 'Queued') }) : undefined,
        actor: isOrphan ? undefined : soleAttempt(context, number),
        needless: isOrphan ? undefined : (vainAttempt(context, number) ?? needlessAttempt(context, work, number)),
      })
    }
    case 'StepAttempt': {
      const running = collector.attempts.find(({ id }) => id === transition.item)
      const number = numberOf(running?.work.item.uid ?? '')
      const asks = running === undefined ? undefined : alternativesOf(running.program)[transition.which]
      if (running === undefined || number === undefined || asks === undefined || asks._tag === 'Done') return unknown
      const needless = running.work._tag === 'Delete' ? vainAttempt(context, number) : undefined
      if (needless !== undefined) return with_({ reads: 0n, writes: 0n }, [], { needless })
      const address = asks._tag === 'Get' ? asks.object : asks.request.object
      const target = numberAt(context, address)
      const place = effects.placeOf(address) | (target === undefined ? 0n : cellOf(target, 'Stored'))
      const dependents = universe.dependentsOf(number)
      const graph = cellsOf(dependents, 'Node') | cellsOf(dependents, 'Flags')
      const causes: ReadonlyArray<Cause> = [{ _tag: running.work._tag === 'Orphan' ? 'Orphan' : 'Attempt', number }]
      if (asks._tag === 'Get') {
        const isIdle = attemptDoesNothing(machine, world, running)
        const next = {
          reads: place | graph,
          writes: isIdle || !effects.mayWait(number) ? 0n : cellsOf(dependents, 'Queued'),
        }
        return with_(next, causes, { idle: isIdle ? idleWith(context, [running.work], next) : undefined })
      }
      if (target === undefined) return with_({ reads: place, writes: 0n }, causes)
      const stored = cellOf(target, 'Stored')
      const next = isRepeated(context, asks.request, target)
        ? { reads: effects.placeOf(address) | stored, writes: 0n }
        : { reads: effects.placeOf(address), writes: stored }
      const actor = running.work._tag === 'Delete' && target === number ? soleAttempt(context, number) : undefined
      if (next.writes === 0n && attemptDoesNothing(machine, world, running))
        return with_(next, causes, { actor, idle: idleWith(context, [running.work], next) })
      return running.program.alternatives === undefined
        ? with_(next, causes, { actor })
        : with_(next, causes, {
            group: running.id,
            alone: both(next, effects.follow([{ _tag: 'Write', number: target }])),
          })
    }
  }
}

/**
 * Whoever attempts to delete an object, if nobody else can before that has made its next step: what the graph knows of the
 * object stays the same until the object is changed, which the step reads or writes.
 */
const soleAttempt = ({ world: { collector }, universe }: Context, number: number): string | undefined => {
  const uid = universe.uids[number] ?? ''
  const node = nodeOf(uid)(collector.memory)
  const items = [...itemsToDelete(collector.memory), ...collector.attempts.map(({ work }) => work.item)]
  const isSole =
    universe.isStored(number) &&
    node?.virtual === false &&
    items.every((item) => item.uid !== uid || item.serial === node.serial) &&
    collector.foundAbsent.every((identity) => identity.uid !== uid)
  return isSole ? attemptOn(number) : undefined
}

/** Of what is settled, nobody cares whether the collector attempts to delete it, or finds out that it is gone. */
const vainAttempt = ({ effects }: Context, number: number): Process['needless'] =>
  effects.isSettled(number) ? { reads: 0n, actor: attemptOn(number) } : undefined

/** An event of what is settled and in the graph already. */
const isVainEvent = ({ world, universe, effects }: Context, { _tag, object }: Change): boolean => {
  const { uid } = object.metadata
  const number = universe.numberOf(uid)
  if (number === undefined || _tag === 'Added' || !effects.isSettled(number)) return false
  return nodeOf(uid)(world.collector.memory)?.virtual === false
}

/** What may make something of an attempt that comes to nothing, unless it puts the object into the queue again. */
const needlessAttempt = (
  { machine, world, universe, effects }: Context,
  work: Work,
  number: number,
): Process['needless'] => {
  const { collector } = world
  const { uid } = work.item
  const actor = attemptOn(number)
  const node = nodeOfItem(collector.memory, work.item)
  if (node === undefined || node.virtual) return undefined
  // It is put into the queue as soon as it begins to wait for its dependents.
  if (node.beingDeleted && !node.deletingDependents) return { reads: 0n, actor }
  const others = itemsToDelete(collector.memory).filter((item) => item.uid === uid).length
  if (work.item.left !== null || others !== 1 || collector.attempts.some(({ work: { item } }) => item.uid === uid))
    return undefined
  if (!attemptDoesNothing(machine, world, work, 'dead')) return undefined
  const near = universe.dependentsOf(number)
  const own = cellOf(number, 'Stored') | cellOf(number, 'Node') | cellOf(number, 'Flags')
  // Dependents that leave the graph, or block it no longer, put it into the queue.
  return node.deletingDependents && !effects.mayBeOwned
    ? { reads: own, actor }
    : {
        reads: own | cellsOf(near, 'Node') | cellsOf(near, 'Flags') | cellsOf(universe.ownersOf(number), 'Stored'),
        actor,
      }
}

/** What attempts read that come to nothing, beside something else. */
const idleWith = (
  { universe: { numberOf, dependentsOf, ownersOf } }: Context,
  works: ReadonlyArray<Work> | undefined,
  beside: Footprint,
): Footprint | undefined =>
  works?.reduce<Footprint>((all, { item }) => {
    const number = numberOf(item.uid)
    if (number === undefined) return everything
    const near = [number, ...dependentsOf(number)]
    const stored = cellsOf([number, ...ownersOf(number)], 'Stored')
    const reads = stored | cellsOf(near, 'Node') | cellsOf(near, 'Flags') | cellOf(number, 'Queued')
    return both(all, { reads, writes: cellOf(number, 'Queued') })
  }, beside)

/** True for a request to delete in the background what is being deleted already. */
const isRepeated = ({ effects }: Context, request: Request, target: number): boolean =>
  request._tag === 'Delete' && request.options.propagationPolicy === 'Background' && effects.isEnding(target)
