/** What every transition of a world reads and writes, and what may follow from it. */
import type { WholeObject } from '../../apiserver/object.js'
import type { Cause } from './cause.js'
import { cellOf, cellsOf, universeOf } from './cells.js'
import { collectorProcess } from './collector-process.js'
import { controllerProcess } from './controller-process.js'
import { effectsIn } from './footprint.js'
import type { Machine } from './machine.js'
import { type Context, type Process, processBy, unknownProcess } from './process.js'
import type { Transition } from './transition.js'
import type { World } from './world.js'

/** The processes of the transitions that a world allows. */
export const processesOf = (
  machine: Machine,
  world: World,
  enabled: ReadonlyArray<Transition>,
): ReadonlyArray<Process> => {
  const { setup } = machine
  const asked = setup.requests.slice(world.codes.length)
  const created = asked.flatMap((request): ReadonlyArray<WholeObject> =>
    request._tag === 'Create' ? [request.object] : [],
  )
  const universe = universeOf(world, created)
  const effects = effectsIn(setup, world, universe)
  const context = { machine, world, universe, effects }
  return enabled.map((transition) => processOf(context, transition))
}

const processOf = (context: Context, transition: Transition): Process => {
  switch (transition._tag) {
    case 'Request':
      return requestProcess(context, transition)
    case 'GraphEvent':
    case 'GraphAbsence':
    case 'TakeItem':
    case 'StepAttempt':
      return collectorProcess(context, transition)
    case 'InformerEvent':
    case 'TakeKey':
    case 'Skip':
    case 'StepKey':
    case 'Time':
      return controllerProcess(context, transition)
  }
}

const requestProcess = (context: Context, transition: Transition): Process => {
  const { machine, world, universe, effects } = context
  const { setup } = machine
  const { numberOf } = universe
  const remaining = setup.requests.slice(world.codes.length)
  const targets = remaining.map((request) =>
    numberOf(request._tag === 'Create' ? request.object.metadata.uid : request.uid),
  )
  const [request] = remaining
  const [first] = targets
  if (request === undefined || first === undefined) return unknownProcess(transition)
  const object = request._tag === 'Create' ? request.object : universe.objects[first]
  const place = object === undefined ? 0n : effects.placeOf({ ...object, namespace: object.metadata.namespace })
  // The handler of custom resources hears of definitions by an informer.
  const definitions = universe.kinds.flatMap((kind, at) => (kind.startsWith('CustomResourceDefinition.') ? [at] : []))
  const seen = request._tag === 'Create' ? cellsOf(definitions, 'Shown') : 0n
  const causes = targets.flatMap((number): ReadonlyArray<Cause> =>
    number === undefined ? [] : [{ _tag: 'Write', number }],
  )
  return processBy(context, transition)({ reads: place | seen, writes: cellOf(first, 'Stored') }, causes)
}
