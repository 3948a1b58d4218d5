/**
 * Answers which calls a removal consists of, and who carries them out.
 */
import type { taskEither as TE } from 'fp-ts'

import { absurd } from '../../core/absurd.js'

/** One call on the node. */
export type Action =
  /** Look up the status; a failing lookup or an empty status ends the removal. */
  | { readonly _tag: 'InspectContainer'; readonly id: string }
  | { readonly _tag: 'StopContainer'; readonly id: string }
  /** Run the post-stop hook, delete rotated logs and the legacy link, and remove the container. */
  | { readonly _tag: 'RemoveContainer'; readonly id: string }
  | { readonly _tag: 'StopSandbox'; readonly id: string }
  | { readonly _tag: 'RemoveSandbox'; readonly id: string }
  | { readonly _tag: 'RemoveLogDirectory'; readonly name: string }
  | { readonly _tag: 'RemoveLogLink'; readonly path: string }

/** The node as this collector needs it; `Err` is the user's error type. A stop of what is not found succeeds. */
export interface Port<Err> {
  readonly inspectContainer: (id: string) => TE.TaskEither<Err, unknown>
  readonly stopContainer: (id: string) => TE.TaskEither<Err, unknown>
  readonly removeContainer: (id: string) => TE.TaskEither<Err, unknown>
  readonly stopSandbox: (id: string) => TE.TaskEither<Err, unknown>
  readonly removeSandbox: (id: string) => TE.TaskEither<Err, unknown>
  readonly removeLogDirectory: (name: string) => TE.TaskEither<Err, unknown>
  readonly removeLogLink: (path: string) => TE.TaskEither<Err, unknown>
}

/** Carries out one action on a port; total over actions. */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> => {
    switch (action._tag) {
      case 'InspectContainer':
        return port.inspectContainer(action.id)
      case 'StopContainer':
        return port.stopContainer(action.id)
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
