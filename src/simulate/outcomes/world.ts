/**
 * One moment of a control plane: what the server holds, what each informer has yet to deliver, what waits in queues, and
 * where each worker stands. Worlds are values: what follows from one is another.
 */
import type { WholeObject } from '../../apiserver/object.js'
import type { Server } from '../../apiserver/server.js'
import type { Change, Controller, Reconciled } from '../../controllers/controller.js'
import type { Attempt, Identity, Memory, Work } from '../../controllers/owner/memory/index.js'
import type { Program as AttemptProgram } from '../../controllers/owner/memory/api-requests.js'
import type { Program } from '../../controllers/program.js'
import type { Why } from '../cascade/reason.js'

/** A moment. */
export interface World {
  /** Never changed once it is part of a world. */
  readonly server: Server
  readonly now: Date
  readonly collector: CollectorState
  /** What the informers of typed controllers have yet to deliver, first come first, by kind. */
  readonly informers: ReadonlyMap<string, ReadonlyArray<Pending>>
  readonly controllers: ControllersState
  /** HTTP codes of the answers to the requests of the phase that were sent. */
  readonly codes: ReadonlyArray<number>
}

/** An event that is not delivered yet, and the object as the informer has it until then. */
export interface Pending {
  readonly change: Change
  readonly before: WholeObject | undefined
}

/** The owner collector. */
export interface CollectorState {
  readonly memory: Memory
  /** What its own informers have yet to deliver to the graph, first come first, by kind. */
  readonly events: ReadonlyMap<string, ReadonlyArray<Change>>
  /** Deletions that attempts found out, and that the graph has not taken in. */
  readonly foundAbsent: ReadonlyArray<Identity>
  readonly attempts: ReadonlyArray<RunningAttempt>
  /** Items that are tried again once something has changed. */
  readonly waiting: ReadonlyArray<Work>
}

/** A worker of the owner collector before its next request. */
export interface RunningAttempt {
  readonly id: string
  readonly work: Work
  readonly program: Exclude<AttemptProgram<unknown, Attempt<unknown>>, { readonly _tag: 'Done' }>
  /** The answers so far, in short. */
  readonly answers: string
  /** The code of the last answer to a request that changes something. */
  readonly code: number | undefined
}

/** The typed controllers; keys are texts of `queueKey`. */
export interface ControllersState {
  /** As they are after what they folded. */
  readonly values: ReadonlyArray<Controller<Why>>
  readonly queue: ReadonlySet<string>
  readonly running: ReadonlyArray<RunningReconcile>
  /** Keys that wait for a change of anything. */
  readonly waiting: ReadonlySet<string>
  /** When keys are due, in milliseconds. */
  readonly timers: ReadonlyMap<string, number>
}

/** A worker of a typed controller before its next request. */
export interface RunningReconcile {
  readonly id: string
  readonly program: Exclude<Program<Reconciled<Why>>, { readonly _tag: 'Done' }>
  readonly answers: string
  /** One of its requests met another version of the object. */
  readonly conflicted: boolean
  /** One of its requests was refused otherwise, and its controller comes back for that. */
  readonly refused?: boolean
  /** Something that concerns the key has changed meanwhile. */
  readonly overtaken: boolean
}

/** A key of a controller, which is named by its index. */
export const queueKey = (controller: number, key: string): string => `${controller} ${key}`

/** The parts of a key of `queueKey`. */
export const partsOfKey = (text: string): readonly [controller: number, key: string] => {
  const space = text.indexOf(' ')
  return [Number(text.slice(0, space)), text.slice(space + 1)]
}
