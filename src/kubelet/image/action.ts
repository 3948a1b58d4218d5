import type { taskEither as TE } from 'fp-ts'

/** One call on the image service, by id; the runtime handler is not sent. */
export interface Action {
  readonly _tag: 'RemoveImage'
  readonly id: string
}

/** The calls of this collector; `Err` is your error type. */
export interface Port<Err> {
  /** Removes an image by its id. */
  readonly removeImage: (id: string) => TE.TaskEither<Err, unknown>
}

/**
 * Executes one action on a port.
 *
 * Fails: with the port's error, unchanged.
 *
 * @example
 * ```ts
 * import { taskEither as TE } from 'fp-ts'
 * import { perform } from 'gcplan/kubelet/image'
 *
 * const remove = perform({ removeImage: (id) => TE.left(`${id} is in use`) })
 * void remove({ _tag: 'RemoveImage', id: 'sha256:a' })().then((done) => {
 *   console.log(done) // { _tag: 'Left', left: 'sha256:a is in use' }
 * })
 * ```
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> =>
    port.removeImage(action.id)
