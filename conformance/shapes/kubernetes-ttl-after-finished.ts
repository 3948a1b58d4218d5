/**
 * Replays `kubernetes/ttl-after-finished`: the controller works on one Job of its cache, with what lookups and deletes come
 * to; and how much time is left of a Job.
 */
import { either as E } from 'fp-ts'

import * as Ttl from '../../src/collectors/kubernetes/ttl/index.js'
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

const replayProcess = ({ now, cachedJob, liveJob, fault }: ProcessInput): Replayed => {
  const at = timeRead(now)
  const calls: object[] = []
  const failure = { _tag: 'Failed', error: errors[fault ?? ''] ?? '' } as const
  const world: Ttl.World<string> = {
    get: (job) => {
      calls.push({ resource: 'jobs', verb: 'get', ...job })
      if (fault === 'get') return failure
      return liveJob === null ? { _tag: 'NotFound' } : { _tag: 'Found', job: liveJob, at }
    },
    delete: (job, options) => {
      calls.push({ resource: 'jobs', verb: 'delete', ...job, options })
      return fault?.startsWith('delete') === true ? failure : { _tag: 'Accepted' }
    },
  }
  const result = Ttl.runProgram(world)(Ttl.processJob(at)<string>(cachedJob ?? undefined))
  const planned = Ttl.plan(Ttl.defaultPolicy)({ at, jobs: cachedJob === null ? [] : [cachedJob] })
  return {
    _tag: 'Replayed',
    actual: {
      calls,
      requeueAfterMs: result._tag === 'RequeueAfter' ? [result.after] : [],
      error: result._tag === 'Retry' ? errorOf(result.because, cachedJob, liveJob) : null,
      enqueuedByInformer:
        cachedJob !== null && cachedJob.metadata.deletionTimestamp === undefined && Ttl.needsCleanup(cachedJob),
    },
    tags: E.isRight(planned) ? tagsOf(planned.right) : [],
  }
}

const errorOf = (
  because: Extract<Ttl.Result<string>, { readonly _tag: 'Retry' }>['because'],
  ...jobs: ReadonlyArray<Ttl.Job | null>
): string => {
  if (because._tag !== 'FinishTimeMissing') return because.error
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
  return Promise.resolve(
    recorded['op'] === 'ttl-time-left' ? replayTimeLeft(input as TimeLeftInput) : replayProcess(input as ProcessInput),
  )
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
