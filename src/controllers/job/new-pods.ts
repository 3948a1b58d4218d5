/**
 * The pods that a Job makes next.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go manageJob
 */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { freePodNames, podOf } from '../workload/pods.js'
import {
  completionsOf,
  controllerUid,
  isIndexed,
  isTerminating,
  meetsJob,
  parallelismOf,
  replacesOnlyEnded,
  trackingFinalizer,
} from './facts.js'
import { indexKey, indexOf } from './indexes.js'
import type { Tally } from './tally.js'

/** So many pods at most are made at once; their events bring the next ones. */
const burst = 500

/** No simulation makes more pods than this for one Job. */
const mostActive = 10_000

/** How many pods are to run. */
export const wantedActive = (job: WholeObject, { succeeded, active }: Tally): number => {
  const completions = completionsOf(job)
  const parallelism = parallelismOf(job)
  if (completions === undefined) return succeeded > 0 ? Math.min(active.length, parallelism) : parallelism
  return Math.max(0, Math.min(parallelism, completions - succeeded))
}

/** The pods that are missing. */
export const newPods = (
  view: View,
  job: WholeObject,
  pods: ReadonlyArray<WholeObject>,
  tally: Tally,
): ReadonlyArray<WholeObject> => {
  const { name } = job.metadata
  const leaving = replacesOnlyEnded(job) ? pods.filter(isTerminating) : []
  const wanted = wantedActive(job, tally)
  const count = Math.min(burst, wanted - tally.active.length - leaving.length)
  if (count <= 0 || wanted > mostActive) return []
  return isIndexed(job)
    ? freeIndexes(job, [...tally.active, ...leaving], tally, count).flatMap((index) =>
        freePodNames(view, job, `${name}-${index}-`, 1).flatMap((free) => podUnder(job, free, index)),
      )
    : freePodNames(view, job, `${name}-`, count).flatMap((free) => podUnder(job, free))
}

const freeIndexes = (
  job: WholeObject,
  held: ReadonlyArray<WholeObject>,
  { indexes }: Tally,
  count: number,
): ReadonlyArray<number> => {
  const taken = new Set(held.map(indexOf))
  const free: number[] = []
  for (let index = 0; index < (completionsOf(job) ?? 0) && free.length < count; index++)
    if (!indexes.has(index) && !taken.has(index)) free.push(index)
  return free
}

const podUnder = (job: WholeObject, name: string, index?: number): ReadonlyArray<WholeObject> => {
  const { uid } = job.metadata
  const own = index === undefined ? {} : { [indexKey]: `${index}` }
  const pod = podOf(job, ownField(job.spec, 'template'), name, {
    labels: { [controllerUid]: uid, 'batch.kubernetes.io/job-name': job.metadata.name, ...own },
    annotations: own,
    finalizers: [trackingFinalizer],
  })
  // The API refuses a Job whose selector does not meet its own template.
  return pod === undefined || !meetsJob(job)(pod) ? [] : [pod]
}
