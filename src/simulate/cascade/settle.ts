/**
 * Answers what the collector does until nothing is left for it to do: it takes what waits, asks the server, and hears of
 * every change before it goes on.
 */
import { objectAfter } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/pod.js'
import type { Covers } from '../../controllers/owner/get-object.js'
import { attemptWorkIn } from '../../controllers/owner/memory/drive.js'
import type { Attempt, Request, Work, ApiClient } from '../../controllers/owner/memory/index.js'
import { runProgram } from '../../controllers/owner/memory/index.js'
import type { Running } from '../../controllers/owner/memory/running.js'
import { finish, giveBack, hear, worksOf } from '../../controllers/owner/memory/running.js'
import { dependentsOfItemIn } from '../../controllers/owner/memory/state.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { Effect } from '../../apiserver/effect.js'
import type { Server } from '../../apiserver/server.js'

/** One attempt of the collector and what it asked for. */
export interface Step {
  /** Attempts of one wave were all waiting when it began; what they bring about is the next wave's. */
  readonly wave: number
  readonly work: Work
  readonly attempt: Attempt<unknown>
  /** Requests that the server carried out. */
  readonly accepted: ReadonlyArray<Effect<Request>>
  /** How many dependents the graph knew, of an owner whose finalizer was taken off. */
  readonly dependents?: number
  /** The owner that leaves its dependents behind. */
  readonly owner?: WholeObject | undefined
  /** Objects that have the uid of an owner found to be absent, but are another one. */
  readonly elsewhere?: ReadonlyMap<string, WholeObject> | undefined
}

/** The rules and the world of one calculation. */
export interface Ground {
  readonly policy: Policy
  readonly scopes: ScopeTable
  readonly covers: Covers
  readonly server: Server
  /** What comes in the way of a request before the server sees it; nothing lets it pass. */
  readonly obstacle?: ((request: Request) => unknown) | undefined
  /** No more attempts are made in one go. */
  readonly limit: number
  /** Which of the works that wait are taken first; by default owners that orphan, then what has waited longest. */
  readonly order?: WorkerOrder | undefined
}

/** Orders in which workers may come to take what waits; the real ones run side by side. */
export type WorkerOrder = 'orphans-first' | 'orphans-last' | 'newest-first'

/** An object is attempted a few times in the longest of courses; whoever is at it this often goes round in circles. */
export const attemptLimit = (objects: number): number => 50 * objects + 10_000

/** What became of it. */
export interface Settled {
  readonly steps: ReadonlyArray<Step>
  /** False when the limit came first. */
  readonly isQuiet: boolean
  /** What the collector tries again and again without success. */
  readonly unsettled: ReadonlyArray<Step>
}

/** Lets the collector work until it is quiet. */
export const drainQueues =
  (ground: Ground) =>
  (collector: Running): Settled => {
    const steps: Step[] = []
    const stepOf = stepper(ground, collector)
    let returned: Step[] = []
    let idleWaves = 0
    let triesInVain = 0
    const listen = (): void => {
      const changes = ground.server.drain()
      if (changes.length > 0) idleWaves = triesInVain = 0
      hear(collector, changes)
    }
    listen()
    for (let wave = 0; ; wave++) {
      const works = ++idleWaves > longestIdle ? [] : waitingWorks(collector, ground.order)
      if (works.length === 0) {
        // What failed waits again: for the next change, be it one of the collector or of somebody else afterwards.
        for (const { work } of returned) giveBack(collector, work)
        if (returned.length === 0 || ++triesInVain > mostTriesInVain)
          return { steps, isQuiet: true, unsettled: returned }
        idleWaves = 0
        returned = []
        continue
      }
      for (let from = 0; from < works.length; from += workers) {
        if (steps.length >= ground.limit) return { steps, isQuiet: false, unsettled: returned }
        // All of them act before the collector takes in what any of them did.
        const finished = works.slice(from, from + workers).map((work) => stepOf(wave, work))
        finish(collector, finished)
        for (const step of finished) {
          steps.push(step)
          if (step.attempt.queueAction === 'requeue') returned.push(step)
        }
        listen()
      }
    }
  }

/**
 * Two names of one absent owner can take turns for ever: the collector looks for one, then for the other. After so many
 * waves without any change nothing will change any more.
 */
const longestIdle = 100

/** An attempt that failed may have taught the collector that a name is nobody's, so that the next one succeeds. */
const mostTriesInVain = 3

/** So many workers act side by side on what the collector knew when they began. */
const workers = 20

/** Makes steps. What all of them share is made once: a cascade of 100,000 objects has as many steps. */
const stepper = (ground: Ground, { view }: Running): ((wave: number, work: Work) => Step) => {
  const { policy, scopes, server } = ground
  const record: EffectRecord = { accepted: [] }
  const run = runProgram(clientOf(ground, record))
  const attemptOn = attemptWorkIn(policy, scopes)(view)
  return (wave, work) => {
    const owner = work._tag === 'Orphan' ? server.find(work.item.uid) : undefined
    record.accepted = []
    const attempt = run(attemptOn<unknown>(work))
    const { accepted } = record
    const releases = accepted.some(
      ({ request }) => request._tag === 'Patch' && 'finalizers' in request.patch.body.metadata,
    )
    const elsewhere = elsewhereOf(server, attempt)
    const step = { wave, work, attempt, accepted }
    if (!releases && owner === undefined && elsewhere === null) return step
    return {
      ...step,
      ...(releases ? { dependents: dependentsOfItemIn(view, work.item).length } : {}),
      ...(owner === undefined ? {} : { owner }),
      ...(elsewhere === null ? {} : { elsewhere }),
    }
  }
}

/** What one attempt brought about. */
interface EffectRecord {
  accepted: Effect<Request>[]
}

/** Most attempts bring about one effect; a list that is made with it takes no room for more. */
const note = (record: EffectRecord, effect: Effect<Request>): void => {
  if (record.accepted.length === 0) record.accepted = [effect]
  else record.accepted.push(effect)
}

const elsewhereOf = (server: Server, { classification }: Attempt<unknown>): Step['elsewhere'] | null => {
  let elsewhere: Map<string, WholeObject> | null = null
  for (const { uid } of classification?.dangling ?? []) {
    const object = server.find(uid)
    if (object !== undefined) elsewhere = (elsewhere ?? new Map<string, WholeObject>()).set(uid, object)
  }
  return elsewhere
}

/** Everything that waits. Workers take it side by side, so none of it hears first what another part brings about. */
const waitingWorks = (collector: Running, order: WorkerOrder = 'orphans-first'): ReadonlyArray<Work> => {
  const { Orphan: orphans, Delete: deletes } = worksOf(collector)
  switch (order) {
    case 'orphans-first':
      return orphans.length === 0 ? deletes : [...orphans, ...deletes]
    case 'orphans-last':
      return [...deletes, ...orphans]
    case 'newest-first':
      return [...orphans, ...deletes].reverse()
  }
}

/** The server as the collector meets it. What is not there and not covered may exist elsewhere. */
const clientOf = ({ server, covers, obstacle }: Ground, record: EffectRecord): ApiClient<unknown> => ({
  get: (address) => {
    const object = server.get(address)
    if (object !== undefined) return { _tag: 'Found', object }
    return covers(address.apiVersion, address.kind, address.namespace) ? { _tag: 'NotFound' } : { _tag: 'NotCovered' }
  },
  call: (request) => {
    const error = obstacle?.(request)
    if (error !== undefined) return { _tag: 'Failed', error }
    const before = server.get(request.object)
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
        if (before !== undefined) note(record, { request, before, after: objectAfter(before, answer) })
        return { _tag: 'Accepted' }
    }
  },
})
