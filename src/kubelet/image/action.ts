import type { taskEither as TE } from 'fp-ts'

/** One call on the image service; always by plain id, the runtime handler does not reach the runtime. */
export interface Action {
  readonly _tag: 'RemoveImage'
  readonly id: string
}

/** The image service as this collector needs it; `Err` is the user's error type. */
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
