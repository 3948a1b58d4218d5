import * as either from '../../core/either.js'
import { pipe } from '../../core/function.js'
import type { KeepReason, Reason } from './reason.js'
import type { Job } from './snapshot.js'
import { finishOf, timeLeft } from './time-left.js'

/** What becomes of a Job, and why. */
export type Fate =
  { readonly _tag: 'Goes'; readonly reason: Reason } | { readonly _tag: 'Stays'; readonly reason: KeepReason }

/**
 * Decides one Job.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processTTL
 */
export const fateOf =
  (at: Date) =>
  (job: Job): Fate => {
    const { deletionTimestamp: since, finalizers = [] } = job.metadata
    if (since !== undefined) return stays({ _tag: 'BeingDeleted', since, finalizers })
    const finish = finishOf(job)
    if (finish === undefined) return notFinished
    if (job.spec?.ttlSecondsAfterFinished === undefined) return noTtl
    return pipe(
      timeLeft(at)(job),
      either.match(
        () => stays({ _tag: 'FinishTimeMissing', condition: finish.type }),
        ({ finishedAt, ttlSeconds, expiresAt, remaining }) =>
          remaining > 0
            ? stays({ _tag: 'NotExpired', finishedAt, ttlSeconds, expiresAt })
            : { _tag: 'Goes', reason: { _tag: 'Expired', finishedAt, ttlSeconds, expiredAt: expiresAt } },
      ),
    )
  }

const stays = (reason: KeepReason): Fate => ({ _tag: 'Stays', reason })

const notFinished = stays({ _tag: 'NotFinished' })
const noTtl = stays({ _tag: 'NoTtl' })
