/** The world in which an exploration begins, and the one in which its next phase does. */
import { added } from '../../apiserver/answer.js'
import type { Server } from '../../apiserver/server.js'
import type { Controller } from '../../controllers/controller.js'
import { emptyMemory, memoryOf } from '../../controllers/owner/memory/index.js'
import { ignores } from '../../controllers/owner/policy.js'
import type { Why } from '../cascade/reason.js'
import { kindOf } from './informers.js'
import { hear } from './reconciles.js'
import type { Setup } from './setup.js'
import type { CollectorState, World } from './world.js'

/** A world in which all informers have delivered what the server holds, and nobody has acted on it yet. */
export const firstWorld = (setup: Setup, server: Server, now: Date, values: ReadonlyArray<Controller<Why>>): World => {
  const objects = server.list()
  let controllers: World['controllers'] = {
    values,
    queue: new Set(),
    running: [],
    waiting: new Set(),
    timers: new Map(),
  }
  for (const object of objects) controllers = hear(setup, controllers, [added(object)], kindOf(object))
  return {
    server,
    now,
    collector: { ...idle, memory: memoryOf(setup.policy)(objects) },
    informers: new Map(),
    controllers,
    codes: [],
  }
}

/** The world after the owner collector has started again: it has forgotten everything, and lists kind by kind. */
export const restarted = ({ policy }: Setup, world: World): World => {
  const events = new Map<string, ReturnType<typeof added>[]>()
  for (const object of world.server.list()) {
    if (ignores(policy)(object)) continue
    const kind = kindOf(object)
    events.set(kind, [...(events.get(kind) ?? []), added(object)])
  }
  return { ...world, collector: { ...idle, events } }
}

const idle: CollectorState = {
  memory: emptyMemory,
  events: new Map(),
  foundAbsent: [],
  attempts: [],
  waiting: [],
}
