/** Drives the owner collector with watch events. */
import type { task as T } from 'fp-ts'

import type { KubeObject } from '../../../apiserver/object.js'
import { type Event, type Observation, attemptWorkNow } from '../../../controllers/owner/index.js'
import type { Millis } from '../../../core/time.js'
import type { CallFault } from '../../../execute/fault.js'
import { type Deed, type Driven, type Driving, drive as driveLoop, unfailing } from '../drive.js'
import { type Config, start, step } from './step.js'
import { type Port, runProgramOn } from './port.js'
import { type Command, type Signal, type State, workKey } from './signal.js'

/** A collector that is driven. */
export interface DrivenCollector<Err> extends Driven<State, Signal<Err | CallFault>> {
  /** Passes on what a watch reports. */
  readonly observed: (observation: Observation) => void
  /** Passes on what a list reports, in order: what is decided on one of its objects is decided with all of them known. */
  readonly listed: (observations: ReadonlyArray<Observation>) => void
}

/** The calls of the loop. */
export interface Cluster<Err> extends Port<Err> {
  /** Records an event on its object. */
  readonly recordEvent: (event: Event) => T.Task<unknown>
  /** Time limit of a request. Default: none. */
  readonly deadline?: Millis | undefined
}

/**
 * Runs the owner collector on a cluster, given its listed objects, until stopped.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Run
 */
export const drive =
  (config: Config) =>
  (driving: Driving) =>
  <Err>(cluster: Cluster<Err>) =>
  (objects: Iterable<KubeObject>): DrivenCollector<Err> => {
    const driven = driveLoop(driving)<State, Signal<Err | CallFault>, Command>({
      start: () => start(config)(objects),
      step: step(config),
      deedOf: deedOf(config, cluster, driving),
    })
    return {
      ...driven,
      observed: (observation) => {
        driven.hear(() => ({ _tag: 'Observed', observation }))
      },
      listed: (observations) => {
        driven.hear(() => ({ _tag: 'Listed', observations }))
      },
    }
  }

const deedOf =
  <Err>({ policy, scopes }: Config, cluster: Cluster<Err>, { clock, signal }: Driving) =>
  (command: Command, state: () => State): Deed<Signal<Err | CallFault>> => {
    switch (command._tag) {
      case 'Attempt': {
        const { work } = command
        const { deadline } = cluster
        const program = attemptWorkNow(policy, scopes)(() => state().memory)<Err | CallFault>(work)
        return {
          _tag: 'Work',
          work: async () => {
            const attempt = await runProgramOn(cluster, { clock, deadline, signal })(program)()
            return (at) => ({ _tag: 'AttemptEnded', work, attempt, at })
          },
        }
      }
      case 'SetTimer': {
        const { work, at } = command
        return { _tag: 'Timer', key: workKey(work), at, due: () => ({ _tag: 'TimerDue', work }) }
      }
      case 'RecordEvent':
        void unfailing(
          () => cluster.recordEvent(command.event),
          () => undefined,
        )()
        return { _tag: 'Nothing' }
    }
  }
