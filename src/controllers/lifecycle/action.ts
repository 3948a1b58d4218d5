/**
 * The calls of the lifecycle collector, and the port that carries them out. Marks may be kept anywhere: outside the
 * cluster, or as an annotation of the object.
 */
import type { either as E, taskEither as TE } from 'fp-ts'
import { left, match, pipe } from '../../core/fp.js'
import type { Preconditions, PropagationPolicy } from '../../apiserver/index.js'
import type { Address } from '../../apiserver/scope.js'
import type { Mark } from './snapshot.js'
import type { CallsOf } from '../planned.js'

/** Deletes only the version that was evaluated. */
export interface DeleteOptions {
  readonly preconditions: Preconditions
  readonly propagationPolicy: PropagationPolicy
}

/** One call. A mark belongs to the object of that uid. */
export type Action =
  | { readonly _tag: 'SetMark'; readonly object: Omit<Address, 'resource'>; readonly mark: Mark }
  | { readonly _tag: 'ClearMark'; readonly object: Omit<Address, 'resource'>; readonly uid: string }
  | { readonly _tag: 'Delete'; readonly object: Address; readonly options: DeleteOptions }

/**
 * Deletes objects and stores marks; `Err` is your error type. A mark kept as an annotation changes the object's
 * version, so a delete in the same plan fails with a conflict and comes with the next plan.
 */
export interface Port<Err> {
  /** Sends a request to delete an object. */
  readonly delete: (object: Address, options: DeleteOptions) => TE.TaskEither<Err, unknown>
  /** Sets the mark of an object. */
  readonly setMark: (object: Omit<Address, 'resource'>, mark: Mark) => TE.TaskEither<Err, unknown>
  /** Clears the mark of an object. */
  readonly clearMark: (object: Omit<Address, 'resource'>, uid: string) => TE.TaskEither<Err, unknown>
}

/**
 * Executes one action on a port.
 *
 * Fails: with the port's error, unchanged.
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> => {
    switch (action._tag) {
      case 'Delete':
        return port.delete(action.object, action.options)
      case 'SetMark':
        return port.setMark(action.object, action.mark)
      case 'ClearMark':
        return port.clearMark(action.object, action.uid)
    }
  }

/**
 * A port that checks again before each delete: `confirm` decides on fresh data (see `stillDue`); if it fails, the delete
 * is not sent and fails with the same error.
 */
export const recheckingPort =
  <Err>(confirm: (object: Address, options: DeleteOptions) => TE.TaskEither<Err, unknown>) =>
  (port: Port<Err>): Port<Err> => ({
    ...port,
    delete: (object, options) => async () =>
      pipe(
        await confirm(object, options)(),
        match(
          (refusal: Err): Promise<E.Either<Err, unknown>> => Promise.resolve(left(refusal)),
          () => port.delete(object, options)(),
        ),
      ),
  })

/**
 * The requests of the lifecycle collector; marks are kept in its memory. The version of a delete is that of before the
 * calls that came first.
 */
export const callsOf: CallsOf<Action> = (action, { metadata: { uid } }) =>
  action._tag === 'Delete'
    ? [
        {
          request: {
            _tag: 'Delete',
            object: action.object,
            options: { propagationPolicy: action.options.propagationPolicy, preconditions: { uid } },
          },
        },
      ]
    : []
