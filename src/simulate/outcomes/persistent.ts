/**
 * Which transitions of a world have to be followed: a set such that nothing that the others may bring about, without one of
 * these coming first, bears on any of these (a persistent set). To follow the others as well would only lead to the same ends
 * in another order.
 */
import { type Footprint, conflicts } from './cells.js'
import type { Choice } from './explore.js'
import { isVainSweep } from './idle.js'
import type { Process } from './process.js'
import { processesOf } from './processes.js'

/** The smallest of the persistent sets that grow from one transition each; all, where any change may bear on any deletion. */
export const persistentChoice: Choice = (machine, world, enabled) => {
  if (enabled.length < 2 || machine.setup.admits) return enabled
  const vain = enabled.find((transition) => isVainSweep(machine, world, transition))
  if (vain !== undefined) return [vain]
  const processes = settled(processesOf(machine, world, enabled))
  const needless = processes.find((one) => isNeedless(one, processes))
  if (needless !== undefined) return [needless.transition]
  let best: ReadonlyArray<Process> = processes
  for (const seed of processes) {
    const chosen = closure(seed, processes, best.length)
    if (chosen !== undefined && chosen.length < best.length) best = chosen
    if (best.length === 1) break
  }
  return best.map(({ transition }) => transition)
}

/**
 * True for work that comes to nothing, and that waits again as soon as it might come to something: whoever does it later, or
 * not at all, ends where those end who do it now.
 */
const isNeedless = (one: Process, all: ReadonlyArray<Process>): boolean => {
  const { needless } = one
  if (needless === undefined) return false
  const { reads, actor } = needless
  const before = new Set([actor])
  return all.every(
    (other) =>
      other === one ||
      (other.actor === actor && other.transition._tag === 'Skip') ||
      (other.future.writes & reads) === 0n ||
      (other.futureWithout(before).writes & reads) === 0n,
  )
}

/** What would send nothing sends nothing as long as nobody can change what it reads. */
const settled = (processes: ReadonlyArray<Process>): ReadonlyArray<Process> => {
  let idle = processes.filter((one) => one.idle !== undefined)
  if (idle.length === 0) return processes
  for (let count = -1; count !== idle.length;) {
    count = idle.length
    idle = idle.filter((one) => {
      // What it writes itself it has seen.
      return !processes.some((other) => other !== one && conflictsWithReads(one, other, idle))
    })
  }
  const still = new Set(idle)
  return processes.map((one) =>
    still.has(one) && one.idle !== undefined ? { ...one, future: one.idle, futureWithout: always(one.idle) } : one,
  )
}

const always =
  (footprint: Footprint): Process['futureWithout'] =>
  () =>
    footprint

const conflictsWithReads = (one: Process, other: Process, idle: ReadonlyArray<Process>): boolean => {
  const { writes } = (idle.includes(other) ? other.idle : undefined) ?? other.future
  return ((one.idle ?? one.future).reads & writes) !== 0n
}

/** The persistent set that grows from one transition; nothing if it has as many as the limit. */
const closure = (seed: Process, all: ReadonlyArray<Process>, limit: number): ReadonlyArray<Process> | undefined => {
  const chosen: Process[] = []
  const actors = new Set<string>()
  const groups = new Set<string>()
  let others = all
  for (let next: Process | undefined = seed; next !== undefined;) {
    if (chosen.length + 1 >= limit) return undefined
    const one: Process = next
    chosen.push(one)
    others = others.filter((other) => other !== one)
    if (one.actor !== undefined) actors.add(one.actor)
    if (one.group !== undefined) groups.add(one.group)
    next = others.find((other) => isMet(other, chosen, actors, groups))
  }
  return chosen
}

/** True if what may follow from one before any of those that are chosen comes, by other actors, bears on these. */
const isMet = (
  { actor, group, alone, future, futureWithout }: Process,
  chosen: ReadonlyArray<Process>,
  actors: ReadonlySet<string>,
  groups: ReadonlySet<string>,
): boolean => {
  const bears = (footprint: Footprint): boolean => chosen.some(({ next }) => conflicts(next, footprint))
  if (group !== undefined && alone !== undefined && groups.has(group)) return bears(alone)
  if (actor !== undefined && actors.has(actor)) return true
  return bears(future) && bears(futureWithout(actors))
}
