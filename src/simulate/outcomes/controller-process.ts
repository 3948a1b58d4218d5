/** What typed controllers can do next: their informers, their workers and their timers. */
import { both, cellOf, cellsOf, clockCell, everyCell } from './cells.js'
import { informerOf } from './footprint.js'
import { idleKeys, keyDoesNothing } from './idle.js'
import { addressOf, numberAt } from './places.js'
import { type Context, type Process, processBy, unknownProcess } from './process.js'
import { alternativesOf } from './running.js'
import type { Transition } from './transition.js'
import { partsOfKey, queueKey } from './world.js'

/** What one transition of typed controllers reads and writes, and what may follow from it. */
export const controllerProcess = (
  context: Context,
  transition: Extract<Transition, { readonly _tag: 'InformerEvent' | 'TakeKey' | 'Skip' | 'StepKey' | 'Time' }>,
): Process => {
  const { machine, world, universe, effects } = context
  const { setup } = machine
  const { controllers } = world
  const { numberOf } = universe
  const unknown = unknownProcess(transition)
  const with_ = processBy(context, transition)
  switch (transition._tag) {
    case 'InformerEvent': {
      const numbers = (world.informers.get(transition.kind) ?? []).flatMap(
        ({ change }) => numberOf(change.object.metadata.uid) ?? [],
      )
      const [first] = numbers
      if (first === undefined) return unknown
      const next = { reads: 0n, writes: cellOf(first, 'Shown') }
      const keys = idleKeys(machine, world, transition.kind)
      const reads = (keys ?? []).reduce((mask, text) => mask | effects.onKey(...partsOfKey(text)).reads, 0n)
      return with_(
        next,
        numbers.map((number) => ({ _tag: 'Show', number })),
        {
          actor: informerOf(transition.kind),
          idle: keys === undefined ? undefined : { reads, writes: cellsOf(numbers, 'Shown') },
        },
      )
    }
    case 'TakeKey':
    case 'Skip': {
      const index = setup.names.indexOf(transition.controller)
      const actor = queueKey(index, transition.key)
      const { reads, causes } = effects.onKey(index, transition.key)
      const idle = keyDoesNothing(machine, world, actor) ? { reads, writes: 0n } : undefined
      const needless = idle === undefined ? undefined : { reads: reads & ~effects.heeded(index, transition.key), actor }
      return reads === everyCell
        ? { ...unknown, actor, idle, needless }
        : with_({ reads, writes: 0n }, causes, { actor, idle, needless })
    }
    case 'StepKey': {
      const index = setup.names.indexOf(transition.controller)
      const actor = queueKey(index, transition.key)
      const running = controllers.running.find(({ id }) => id === actor)
      const orders = running === undefined ? [] : alternativesOf(running.program)
      const asks = orders[transition.which]
      const { reads, causes } = effects.onKey(index, transition.key)
      if (running === undefined || asks === undefined || asks._tag === 'Done' || reads === everyCell) return unknown
      if (asks._tag === 'Call' && asks.request._tag === 'Create') return unknown
      const address = asks._tag === 'Get' ? asks.object : addressOf(world, asks.request)
      const target = address === undefined ? undefined : numberAt(context, address)
      const place = address === undefined ? 0n : effects.placeOf(address)
      // Only after the last of several requests does the program look at what they have left.
      const look = orders.length > 1 ? 0n : reads
      const stored = target === undefined ? 0n : cellOf(target, 'Stored')
      const next =
        asks._tag === 'Get' ? { reads: look | place | stored, writes: 0n } : { reads: look | place, writes: stored }
      return running.program.alternatives === undefined || target === undefined
        ? with_(next, causes, { actor })
        : with_(next, causes, {
            actor,
            group: actor,
            alone: both(next, effects.follow([{ _tag: 'Write', number: target }])),
          })
    }
    case 'Time': {
      const found = [...controllers.timers.keys()].map((text) => effects.onKey(...partsOfKey(text)))
      const reads = found.reduce((mask, one) => mask | one.reads, 0n)
      return with_(
        { reads: 0n, writes: clockCell },
        found.flatMap(({ causes }) => causes),
        { beside: { reads, writes: 0n } },
      )
    }
  }
}
