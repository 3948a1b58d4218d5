/**
 * Answers which call a removal consists of, and who carries it out.
 */
import type { taskEither as TE } from 'fp-ts'

/** One call on the image service; always by plain id, the runtime handler does not reach the runtime. */
export interface Action {
  readonly _tag: 'RemoveImage'
  readonly id: string
}

/** The image service as this collector needs it; `Err` is the user's error type. */
export interface Port<Err> {
  readonly removeImage: (id: string) => TE.TaskEither<Err, unknown>
}

/** Carries out one action on a port. */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> =>
    port.removeImage(action.id)
