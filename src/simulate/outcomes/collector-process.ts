/** What the owner collector can do next: its informers, its graph and its workers. */
import type { Request } from '../../controllers/owner/memory/api-requests.js'
import type { Work } from '../../controllers/owner/memory/index.js'
import type { Cause } from './cause.js'
import { graphInformerOf } from './footprint.js'
import { type Footprint, both, cellOf, cellsOf } from './cells.js'
import { takeableWork, workId } from './collector.js'
import { attemptDoesNothing, idleAfterAbsence, idleItems } from './idle.js'
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
      const heard = changes.map(effects.onGraph)
      const all = heard.reduce((mask, { writes }) => mask | writes, 0n)
      return with_(
        { reads: 0n, writes: heard[0]?.writes ?? 0n },
        heard.flatMap(({ causes }) => causes),
        {
          actor: graphInformerOf(transition.kind),
          beside: { reads: 0n, writes: all },
          idle: idleWith(context, idleItems(machine, world, transition.kind), { reads: 0n, writes: all }),
        },
      )
    }
    case 'GraphAbsence': {
      const number = numberOf(collector.foundAbsent[transition.which]?.uid ?? '')
      if (number === undefined) return unknown
      const { writes, causes } = effects.onGraph({ _tag: 'Deleted', object: objectOf(universe, number) })
      const next = { reads: 0n, writes }
      return with_(next, causes, { idle: idleWith(context, idleAfterAbsence(machine, world, transition.which), next) })
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
        writes: cellsOf(isOrphan || !effects.mayWait ? [number] : [number, ...dependents], 'Queued'),
      }
      const isIdle = !isOrphan && attemptDoesNothing(machine, world, work)
      return with_(next, [{ _tag: isOrphan ? 'Orphan' : 'Attempt', number }], {
        idle: isIdle ? idleWith(context, [work], { reads, writes: cellOf(number, 'Queued') }) : undefined,
      })
    }
    case 'StepAttempt': {
      const running = collector.attempts.find(({ id }) => id === transition.item)
      const number = numberOf(running?.work.item.uid ?? '')
      const asks = running === undefined ? undefined : alternativesOf(running.program)[transition.which]
      if (running === undefined || number === undefined || asks === undefined || asks._tag === 'Done') return unknown
      const address = asks._tag === 'Get' ? asks.object : asks.request.object
      const target = numberAt(context, address)
      const place = effects.placeOf(address) | (target === undefined ? 0n : cellOf(target, 'Stored'))
      const dependents = universe.dependentsOf(number)
      const graph = cellsOf(dependents, 'Node') | cellsOf(dependents, 'Flags')
      const causes: ReadonlyArray<Cause> = [{ _tag: running.work._tag === 'Orphan' ? 'Orphan' : 'Attempt', number }]
      if (asks._tag === 'Get') {
        const isIdle = attemptDoesNothing(machine, world, running)
        const next = { reads: place | graph, writes: isIdle || !effects.mayWait ? 0n : cellsOf(dependents, 'Queued') }
        return with_(next, causes, { idle: isIdle ? idleWith(context, [running.work], next) : undefined })
      }
      if (target === undefined) return with_({ reads: place, writes: 0n }, causes)
      const stored = cellOf(target, 'Stored')
      const next = isRepeated(context, asks.request, target)
        ? { reads: effects.placeOf(address) | stored, writes: 0n }
        : { reads: effects.placeOf(address), writes: stored }
      if (next.writes === 0n && attemptDoesNothing(machine, world, running))
        return with_(next, causes, { idle: idleWith(context, [running.work], next) })
      return running.program.alternatives === undefined
        ? with_(next, causes)
        : with_(next, causes, {
            group: running.id,
            alone: both(next, effects.follow([{ _tag: 'Write', number: target }])),
          })
    }
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
