import { alreadyDeleted } from '../../internal/words.js'
import type { SecondThought } from './action.js'
import type { KeepReason, Reason } from './reason.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * console.log(Ttl.explain({ _tag: 'NoTtl' })) // it has finished and sets no ttlSecondsAfterFinished
 * ```
 */
export const explain = (reason: Reason | KeepReason): string => {
  switch (reason._tag) {
    case 'Expired':
      return lifetime(reason.finishedAt, reason.ttlSeconds, `expired at ${reason.expiredAt.toISOString()}`)
    case 'NotExpired':
      return lifetime(reason.finishedAt, reason.ttlSeconds, `expires at ${reason.expiresAt.toISOString()}`)
    case 'BeingDeleted':
      return alreadyDeleted(reason)
    case 'NotFinished':
      return 'it has not finished'
    case 'NoTtl':
      return 'it has finished and sets no ttlSecondsAfterFinished'
    case 'FinishTimeMissing':
      return `its condition ${reason.condition} has no lastTransitionTime; the controller retries forever`
    case 'ControllerOff':
      return 'the controller is disabled'
  }
}

/** One line for why a Job stays after a second look. */
export const explainSecondThought = (why: SecondThought): string => {
  switch (why._tag) {
    case 'Gone':
      return 'the Job is gone'
    case 'Replaced':
      return 'another Job has its name'
    default:
      return explain(why)
  }
}

const lifetime = (finishedAt: Date, ttlSeconds: number, expiry: string): string =>
  `it finished at ${finishedAt.toISOString()}, and its TTL of ${ttlSeconds} s ${expiry}`
