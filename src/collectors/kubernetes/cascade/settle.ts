/**
 * Answers what the collector does until nothing is left for it to do: it takes what waits, asks the server, and hears of
 * every change before it goes on.
 */
import type { Covers } from '../owner/look.js'
import type { Attempt, Memory, Request, Work, World } from '../owner/memory/index.js'
import {
  itemsToDelete,
  itemsToOrphan,
  observeAll,
  observeVirtualDeletes,
  pendingVirtualDeletes,
  attemptWork,
  returnWork,
  runProgram,
  foldAttempt,
  takeWork,
} from '../owner/memory/index.js'
import type { Policy } from '../owner/policy.js'
import type { Event } from '../owner/reason.js'
import type { ScopeTable } from '../scope.js'
import type { Server } from './server.js'

/** One attempt of the collector and what it asked for. */
export interface Step {
  /** Attempts of one wave were all waiting when it began; what they bring about is the next wave's. */
  readonly wave: number
  readonly work: Work
  readonly attempt: Attempt<never>
  /** Requests that the server carried out. */
  readonly accepted: ReadonlyArray<Request>
}

/** The rules and the world of one calculation. */
export interface Ground {
  readonly policy: Policy
  readonly scopes: ScopeTable
  readonly covers: Covers
  readonly server: Server
  /** No more attempts are made in one go. */
  readonly limit: number
}

/** What became of it. */
export interface Settled {
  readonly memory: Memory
  readonly steps: ReadonlyArray<Step>
  readonly warnings: ReadonlyArray<Event>
  /** False when the limit came first. */
  readonly isQuiet: boolean
  /** What the collector tries again and again without success. */
  readonly unsettled: ReadonlyArray<Step>
}

/** Lets the collector work until it is quiet. */
export const settleDown =
  (ground: Ground) =>
  (before: Memory): Settled => {
    const steps: Step[] = []
    const warnings: Event[] = []
    let memory = before
    let returned: Step[] = []
    const hear = (): boolean => {
      const changes = ground.server.drain()
      const virtual = pendingVirtualDeletes(memory).length > 0
      if (changes.length > 0) {
        memory = observeAll(ground.policy)(changes)(memory)
        warnings.push(...memory.warnings)
      }
      if (virtual) {
        memory = observeVirtualDeletes(memory)
        warnings.push(...memory.warnings)
      }
      return changes.length > 0 || virtual
    }
    hear()
    for (let wave = 0, changed = true; ; wave++) {
      const works = waitingWorks(memory)
      if (works.length === 0) {
        if (returned.length === 0 || !changed) return { memory, steps, warnings, isQuiet: true, unsettled: returned }
        for (const { work } of returned) memory = returnWork(work)(memory)
        returned = []
        changed = false
        continue
      }
      for (const work of works) {
        if (steps.length >= ground.limit) return { memory, steps, warnings, isQuiet: false, unsettled: returned }
        const accepted: Request[] = []
        const program = attemptWork(ground.policy, ground.scopes)(memory)<never>(work)
        const attempt = runProgram(worldOf(ground, accepted))(program)
        memory = foldAttempt(attempt)(takeWork(work)(memory))
        const step: Step = { wave, work, attempt, accepted }
        steps.push(step)
        if (hear()) changed = true
        if (attempt.queueAction === 'requeue') returned.push(step)
      }
    }
  }

/** Everything that waits. Workers take it side by side, so none of it hears first what another part brings about. */
const waitingWorks = (memory: Memory): ReadonlyArray<Work> => [
  ...itemsToOrphan(memory).map((item): Work => ({ _tag: 'Orphan', item })),
  ...itemsToDelete(memory).map((item): Work => ({ _tag: 'Delete', item })),
]

/** The server as the collector meets it. What is not there and not covered may exist elsewhere. */
const worldOf = ({ server, covers }: Ground, accepted: Request[]): World<never> => ({
  get: (address) => {
    const object = server.get(address)
    if (object !== undefined) return { _tag: 'Found', object }
    return covers(address.apiVersion, address.kind, address.namespace) ? { _tag: 'NotFound' } : { _tag: 'NotCovered' }
  },
  call: (request) => {
    const answer =
      request._tag === 'Delete'
        ? server.delete(request.object, request.options)
        : server.patch(request.object, request.patch)
    switch (answer._tag) {
      case 'UnsupportedMediaType':
        return answer
      case 'Refused':
        return answer.reason === 'NotFound' ? { _tag: 'NotFound' } : { _tag: 'Conflict' }
      case 'Gone':
      case 'Stays':
        accepted.push(request)
        return { _tag: 'Accepted' }
    }
  },
})
