/**
 * Replays `kubernetes/ttl-after-finished`: the controller works on one Job of its cache, with what lookups and deletes come
 * to; and how much time is left of a Job.
 */
import { isDeepStrictEqual } from 'node:util'

import { either as E, taskEither as TE } from 'fp-ts'

import * as Ttl from '../../src/controllers/ttl/index.js'
import type { CallFault } from '../../src/execute/index.js'
import { execute, explainFault, isCallFault } from '../../src/execute/index.js'
import { TtlLoop } from '../../src/simulate/loop/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import { timeRead, timesRead } from './kubernetes-times.js'

interface ProcessInput {
  readonly now: string
  readonly cachedJob: Ttl.Job | null
  readonly liveJob: Ttl.Job | null
  readonly fault?: 'get' | 'delete' | 'delete-notfound' | 'delete-conflict'
}

interface TimeLeftInput {
  readonly now: string
  readonly job: Ttl.Job
}

/** What the server answers under a fault. */
const errors: Readonly<Record<string, string>> = {
  get: 'Internal error occurred: injected',
  delete: 'Internal error occurred: injected',
  'delete-notfound': 'jobs.batch "job" not found',
  'delete-conflict': 'Operation cannot be fulfilled on jobs.batch "job": uid precondition',
}

const replayProcess = async ({ now, cachedJob, liveJob, fault }: ProcessInput): Promise<Replayed> => {
  const at = timeRead(now)
  const calls: object[] = []
  const failure = TE.left(errors[fault ?? ''] ?? '')
  const portOf = (noted: object[]): Ttl.Port<string> => ({
    get: (job) => {
      noted.push({ resource: 'jobs', verb: 'get', ...job })
      return fault === 'get' ? failure : TE.right(liveJob ?? undefined)
    },
    delete: (job, options) => {
      noted.push({ resource: 'jobs', verb: 'delete', ...job, options })
      return fault?.startsWith('delete') === true ? failure : TE.right(undefined)
    },
    now: () => at,
    stays: ({ _tag }) => _tag,
  })
  const clock = { now: () => at, sleep: () => () => Promise.resolve() }
  const program = Ttl.processJob(at)<CallFault | string>(cachedJob ?? undefined)
  const result = await TtlLoop.runProgramOn(portOf(calls), { clock })(program)
  const planned = Ttl.plan(Ttl.defaultPolicy)({ at, jobs: cachedJob === null ? [] : [cachedJob] })
  const executed: object[] = []
  if (E.isRight(planned)) await execute(Ttl.perform(portOf(executed)))<Ttl.JobFamily>(planned.right)()
  // A plan that is carried out sends the same requests, but leaves another Job of the name alone.
  const isReplaced = liveJob !== null && liveJob.metadata.uid !== cachedJob?.metadata.uid
  return {
    _tag: 'Replayed',
    actual: {
      calls: isReplaced || isDeepStrictEqual(calls, executed) ? calls : { calls, executed },
      requeueAfterMs: result._tag === 'RequeueAfter' ? [result.after] : [],
      error: result._tag === 'Retry' ? errorOf(result.because, cachedJob, liveJob) : null,
      enqueuedByInformer:
        cachedJob !== null && cachedJob.metadata.deletionTimestamp === undefined && Ttl.needsCleanup(cachedJob),
    },
    tags: E.isRight(planned) ? tagsOf(planned.right) : [],
  }
}

const errorOf = (
  because: Extract<Ttl.Result<CallFault | string>, { readonly _tag: 'Retry' }>['because'],
  ...jobs: ReadonlyArray<Ttl.Job | null>
): string => {
  if (because._tag !== 'FinishTimeMissing')
    return isCallFault(because.error) ? explainFault(because.error) : because.error
  const { namespace = '', name = '' } = jobs.find((job) => job !== null)?.metadata ?? {}
  return Ttl.timeLeftText({ _tag: 'FinishTimeMissing', namespace, name })
}

const replayTimeLeft = ({ now, job }: TimeLeftInput): Replayed => {
  const left = Ttl.timeLeft(timeRead(now))(job)
  return {
    _tag: 'Replayed',
    actual: E.isLeft(left)
      ? { error: Ttl.timeLeftText(left.left) }
      : {
          remainingMs: left.right.remaining,
          expiresAt: left.right.expiresAt.toISOString().replace('.000Z', 'Z'),
        },
  }
}

const replay = (recorded: Case): Promise<Replayed> => {
  const input = timesRead(recorded.input)
  return recorded['op'] === 'ttl-time-left'
    ? Promise.resolve(replayTimeLeft(input as TimeLeftInput))
    : replayProcess(input as ProcessInput)
}

/** The recorded decisions of the clean-up of finished Jobs. */
export const kubernetesTtlAfterFinished: Shape = {
  shape: 'kubernetes/ttl-after-finished',
  compared: {
    calls: 'ordered',
    requeueAfterMs: 'ordered',
    error: 'ordered',
    enqueuedByInformer: 'ordered',
    remainingMs: 'ordered',
    expiresAt: 'ordered',
  },
  replay,
}
