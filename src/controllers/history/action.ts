/**
 * The API calls of the history controllers, and the port that carries them out.
 */
import * as fp from '../../core/fp.js'
import type { taskEither as TE } from 'fp-ts'
import type { PropagationPolicy } from '../../apiserver/request.js'
import { type KubeObject, type WholeObject, groupOf } from '../../apiserver/object.js'
import type { View } from '../controller.js'
import type { Call, CallsOf } from '../planned.js'
import type { CronJob } from './snapshot.js'

/** The address of an object in a request. */
export interface Address {
  readonly apiVersion: string
  readonly kind: string
  /** Plural name in paths, e.g. `replicasets`. */
  readonly resource: string
  /** Absent for a cluster-scoped object, which is an error here. */
  readonly namespace?: string
  readonly name: string
}

/** The body of a request to delete: no preconditions, and a policy from the CronJob controller only. */
export interface DeleteOptions {
  readonly propagationPolicy?: PropagationPolicy
}

/** A merge patch of the labels of a pod. */
export interface LabelPatch {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> }
}

/** One call on the API server. */
export type Action =
  | {
      readonly _tag: 'Delete'
      readonly object: Address
      readonly options: DeleteOptions
      /** Whether the answer "not found" counts as success or as failure. */
      readonly notFound: 'gone' | 'failure'
    }
  /** Labels a pod with the revision that stays, before its duplicate goes. */
  | { readonly _tag: 'RelabelPod'; readonly object: Address; readonly patch: LabelPatch }

/** The label by which pods and revisions of a template find each other. */
export const revisionLabel = 'controller-revision-hash'

const addressOf = (apiVersion: string, kind: string, resource: string) => {
  return ({ metadata: { namespace, name } }: KubeObject): Address =>
    namespace === undefined || namespace === ''
      ? { apiVersion, kind, resource, name }
      : { apiVersion, kind, resource, namespace, name }
}

const replicaSet = addressOf('apps/v1', 'ReplicaSet', 'replicasets')
const controllerRevision = addressOf('apps/v1', 'ControllerRevision', 'controllerrevisions')
const job = addressOf('batch/v1', 'Job', 'jobs')
const pod = addressOf('v1', 'Pod', 'pods')

/**
 * The call that deletes an old ReplicaSet.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go cleanupDeployment
 */
export const deleteReplicaSet = (object: KubeObject): Action => ({
  _tag: 'Delete',
  object: replicaSet(object),
  options: {},
  notFound: 'gone',
})

/**
 * The call that deletes a revision.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/history/controller_history.go DeleteControllerRevision
 */
export const deleteRevision = (object: KubeObject): Action => ({
  _tag: 'Delete',
  object: controllerRevision(object),
  options: {},
  notFound: 'failure',
})

/**
 * The call that deletes a finished Job.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/injection.go DeleteJob
 */
export const deleteJob = (object: KubeObject): Action => ({
  _tag: 'Delete',
  object: job(object),
  options: { propagationPolicy: 'Background' },
  notFound: 'failure',
})

/**
 * The call that gives a pod the label of the revision that stays.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go dedupCurHistories
 */
export const relabelPod =
  (value: string) =>
  (object: KubeObject): Action => ({
    _tag: 'RelabelPod',
    object: pod(object),
    patch: { metadata: { labels: { [revisionLabel]: value } } },
  })

/** The API calls of these controllers; `Err` is your error type. */
export interface Port<Err> {
  /** Sends a request to delete an object. */
  readonly delete: (object: Address, options: DeleteOptions) => TE.TaskEither<Err, unknown>
  /** Sends a merge patch (`application/merge-patch+json`) of an object. */
  readonly patch: (object: Address, patch: LabelPatch) => TE.TaskEither<Err, unknown>
  /** True for the answer 404. */
  readonly isNotFound: (error: Err) => boolean
}

/**
 * Executes one action on a port; "not found" succeeds if the action says so.
 *
 * Fails: with the port's error, unchanged.
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> => {
    if (action._tag === 'RelabelPod') return port.patch(action.object, action.patch)
    const { object, options, notFound } = action
    const call = port.delete(object, options)
    if (notFound === 'failure') return call
    return async () => {
      const done = await call()
      return fp.isLeft(done) && port.isNotFound(done.left) ? fp.right(undefined) : done
    }
  }

/** The requests of an action; which CronJob names which Job is looked up once. */
export const callsIn = (): CallsOf<Action> => {
  let cronJobs: ReadonlyMap<string, ReadonlyArray<string>> | undefined
  return (action, target, view) => {
    if (action._tag === 'RelabelPod') {
      const pod = view.get(action.object)
      return pod === undefined ? [] : [{ request: { _tag: 'Update', object: labelled(pod, action) } }]
    }
    const { uid } = target.metadata
    const named = target.kind === 'Job' ? ((cronJobs ??= cronJobsOfJobs(view)).get(uid) ?? []) : []
    return [
      { request: { _tag: 'Delete', object: action.object, options: action.options } },
      ...named.flatMap((cronJob) => forgetting(uid, view.find(cronJob))),
    ]
  }
}

const labelled = (pod: WholeObject, { patch }: Extract<Action, { readonly _tag: 'RelabelPod' }>): WholeObject => ({
  ...pod,
  metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, ...patch.metadata.labels } },
})

const isCronJob = ({ apiVersion, kind }: WholeObject): boolean => kind === 'CronJob' && groupOf(apiVersion) === 'batch'

const activeOf = (object: WholeObject) => (object as CronJob).status?.active ?? []

const cronJobsOfJobs = (view: View): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, string[]>()
  for (const object of view.list())
    if (isCronJob(object))
      for (const { uid = '' } of activeOf(object)) {
        const others = found.get(uid)
        if (others === undefined) found.set(uid, [object.metadata.uid])
        else others.push(object.metadata.uid)
      }
  return found
}

const forgetting = (job: string, cronJob: WholeObject | undefined): ReadonlyArray<Call> => {
  if (cronJob === undefined) return []
  const active = activeOf(cronJob).filter(({ uid }) => uid !== job)
  const status = { ...(cronJob as CronJob).status, active }
  return [{ request: { _tag: 'Update', object: { ...cronJob, status }, subresource: 'status' } }]
}
