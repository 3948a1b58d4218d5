/** Whether work would end without a request and without more work, as things are. */
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import {
  type Memory,
  type Node,
  type QueueItem,
  type Work,
  itemsToDelete,
  itemsToOrphan,
  nodeOf,
} from '../../controllers/owner/memory/index.js'
import { deliverToGraph, stepAttempt, takeInAbsence, takeItem } from './collector.js'
import type { Machine } from './machine.js'
import { deliverToControllers, stepKey, takeKey } from './reconciles.js'
import type { Transition } from './transition.js'
import { type RunningAttempt, type World, queueKey } from './world.js'

/** True if a worker that took the key now would send no request, and not look again. */
export const keyDoesNothing = ({ setup, stage, views }: Machine, world: World, text: string): boolean => {
  const { queue, running, waiting, timers } = takeKey(setup, stage, views, world, text).controllers
  const before = world.controllers
  return (
    !queue.has(text) &&
    running.length === before.running.length &&
    waiting.size === before.waiting.size &&
    timers.size === before.timers.size
  )
}

/**
 * True for a step of a sweep which, if nobody else acts, changes nothing from here to its end. Whatever changes something in
 * the namespace wakes the next one, so that it can as well end at once.
 */
export const isVainSweep = (machine: Machine, world: World, transition: Transition): boolean => {
  if (
    (transition._tag !== 'TakeKey' && transition._tag !== 'StepKey') ||
    transition.controller !== namespaceControllerName
  )
    return false
  if (transition._tag === 'StepKey' && transition.which > 0) return false
  const { setup, stage, views } = machine
  const id = queueKey(setup.names.indexOf(namespaceControllerName), transition.key)
  let at = transition._tag === 'TakeKey' ? takeKey(setup, stage, views, world, id) : world
  for (;;) {
    const running = at.controllers.running.find((one) => one.id === id)
    if (running === undefined) return at.controllers.waiting.has(id) || at.controllers.queue.has(id)
    const next = stepKey(setup, stage, at, running, 0).world
    if (setup.digests.ofStore(next) !== setup.digests.ofStore(at)) return false
    at = next
  }
}

/** The keys that all events of an informer enqueue; nothing if a worker would act on one of them after any of the events. */
export const idleKeys = (machine: Machine, world: World, kind: string): ReadonlyArray<string> | undefined => {
  const fresh = new Set<string>()
  let at = world
  for (const pending of world.informers.get(kind) ?? []) {
    // What waits is woken by any event.
    if (at.controllers.waiting.size > 0) return undefined
    const next = deliverToControllers(machine.setup, at, kind)
    for (const { change } of [pending])
      next.controllers.values.forEach((value, index) => {
        if (machine.setup.reads[index]?.watches(kind) === true)
          for (const key of value.keysOf(change)) fresh.add(`${index} ${key}`)
      })
    at = next
    for (const key of fresh) if (!keyDoesNothing(machine, at, key)) return undefined
  }
  return [...fresh]
}

/**
 * True if a worker that took the item, or goes on with it, would send only lookups, which lead to nothing; or to items in the
 * queue that come to nothing whatever happens, if it may leave `dead` ones.
 */
export const attemptDoesNothing = (
  machine: Machine,
  world: World,
  work: Work | RunningAttempt,
  leaves: 'nothing' | 'dead' = 'nothing',
): boolean => {
  const { setup, stage, attemptOn } = machine
  let at = 'program' in work ? world : takeItem(setup, stage, attemptOn, world, work).world
  const id = 'program' in work ? work.id : undefined
  const before = world.collector
  let count = 0
  const serial = 'program' in work ? work.work.item.serial : work.item.serial
  for (;;) {
    const running = at.collector.attempts.find(({ id: other, work: { item } }) =>
      id === undefined ? item.serial === serial && !before.attempts.some((one) => one.id === other) : other === id,
    )
    if (running === undefined) break
    const next = stepAttempt(setup, stage, at, running, 0).world
    if (next.server !== at.server || ++count > longestAttempt) return false
    at = next
  }
  const { foundAbsent, waiting } = at.collector
  const liveIn = ({ memory }: World['collector']): number =>
    itemsToOrphan(memory).length +
    itemsToDelete(memory).filter((item) => leaves === 'nothing' || !isDead(memory, item)).length
  return (
    foundAbsent.length === before.foundAbsent.length &&
    waiting.length === before.waiting.length &&
    liveIn(at.collector) <= liveIn(before)
  )
}

/** The node of an item, be it as it left the graph. */
export const nodeOfItem = (memory: Memory, { uid, serial, left }: QueueItem): Node | undefined => {
  const node = nodeOf(uid)(memory)
  return node?.serial === serial ? node : left?.node
}

/** True for an item of an object that is being deleted, and waits for nobody. */
const isDead = (memory: Memory, item: QueueItem): boolean => {
  const node = nodeOfItem(memory, item)
  return node?.beingDeleted === true && !node.deletingDependents
}

const longestAttempt = 50

/** The items that all events of a kind enqueue in the graph; nothing if a worker would act on one of them after any. */
export const idleItems = (machine: Machine, world: World, kind: string): ReadonlyArray<Work> | undefined => {
  let at = world
  const steps = world.collector.events.get(kind)?.length ?? 0
  let found: ReadonlyArray<Work> = []
  for (let count = 0; count < steps; count++) {
    if (at.collector.waiting.length > 0) return undefined
    at = deliverToGraph(machine.setup, at, kind)
    found = newWork(world, at)
    if (!found.every((work) => attemptDoesNothing(machine, at, work))) return undefined
  }
  return found
}

/** {@link idleItems} of a deletion that an attempt found out. */
export const idleAfterAbsence = (machine: Machine, world: World, which: number): ReadonlyArray<Work> | undefined => {
  if (world.collector.waiting.length > 0) return undefined
  const at = takeInAbsence(machine.setup, world, which)
  const found = newWork(world, at)
  return found.every((work) => attemptDoesNothing(machine, at, work)) ? found : undefined
}

const newWork = (before: World, now: World): ReadonlyArray<Work> => {
  const known = new Set(
    [...itemsToDelete(before.collector.memory), ...itemsToOrphan(before.collector.memory)].map(({ serial }) => serial),
  )
  return [
    ...itemsToDelete(now.collector.memory).map((item): Work => ({ _tag: 'Delete', item })),
    ...itemsToOrphan(now.collector.memory).map((item): Work => ({ _tag: 'Orphan', item })),
  ].filter(({ item }) => !known.has(item.serial))
}
