/**
 * Answers what a world is on which a collector is let loose: it changes, by calls and by what others do, and tells what is
 * there.
 */
import type { taskEither as TE } from 'fp-ts'

import type { Family } from '../../../src/core/plan.js'
import type { ErrorClass } from '../../../src/core/report.js'

/** An error of a call, and what it means. */
export interface Wrong {
  readonly _tag: 'Wrong'
  readonly means: ErrorClass
  readonly text: string
}

/** An error. */
export const wrong = (means: ErrorClass, text: string): Wrong => ({ _tag: 'Wrong', means, text })

/** Stands between a collector and one call on its port. What the call does, it does as soon as it is begun. */
export type Through = <A>(call: TE.TaskEither<Wrong, A>) => TE.TaskEither<Wrong, A>

/** Everything that is there, each under the key of the target that it is; another value is another state of it. */
export type Things = ReadonlyMap<string, unknown>

/** A world that changes. */
export interface World<F extends Family, Snapshot> {
  readonly now: () => Date
  readonly moveTo: (at: Date) => void
  readonly look: () => Snapshot
  readonly perform: (through: Through) => (action: F['Action']) => TE.TaskEither<Wrong, unknown>
  readonly things: () => Things
  readonly keyOf: (target: F['Target']) => string
  /** True for what is on its way out already; its removal was asked for. */
  readonly isGoing: (thing: unknown) => boolean
  /** Somebody else changes something: preferably what is named. */
  readonly meddle: (roll: number, key: string | undefined) => void
  /** Why a target may not go, as somebody sees it who looks right now; nothing where it may. */
  readonly objection: (target: F['Target']) => string | undefined
  /**
   * Why a call may not have removed a thing, whatever happened between look and call; nothing where it may. `seen` is the
   * state that the decision rests on.
   */
  readonly breach: (
    action: F['Action'],
    target: F['Target'],
    removed: { readonly key: string; readonly before: unknown; readonly seen: unknown },
  ) => string | undefined
}
