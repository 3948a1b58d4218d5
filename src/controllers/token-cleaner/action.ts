/**
 * The API calls of the legacy token cleaner, and the port that carries them out.
 */
import type { taskEither as TE } from 'fp-ts'

/** The name of a Secret. */
export interface SecretName {
  readonly namespace: string
  readonly name: string
}

/** The options of every delete: the version that was judged, as far as it is known. */
export interface VersionedDelete {
  readonly preconditions: { readonly resourceVersion?: string }
}

/** One call on the API server. */
export type Action =
  /** A merge patch of the label `kubernetes.io/legacy-token-invalid-since`, with the Secret's uid. */
  | { readonly _tag: 'MarkInvalid'; readonly secret: SecretName; readonly uid: string; readonly since: string }
  | { readonly _tag: 'Delete'; readonly secret: SecretName; readonly options: VersionedDelete }

/** The API calls of this collector; `Err` is your error type. */
export interface Port<Err> {
  /** Sets the label `kubernetes.io/legacy-token-invalid-since` of a Secret of this uid. */
  readonly markInvalid: (secret: SecretName, uid: string, since: string) => TE.TaskEither<Err, unknown>
  /** Sends a request to delete a Secret. */
  readonly delete: (secret: SecretName, options: VersionedDelete) => TE.TaskEither<Err, unknown>
}

/**
 * Executes one action on a port.
 *
 * Fails: with the port's error, unchanged.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> =>
    action._tag === 'Delete'
      ? port.delete(action.secret, action.options)
      : port.markInvalid(action.secret, action.uid, action.since)
