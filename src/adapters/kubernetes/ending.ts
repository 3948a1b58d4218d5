/** Ends what goes on, at the word of whoever began it or of a signal. */
import { setMaxListeners } from 'node:events'

import { function as F, taskEither as TE } from 'fp-ts'

import type { Signal } from '../../execute/index.js'

/** An end that is still to come, or has come. */
export interface Ending {
  /** Tells of the end. */
  readonly signal: AbortSignal
  /** Ends, and listens no longer to the signal. */
  readonly stop: () => void
}

/** An ending of its own, which a signal also brings about. */
export const endingWith = (signal: Signal | undefined): Ending => {
  const end = new AbortController()
  // Each kind has a watch and waits.
  setMaxListeners(0, end.signal)
  const abort = (): void => {
    end.abort()
  }
  if (signal?.aborted === true) abort()
  else signal?.addEventListener('abort', abort)
  return {
    signal: end.signal,
    stop: () => {
      signal?.removeEventListener('abort', abort)
      abort()
    },
  }
}

/**
 * Begins something that goes on until its ending, by which it is also stopped. What can't begin leaves nobody listening to the signal, so
 * that one signal is enough for any number of attempts.
 */
export const beginWith = <Err, A>(
  signal: Signal | undefined,
  begin: (end: Ending) => TE.TaskEither<Err, A>,
): TE.TaskEither<Err, A> =>
  F.pipe(
    TE.fromIO<Ending, Err>(() => endingWith(signal)),
    TE.chain((end) =>
      F.pipe(
        begin(end),
        TE.mapLeft((error) => {
          end.stop()
          return error
        }),
      ),
    ),
  )

/** Runs something within one listener of the signal, however many requests it has under way at once. */
export const within = <Err, A>(
  signal: Signal | undefined,
  run: (signal: Signal) => TE.TaskEither<Err, A>,
): TE.TaskEither<Err, A> =>
  TE.bracket(
    TE.fromIO(() => endingWith(signal)),
    (end) => run(end.signal),
    (end) => TE.fromIO(end.stop),
  )
