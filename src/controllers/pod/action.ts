/**
 * The API calls of the pod garbage collector, and the port that carries them out.
 */
import type { taskEither as TE } from 'fp-ts'
import { type MarkRules, type StatusBody, type StatusPatch, failedPatch, statusBodyAt, failedStatus } from './mark.js'
import type { Pod } from './snapshot.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { CallsOf } from '../planned.js'

/** The name of a pod. */
export interface PodName {
  readonly namespace: string
  readonly name: string
}

/** The options of every delete: no grace period, no preconditions, no propagation policy. */
export interface ForcedDelete {
  readonly gracePeriodSeconds: 0
}

/** One call on the API server. */
export type Action =
  /** A patch of the subresource `status`. */
  | { readonly _tag: 'MarkFailed'; readonly pod: PodName; readonly patch: StatusPatch }
  | { readonly _tag: 'Delete'; readonly pod: PodName; readonly options: ForcedDelete }

/** The API calls of this collector; `Err` is your error type. */
export interface Port<Err> {
  /** Patches a pod's status; `bodyAt` gives the body for the time of sending. */
  readonly patchStatus: (
    pod: PodName,
    patch: StatusPatch,
    bodyAt: (at: Date) => StatusBody,
  ) => TE.TaskEither<Err, unknown>
  /** Sends a request to delete a pod. */
  readonly delete: (pod: PodName, options: ForcedDelete) => TE.TaskEither<Err, unknown>
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
      case 'MarkFailed':
        return port.patchStatus(action.pod, action.patch, (at) => statusBodyAt(at)(action.patch.body))
      case 'Delete':
        return port.delete(action.pod, action.options)
    }
  }

const options: ForcedDelete = { gracePeriodSeconds: 0 }

/** The calls that remove a pod; a patch that fails leaves it alone. */
export const actionsFor = (rules: MarkRules, pod: Pod, nodeIsGone: boolean): readonly [Action, ...Action[]] => {
  const name: PodName = { namespace: pod.metadata.namespace ?? '', name: pod.metadata.name }
  const patch = failedPatch(rules, pod, nodeIsGone)
  const removal: Action = { _tag: 'Delete', pod: name, options }
  return patch === undefined ? [removal] : [{ _tag: 'MarkFailed', pod: name, patch }, removal]
}

/** The requests of pod garbage collection; a pod is marked through the subresource `status`. */
export const callsOf: CallsOf<Action> = (action, pod, view) => {
  if (action._tag === 'MarkFailed') {
    const status = failedStatus(view.at, pod as Pod, action.patch)
    return [{ request: { _tag: 'Update', object: { ...pod, status }, subresource: 'status' } }]
  }
  const object = view.addressOf(pod)
  const request: ApiRequest | undefined = object && { _tag: 'Delete', object, options: action.options }
  return request === undefined ? [] : [{ request }]
}
