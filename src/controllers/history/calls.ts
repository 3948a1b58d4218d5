/**
 * The requests of the controllers that keep histories. The CronJob controller also takes a Job that it deletes out of the
 * status of its CronJob.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go deleteJob
 */
import { groupOf } from '../../apiserver/object.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { View } from '../controller.js'
import type { Call, CallsOf } from '../planned.js'
import type { Action } from './action.js'
import type { CronJob } from './snapshot.js'

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

/** Uids of CronJobs by those of Jobs that they name as active. */
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
