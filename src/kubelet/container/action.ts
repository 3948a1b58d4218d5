/**
 * The CRI and filesystem calls of a removal, and the port that makes them.
 */
import type { taskEither as TE } from 'fp-ts'

import { absurd } from '../../core/absurd.js'

/** One call on the node. */
export type Action =
  /** Look up the status; a failing lookup or an empty status ends the removal. */
  | { readonly _tag: 'InspectContainer'; readonly id: string }
  | { readonly _tag: 'StopContainer'; readonly id: string }
  /** Run the post-stop hook, delete rotated logs, and remove the container's own log link; a failure ends the removal. */
  | { readonly _tag: 'RemoveContainerLog'; readonly id: string }
  | { readonly _tag: 'RemoveContainer'; readonly id: string }
  | { readonly _tag: 'StopSandbox'; readonly id: string }
  | { readonly _tag: 'RemoveSandbox'; readonly id: string }
  | { readonly _tag: 'RemoveLogDirectory'; readonly name: string }
  | { readonly _tag: 'RemoveLogLink'; readonly path: string }

/** The calls of this collector; `Err` is your error type. Stopping what is not found succeeds. */
export interface Port<Err> {
  /** Looks up the status of a container; an empty status is an error. */
  readonly inspectContainer: (id: string) => TE.TaskEither<Err, unknown>
  /** Stops a container; one that is not found counts as stopped. */
  readonly stopContainer: (id: string) => TE.TaskEither<Err, unknown>
  /**
   * Removes the rotated logs of a container and, whatever its target, its link `POD_NAMESPACE_NAME-ID.log` below
   * `/var/log/containers`. What is not there counts as removed.
   */
  readonly removeContainerLog: (id: string) => TE.TaskEither<Err, unknown>
  /** Removes a container. */
  readonly removeContainer: (id: string) => TE.TaskEither<Err, unknown>
  /** Stops a sandbox. */
  readonly stopSandbox: (id: string) => TE.TaskEither<Err, unknown>
  /** Removes a stopped sandbox. */
  readonly removeSandbox: (id: string) => TE.TaskEither<Err, unknown>
  /** Removes a directory of the pod log root, by name. */
  readonly removeLogDirectory: (name: string) => TE.TaskEither<Err, unknown>
  /** Removes a link of the container log directory, by path; one that is not there counts as removed. */
  readonly removeLogLink: (path: string) => TE.TaskEither<Err, unknown>
}

/**
 * Executes one action on a port; total over actions.
 *
 * Shape: each action calls the method of its name with the id, name or path it holds, and nothing before the task runs.
 * Fails: with the port's error, unchanged.
 *
 * @example
 * ```ts
 * import { taskEither as TE } from 'fp-ts'
 * import { perform } from 'gcplan/kubelet/container'
 *
 * const say = (verb: string) => (subject: string) => TE.right(`${verb} ${subject}`)
 * const node = perform({
 *   inspectContainer: say('inspect'),
 *   stopContainer: say('stop'),
 *   removeContainerLog: say('remove the log of'),
 *   removeContainer: say('remove'),
 *   stopSandbox: say('stop sandbox'),
 *   removeSandbox: say('remove sandbox'),
 *   removeLogDirectory: say('remove directory'),
 *   removeLogLink: say('unlink'),
 * })
 * void node({ _tag: 'RemoveContainer', id: 'c1' })().then((done) => {
 *   console.log(done) // { _tag: 'Right', right: 'remove c1' }
 * })
 * ```
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> => {
    switch (action._tag) {
      case 'InspectContainer':
        return port.inspectContainer(action.id)
      case 'StopContainer':
        return port.stopContainer(action.id)
      case 'RemoveContainerLog':
        return port.removeContainerLog(action.id)
      case 'RemoveContainer':
        return port.removeContainer(action.id)
      case 'StopSandbox':
        return port.stopSandbox(action.id)
      case 'RemoveSandbox':
        return port.removeSandbox(action.id)
      case 'RemoveLogDirectory':
        return port.removeLogDirectory(action.name)
      case 'RemoveLogLink':
        return port.removeLogLink(action.path)
      default:
        return absurd(action)
    }
  }
