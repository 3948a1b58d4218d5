/** What the owner collector can do next: take in an event, take an item, or send the next request of an attempt. */
import type { WholeObject } from '../../apiserver/object.js'
import {
  type Attempt,
  type Work,
  foldAttempt,
  itemsToDelete,
  itemsToOrphan,
  observe,
  takeWork,
  returnWork,
} from '../../controllers/owner/memory/index.js'
import type { Program } from '../../controllers/owner/memory/api-requests.js'
import { attemptWorkNow } from '../../controllers/owner/memory/work.js'
import { ownerCollector } from '../../controllers/owner/controller.js'
import { standingText } from './digest.js'
import { getIn, sendIn, woken } from './requests.js'
import { type Setup, type Stage, scopesOf } from './setup.js'
import { alternativesOf, answersAfter } from './running.js'
import type { Told } from './transition.js'
import type { CollectorState, RunningAttempt, World } from './world.js'

/** The program that attempts some work, which reads the graph of the stage's world. */
export type AttemptOn = (work: Work) => Program<unknown, Attempt<unknown>>

/** Attempts by the rules of a setup. */
export const attemptsOn = ({ policy }: Setup, stage: Stage): AttemptOn => {
  const attempt = attemptWorkNow(policy, scopesOf(stage))(() => stage.world.collector.memory)
  return (work) => attempt(work)
}

const withCollector = (world: World, collector: Partial<CollectorState>): World => ({
  ...world,
  collector: { ...world.collector, ...collector },
})

/** Delivers the first event of a kind to the graph. */
export const deliverToGraph = ({ policy }: Setup, world: World, kind: string): World => {
  const { events, memory } = world.collector
  const [change, ...rest] = events.get(kind) ?? []
  if (change === undefined) return world
  const left = new Map(events)
  if (rest.length === 0) left.delete(kind)
  else left.set(kind, rest)
  return { ...world, collector: woken({ ...world.collector, events: left, memory: observe(policy)(change)(memory) }) }
}

/** Takes in one of the deletions that attempts found out. */
export const takeInAbsence = ({ policy }: Setup, world: World, which: number): World => {
  const { foundAbsent, memory } = world.collector
  const identity = foundAbsent[which]
  const rest = foundAbsent.filter((_, index) => index !== which)
  if (identity === undefined) return world
  const after = observe(policy)({ _tag: 'FoundAbsent', identity })(memory)
  return { ...world, collector: woken({ ...world.collector, foundAbsent: rest, memory: after }) }
}

/** What workers may take: an item that one of them works on is left until that one is done. */
export const takeableWork = ({ memory, attempts }: CollectorState): ReadonlyArray<Work> => {
  const isFree = (work: Work): boolean =>
    attempts.every(({ work: other }) => other._tag !== work._tag || other.item.serial !== work.item.serial)
  return [
    ...itemsToOrphan(memory).map((item): Work => ({ _tag: 'Orphan', item })),
    ...itemsToDelete(memory).map((item): Work => ({ _tag: 'Delete', item })),
  ].filter(isFree)
}

/** A worker takes an item, and sends its first request. */
export const takeItem = (setup: Setup, stage: Stage, attemptOn: AttemptOn, world: World, work: Work): Told => {
  const taken = withCollector(world, { memory: takeWork(work)(world.collector.memory) })
  stage.world = taken
  const program = attemptOn(work)
  if (program._tag === 'Done') return { world: finished(taken, work, program.result), requests: [] }
  const running: RunningAttempt = { id: workId(work), work, program, answers: '', code: undefined }
  return program._tag === 'Get'
    ? sendNext(setup, stage, taken, running, 0)
    : { world: put(taken, running), requests: [] }
}

/** The name of some work in transitions. */
export const workId = ({ _tag, item }: Work): string => `${_tag} ${item.uid}${item.left === null ? '' : ' (left)'}`

const put = (world: World, running: RunningAttempt): World =>
  withCollector(world, { attempts: [...world.collector.attempts, running] })

/** Sends the next request of an attempt, or one of those that may come instead. */
export const stepAttempt = (setup: Setup, stage: Stage, world: World, running: RunningAttempt, which: number): Told =>
  sendNext(
    setup,
    stage,
    withCollector(world, { attempts: world.collector.attempts.filter((other) => other !== running) }),
    running,
    which,
  )

const sendNext = (setup: Setup, stage: Stage, world: World, running: RunningAttempt, which: number): Told => {
  const { work } = running
  const asks = alternativesOf(running.program)[which] ?? running.program
  if (asks._tag === 'Done') return { world: finished(world, work, asks.result), requests: [] }
  const isOneOf = running.program.alternatives !== undefined
  stage.world = world
  if (asks._tag === 'Get') {
    const answer = getIn(setup, world, asks.object)
    const text = answer._tag === 'Found' ? factsOf(setup, work, answer.object) : answer._tag
    return goOn(world, running, asks.next(answer), answersAfter(running.answers, `${asks.uid}=${text}`, false), [])
  }
  const { request } = asks
  const { world: after, sent } = sendIn(setup, world, ownerCollector, request)
  stage.world = after
  const text = `${request._tag} ${request.object.resource} ${request.object.namespace ?? ''} ${request.object.name}=${sent.code}`
  return goOn(after, running, asks.next(sent.answer), answersAfter(running.answers, text, isOneOf), [
    { by: ownerCollector, request, code: sent.code },
  ])
}

/** The object itself is read with everything in its metadata, an owner only for how it stands. */
const factsOf = ({ digests }: Setup, { item }: Work, object: WholeObject): string =>
  object.metadata.uid === item.uid ? `${digests.ofObject(object)}` : standingText(object)

const goOn = (
  world: World,
  running: RunningAttempt,
  program: Program<unknown, Attempt<unknown>>,
  answers: string,
  requests: Told['requests'],
): Told => {
  const code = requests.at(-1)?.code ?? running.code
  return program._tag === 'Done'
    ? { world: finished(world, running.work, program.result, code), requests }
    : { world: put(world, { ...running, program, answers, code }), requests }
}

/** Takes in what came of an attempt. What failed for a reason that may be gone is tried again. */
const finished = (world: World, work: Work, attempt: Attempt<unknown>, code?: number): World => {
  const { collector } = world
  const memory = foldAttempt({ ...attempt, virtualDelete: undefined })(collector.memory)
  const foundAbsent =
    attempt.virtualDelete === undefined ? collector.foundAbsent : [...collector.foundAbsent, attempt.virtualDelete]
  if (attempt.queueAction === 'forget') return withCollector(world, { memory, foundAbsent })
  return attempt.result._tag === 'Gone' || (attempt.result._tag === 'CallFailed' && code === 409)
    ? withCollector(world, { memory: returnWork(work)(memory), foundAbsent })
    : withCollector(world, { memory, foundAbsent, waiting: [...collector.waiting, work] })
}
