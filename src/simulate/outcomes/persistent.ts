/**
 * Which transitions of a world have to be followed: a set such that nothing that the others may bring about, without one of
 * these coming first, bears on any of these (a persistent set). To follow the others as well would only lead to the same ends
 * in another order.
 */
import { conflicts } from './cells.js'
import type { Choice } from './explore.js'
import { isVainSweep } from './idle.js'
import type { Process } from './process.js'
import { processesOf } from './processes.js'

/** The smallest of the persistent sets that grow from one transition each. */
export const persistentChoice: Choice = (machine, world, enabled) => {
  if (enabled.length < 2) return enabled
  const vain = enabled.find((transition) => isVainSweep(machine, world, transition))
  if (vain !== undefined) return [vain]
  const processes = settled(processesOf(machine, world, enabled))
  let best: ReadonlyArray<Process> = processes
  for (const seed of processes) {
    const chosen = closure(seed, processes, best.length)
    if (chosen !== undefined && chosen.length < best.length) best = chosen
    if (best.length === 1) break
  }
  return best.map(({ transition }) => transition)
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
  return processes.map((one) => (still.has(one) ? { ...one, future: one.idle ?? one.future } : one))
}

const conflictsWithReads = (one: Process, other: Process, idle: ReadonlyArray<Process>): boolean => {
  const { writes } = (idle.includes(other) ? other.idle : undefined) ?? other.future
  return ((one.idle ?? one.future).reads & writes) !== 0n
}

const closure = (seed: Process, all: ReadonlyArray<Process>, limit: number): ReadonlyArray<Process> | undefined => {
  const chosen = [seed]
  let others = all.filter((one) => one !== seed)
  for (let at = 0; at < chosen.length; at++) {
    const one = chosen[at]
    if (one === undefined) break
    const groups = new Set(chosen.flatMap(({ group }) => group ?? []))
    const met = others.filter((other) => {
      const future = other.group !== undefined && groups.has(other.group) ? (other.alone ?? other.future) : other.future
      return conflicts(one.next, future)
    })
    if (chosen.length + met.length >= limit) return undefined
    chosen.push(...met)
    others = others.filter((other) => !met.includes(other))
  }
  return chosen
}
