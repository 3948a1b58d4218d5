/** The control plane as a machine: which transitions a world allows, and where each leads. */
import type { View } from '../../controllers/controller.js'
import {
  type AttemptOn,
  attemptsOn,
  deliverToGraph,
  stepAttempt,
  takeInAbsence,
  takeItem,
  takeableWork,
  workId,
} from './collector.js'
import { deliverToControllers, passTime, skipKey, stepKey, takeKey, takeableKeys } from './reconciles.js'
import { askIn } from './requests.js'
import { alternativesOf } from './running.js'
import type { Setup, Stage } from './setup.js'
import type { Told, Transition } from './transition.js'
import { viewOf } from './view.js'
import { type World, partsOfKey, queueKey } from './world.js'

/** One machine. It is changed while it works, and lives inside one exploration. */
export interface Machine {
  readonly setup: Setup
  readonly stage: Stage
  readonly attemptOn: AttemptOn
  readonly views: ReadonlyArray<View>
}

/** A machine whose programs read the world of a stage. */
export const machineOf = (setup: Setup, stage: Stage): Machine => ({
  setup,
  stage,
  attemptOn: attemptsOn(setup, stage),
  views: setup.reads.map((reads) => viewOf(reads, setup.covers, () => stage.world)),
})

/** The transitions that are possible in a world. */
export const enabledIn = ({ setup, stage }: Machine, world: World): ReadonlyArray<Transition> => {
  const { collector, informers, controllers, codes } = world
  stage.world = world
  const acts = (text: string): boolean => !setup.held.has(setup.names[partsOfKey(text)[0]] ?? '')
  return [
    ...(codes.length < setup.requests.length ? [{ _tag: 'Request' } as const] : []),
    ...(setup.collects ? collectorTransitions(world) : []),
    ...[...informers.keys()].map((kind): Transition => ({ _tag: 'InformerEvent', kind })),
    ...takeableKeys(controllers)
      .filter(acts)
      .flatMap((text): ReadonlyArray<Transition> => {
        const [index, key] = partsOfKey(text)
        const controller = setup.names[index] ?? ''
        const take: Transition = { _tag: 'TakeKey', controller, key }
        return setup.optional.has(controller) ? [take, { _tag: 'Skip', controller, key }] : [take]
      }),
    ...controllers.running.flatMap(({ id, program }) => {
      const [index, key] = partsOfKey(id)
      const controller = setup.names[index] ?? ''
      return alternativesOf(program).map((_, which): Transition => ({ _tag: 'StepKey', controller, key, which }))
    }),
    ...([...controllers.timers.keys()].some(acts) ? [{ _tag: 'Time' } as const] : []),
    ...(setup.collects ? collector.foundAbsent.map((_, which): Transition => ({ _tag: 'GraphAbsence', which })) : []),
  ]
}

const collectorTransitions = ({ collector }: World): ReadonlyArray<Transition> => [
  ...[...collector.events.keys()].map((kind): Transition => ({ _tag: 'GraphEvent', kind })),
  ...takeableWork(collector).map((work): Transition => ({ _tag: 'TakeItem', item: workId(work) })),
  ...collector.attempts.flatMap(({ id, program }) =>
    alternativesOf(program).map((_, which): Transition => ({ _tag: 'StepAttempt', item: id, which })),
  ),
]

/** Who sends the requests from outside. */
const user = 'user'

/** Makes a transition that a world allows; one that it does not allow changes nothing. */
export const step = (machine: Machine, world: World, transition: Transition): Told => {
  const { setup, stage, attemptOn, views } = machine
  const { collector, controllers } = world
  const only = (next: World): Told => ({ world: next, requests: [] })
  switch (transition._tag) {
    case 'Request': {
      const request = setup.requests[world.codes.length]
      if (request === undefined) return only(world)
      stage.world = world
      const { world: asked, sent } = askIn(setup, world, request)
      return {
        world: { ...asked, codes: [...world.codes, sent.code] },
        requests: [{ by: user, request, code: sent.code }],
      }
    }
    case 'GraphEvent':
      return only(deliverToGraph(setup, world, transition.kind))
    case 'GraphAbsence':
      return only(takeInAbsence(setup, world, transition.which))
    case 'TakeItem': {
      const work = takeableWork(collector).find((one) => workId(one) === transition.item)
      return work === undefined ? only(world) : takeItem(setup, stage, attemptOn, world, work)
    }
    case 'StepAttempt': {
      const running = collector.attempts.find(({ id }) => id === transition.item)
      return running === undefined ? only(world) : stepAttempt(setup, stage, world, running, transition.which)
    }
    case 'InformerEvent':
      return only(deliverToControllers(setup, world, transition.kind))
    case 'TakeKey':
      return only(takeKey(setup, stage, views, world, keyIn(setup, transition)))
    case 'StepKey': {
      const id = keyIn(setup, transition)
      const running = controllers.running.find((one) => one.id === id)
      return running === undefined ? only(world) : stepKey(setup, stage, world, running, transition.which)
    }
    case 'Skip':
      return only(skipKey(world, keyIn(setup, transition)))
    case 'Time':
      return only(passTime(world))
  }
}

const keyIn = ({ names }: Setup, { controller, key }: { readonly controller: string; readonly key: string }): string =>
  queueKey(names.indexOf(controller), key)
