/** Drives the TTL-after-finished controller with watch events. */
import { either as E, function as F } from 'fp-ts'

import type { Deleted, Found, Job, JobName, Port as TtlPort, Program } from '../../../controllers/ttl/index.js'
import { cancellation } from '../../../execute/clock.js'
import { call, errorOrFault, lookWith } from '../../../execute/call.js'
import type { CallFault } from '../../../execute/fault.js'
import type { Patience } from '../../../execute/wait.js'
import { type Backoff, type Deed, type Driven, type Driving, drive as driveLoop } from '../drive.js'
import type { Command, Signal, State } from './signal.js'
import { isForgotten, step, unseen } from './step.js'

/** The API calls of the loop; `Err` is your error type. */
export type Port<Err> = Pick<TtlPort<Err>, 'get' | 'delete'>

/** A clean-up that is driven. */
export interface DrivenCleanup {
  /** A watch shows a Job. */
  readonly seen: (job: Job) => void
  /** A watch reports that a Job is gone. */
  readonly vanished: (job: Job) => void
  /** Ends the loop. */
  readonly stop: () => void
  /** The state of each Job, by namespace and name. */
  readonly states: () => ReadonlyMap<string, State>
}

/**
 * Runs the clean-up of finished Jobs until stopped.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go Run
 */
export const drive =
  (backoff: Backoff) =>
  ({ clock, signal, ...patience }: Driving & Pick<Patience, 'deadline'>) =>
  <Err>(port: Port<Err>): DrivenCleanup => {
    type Heard = Signal<Err | CallFault>
    const end = cancellation()
    const loops = new Map<string, Driven<State, Heard>>()
    const deedOf = (command: Command<Err | CallFault>): Deed<Heard> =>
      command._tag === 'SetTimer'
        ? { _tag: 'Timer', key: 'due', at: command.at, due: (at) => ({ _tag: 'TimerDue', at }) }
        : {
            _tag: 'Work',
            work: async () => {
              const result = await runProgramOn(port, { ...patience, clock, signal: end.signal })(command.program)
              return (at) => ({ _tag: 'WorkEnded', result, at })
            },
          }
    const loopOf = (key: string): Driven<State, Heard> => {
      const loop = driveLoop({ clock, signal: end.signal })<State, Heard, Command<Err | CallFault>>({
        start: () => [unseen, []],
        step: (state, heard) => {
          const next = step(backoff)(state, heard)
          // Timers and answers of a Job that is gone come from a loop that nobody keeps.
          if (isForgotten(next[0])) loops.delete(key)
          return next
        },
        deedOf,
      })
      loops.set(key, loop)
      return loop
    }
    const tell = ({ metadata: { namespace = '', name } }: Job, signalAt: (at: Date) => Heard): void => {
      const key = `${namespace}/${name}`
      if (end.signal.aborted) return
      ;(loops.get(key) ?? loopOf(key)).hear(signalAt)
    }
    const stop = (): void => {
      signal?.removeEventListener('abort', stop)
      end.cancel()
    }
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop)
    return {
      seen: (job) => {
        tell(job, (at) => ({ _tag: 'Seen', job, at }))
      },
      vanished: (job) => {
        tell(job, (at) => ({ _tag: 'Vanished', at }))
      },
      stop,
      states: () => new Map([...loops].map(([key, loop]) => [key, loop.state()])),
    }
  }

/** Runs a program against an API server; never rejects. A call without a response is an error. */
export const runProgramOn =
  <Err>(port: Port<Err>, patience: Patience & Pick<Driving, 'clock'>) =>
  async <A>(program: Program<Err | CallFault, A>): Promise<A> => {
    let at = program
    while (at._tag !== 'Done')
      at =
        at._tag === 'Get'
          ? at.next(await lookUp(port, patience, at.job))
          : at.next(await remove(port, patience, at.job, at.options))
    return at.result
  }

const lookUp = async <Err>(
  port: Port<Err>,
  patience: Patience & Pick<Driving, 'clock'>,
  job: JobName,
): Promise<Found<Err | CallFault>> => {
  const found = await lookWith<Job | undefined, Err, Err | CallFault>(
    { ...patience, perform: () => port.get(job), errorOf: errorOrFault },
    () => port.get(job),
  )
  return F.pipe(
    found,
    E.match(
      (error): Found<Err | CallFault> => ({ _tag: 'Failed', error }),
      (live) => (live === undefined ? { _tag: 'NotFound' } : { _tag: 'Found', job: live, at: patience.clock.now() }),
    ),
  )
}

const remove = async <Err>(
  port: Port<Err>,
  patience: Patience,
  job: JobName,
  options: Parameters<Port<Err>['delete']>[1],
): Promise<Deleted<Err | CallFault>> => {
  const called = await call<null, Err, Err | CallFault>(
    { ...patience, perform: () => port.delete(job, options), errorOf: errorOrFault },
    null,
    () => undefined,
  )
  return typeof called === 'object' ? { _tag: 'Failed', error: called.error } : { _tag: 'Accepted' }
}
