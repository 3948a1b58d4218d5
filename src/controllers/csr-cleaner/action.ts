/**
 * The API calls of the cleaner of CertificateSigningRequests, and the port that carries them out.
 */
import type { taskEither as TE } from 'fp-ts'

/** One call on the API server: a delete by name, without a policy and without preconditions. */
export interface Action {
  readonly _tag: 'Delete'
  readonly name: string
}

/** The API calls of this collector; `Err` is your error type. */
export interface Port<Err> {
  /** Sends a request to delete a CertificateSigningRequest. */
  readonly delete: (name: string) => TE.TaskEither<Err, unknown>
}

/**
 * Executes one action on a port.
 *
 * Fails: with the port's error, unchanged.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go handle
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> =>
    port.delete(action.name)
