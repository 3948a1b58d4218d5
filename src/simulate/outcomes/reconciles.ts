/** What typed controllers can do next: hear of an event, take a key, or send the next request of a reconcile. */
import { after, millis } from '../../core/time.js'
import type { Again, Change, Controller, Reconciled, View } from '../../controllers/controller.js'
import { type CallAnswer, type GetAnswer, type Program, done } from '../../controllers/program.js'
import type { Why } from '../cascade/reason.js'
import { isTriedAgain } from '../../controllers/tried-again.js'
import { getIn, roused, sendIn } from './requests.js'
import { alternativesOf, answersAfter } from './running.js'
import type { Setup, Stage } from './setup.js'
import type { Told } from './transition.js'
import { type ControllersState, type RunningReconcile, type World, partsOfKey, queueKey } from './world.js'

const withControllers = (world: World, controllers: Partial<ControllersState>): World => ({
  ...world,
  controllers: { ...world.controllers, ...controllers },
})

/** Delivers the first event of a kind to every controller that watches it. */
export const deliverToControllers = (setup: Setup, world: World, kind: string): World => {
  const [first, ...rest] = world.informers.get(kind) ?? []
  if (first === undefined) return world
  const informers = new Map(world.informers)
  if (rest.length === 0) informers.delete(kind)
  else informers.set(kind, rest)
  const heard = hear(setup, world.controllers, [first.change], kind)
  return {
    ...world,
    informers,
    controllers: roused(setup, heard, (name) => {
      const reads = setup.reads[setup.names.indexOf(name)]
      return reads?.reading(kind) !== 'Live'
    }),
  }
}

/** Controllers whose queues hold the keys that changes of a kind enqueue. */
export const hear = (
  { reads }: Setup,
  state: ControllersState,
  changes: ReadonlyArray<Change>,
  kind: string,
): ControllersState => {
  const queue = new Set(state.queue)
  const values = state.values.map((value, index): Controller<Why> => {
    if (reads[index]?.watches(kind) !== true) return value
    const next = value.fold?.({ changes, finished: [], returned: [] }) ?? value
    for (const change of changes) for (const key of next.keysOf(change)) queue.add(queueKey(index, key))
    return next
  })
  return {
    ...state,
    values: values.every((value, index) => value === state.values[index]) ? state.values : values,
    queue,
  }
}

/** Keys that a worker may take. */
export const takeableKeys = ({ queue, running }: ControllersState): ReadonlyArray<string> => {
  const busy = new Set(running.map(({ id }) => id))
  return [...queue].filter((key) => !busy.has(key))
}

const without = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  new Set([...keys].filter((other) => other !== key))

/** An outside party never acts on a key. */
export const skipKey = (world: World, text: string): World =>
  withControllers(world, { queue: without(world.controllers.queue, text) })

/** A worker takes a key and decides what to send first, by what it sees. */
export const takeKey = (setup: Setup, stage: Stage, views: ReadonlyArray<View>, world: World, text: string): World => {
  const [index, key] = partsOfKey(text)
  const [controller, view] = [world.controllers.values[index], views[index]]
  const taken = skipKey(world, text)
  if (controller === undefined || view === undefined) return taken
  stage.world = taken
  const plan = controller.reconcile(view)(key)
  const program = 'requests' in plan ? inOrder(plan.requests, plan.why, plan.again) : plan
  return goOn(setup, taken, { id: text, answers: '', conflicted: false, overtaken: false }, program)
}

const inOrder = (
  requests: Extract<ReturnType<ReturnType<Controller<Why>['reconcile']>>, { readonly requests: unknown }>['requests'],
  why: Why,
  again: Again | undefined,
): Program<Reconciled<Why>> => {
  const from = (index: number): Program<Reconciled<Why>> => {
    const request = requests[index]
    return request === undefined
      ? done({ why: () => [why], again })
      : { _tag: 'Call', request, next: () => from(index + 1) }
  }
  return from(0)
}

/** Sends the next request of a reconcile, or one of those that may come instead. */
export const stepKey = (setup: Setup, stage: Stage, world: World, running: RunningReconcile, which: number): Told => {
  const [index] = partsOfKey(running.id)
  const others = world.controllers.running.filter((other) => other !== running)
  const left = withControllers(world, { running: others })
  const asks = alternativesOf(running.program)[which] ?? running.program
  stage.world = left
  if (asks._tag === 'Done') return { world: goOn(setup, left, running, asks), requests: [] }
  if (asks._tag === 'Get') {
    const answer = getIn(setup, left, asks.object)
    const answers = answersAfter(running.answers, factsOf(setup, answer), false)
    return { world: goOn(setup, left, { ...running, answers }, asks.next(answer)), requests: [] }
  }
  const by = setup.names[index] ?? ''
  const { request } = asks
  const { world: sentTo, sent } = sendIn(setup, left, by, request)
  stage.world = sentTo
  const address = request._tag === 'Create' || request._tag === 'Update' ? request.object.metadata : request.object
  const text = `${request._tag} ${address.namespace ?? ''} ${address.name}${answerText(setup, sent.answer)}`
  const isRefused = sent.answer._tag === 'Conflict' && sent.code !== 409
  const { retries } = world.controllers.values[index] ?? {}
  const next: Omit<RunningReconcile, 'program'> = {
    id: running.id,
    answers: answersAfter(running.answers, `${setup.digests.ofText(text)}`, running.program.alternatives !== undefined),
    conflicted: running.conflicted || sent.code === 409,
    refused: running.refused === true || (isRefused && isTriedAgain(retries, sent.code, request, sentTo.server)),
    overtaken: running.overtaken || sentTo.server !== left.server,
  }
  return { world: goOn(setup, sentTo, next, asks.next(sent.answer)), requests: [{ by, request, code: sent.code }] }
}

/** Versions are no part of it: a later write shows in what the server holds. */
const answerText = ({ digests }: Setup, answer: CallAnswer): string =>
  answer._tag === 'Accepted' && answer.object !== undefined
    ? `${answer._tag} ${digests.ofObject(answer.object)}`
    : JSON.stringify(answer)

const factsOf = ({ digests }: Setup, answer: GetAnswer): string =>
  answer._tag === 'Found' ? `${digests.ofObject(answer.object)}` : answer._tag

const goOn = (
  setup: Setup,
  world: World,
  running: Omit<RunningReconcile, 'program'>,
  program: Program<Reconciled<Why>>,
): World =>
  program._tag === 'Done'
    ? finished(setup, world, running, program.result)
    : withControllers(world, { running: [...world.controllers.running, { ...running, program }] })

const finished = (
  setup: Setup,
  world: World,
  { id, conflicted, refused, overtaken }: Omit<RunningReconcile, 'program'>,
  reconciled: Reconciled<Why>,
): World => {
  const [index] = partsOfKey(id)
  const { controllers } = world
  const values = controllers.values.map((value, at) => (at === index ? setup.folded(value, reconciled) : value))
  const state: ControllersState = { ...controllers, values }
  const { again } = reconciled
  if (conflicted) {
    const isBehind = [...world.informers.keys()].some((kind) => setup.reads[index]?.watches(kind) === true)
    return { ...world, controllers: isBehind ? waits(state, id) : queued(state, id) }
  }
  switch (again?._tag) {
    case undefined:
      // To send the same again is of use only after a change.
      return { ...world, controllers: refused !== true ? state : overtaken ? queued(state, id) : waits(state, id) }
    case 'AfterChange':
      if (overtaken) return { ...world, controllers: queued(state, id) }
      return {
        ...world,
        controllers: again.orAt === undefined ? waits(state, id) : timed(waits(state, id), id, again.orAt),
      }
    case 'At':
      return { ...world, controllers: timed(state, id, again.at) }
    case 'Retry':
      return { ...world, controllers: waits(state, id) }
  }
}

const waits = (state: ControllersState, id: string): ControllersState =>
  state.queue.has(id) ? state : { ...state, waiting: new Set([...state.waiting, id]) }

const queued = (state: ControllersState, id: string): ControllersState => ({
  ...state,
  queue: new Set([...state.queue, id]),
})

const timed = (state: ControllersState, id: string, due: Date): ControllersState => ({
  ...state,
  timers: new Map([...state.timers, [id, due.getTime()]]),
})

/** Time passes until the first keys are due. */
export const passTime = (world: World): World => {
  const { timers, queue, waiting } = world.controllers
  const first = Math.min(...timers.values())
  const due = [...timers].flatMap(([key, at]) => (at <= first ? [key] : []))
  const now = first > world.now.getTime() ? after(world.now, millis(first - world.now.getTime())) : world.now
  return withControllers(
    { ...world, now },
    {
      timers: new Map([...timers].filter(([, at]) => at > first)),
      queue: new Set([...queue, ...due]),
      waiting: new Set([...waiting].filter((key) => !due.includes(key))),
    },
  )
}
