/**
 * Replays `kubernetes/history-cronjob`: which Jobs of a cluster a CronJob takes for its own, and which of them it deletes.
 */
import type { CronJob, Job } from '../../src/controllers/history/index.js'
import { concludeStatus, defaultPolicy, emptySnapshot } from '../../src/controllers/history/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import type { Recorded } from './kubernetes-history.js'
import { objectOf, run } from './kubernetes-history.js'

interface Input {
  readonly cronJob: Recorded
  readonly jobsInCluster: ReadonlyArray<Recorded>
  readonly fault?: 'delete'
}

const replay = async ({ input }: Case): Promise<Replayed> => {
  const { cronJob, jobsInCluster, fault } = input as Input
  const cronJobs = [objectOf(cronJob) as CronJob]
  const { plan, report, calls } = await run({ cronJobs, jobs: jobsInCluster.map(jobOf) }, { all: fault === 'delete' })
  const [update] = concludeStatus(defaultPolicy)({ ...emptySnapshot, cronJobs })(report)
  const active = update?.active ?? cronJobs[0]?.status?.active ?? []
  const { removals, kept } = plan.passes[3]
  return {
    _tag: 'Replayed',
    tags: tagsOf(plan),
    actual: {
      calls,
      consideredJobs: [...removals, ...kept.filter(({ reasons: [{ _tag }] }) => !notConsidered.has(_tag))].map(
        ({ target }) => target.name,
      ),
      updateStatus: update !== undefined,
      activeUIDsAfter: active.map(({ uid }) => uid),
    },
  }
}

const notConsidered: ReadonlySet<string> = new Set([
  'NoController',
  'OtherController',
  'ControllerAbsent',
  'ControllerNotCovered',
])

const jobOf = (recorded: Recorded): Job => {
  const job = objectOf(recorded) as Job
  const { startTime } = (recorded.status ?? {}) as { readonly startTime?: string }
  return startTime === undefined ? job : { ...job, status: { ...job.status, startTime: new Date(startTime) } }
}

/** Clean-ups of CronJobs. */
export const kubernetesHistoryCronJob: Shape = {
  shape: 'kubernetes/history-cronjob',
  compared: { calls: 'ordered', consideredJobs: 'set', updateStatus: 'ordered', activeUIDsAfter: 'ordered' },
  replay,
}
