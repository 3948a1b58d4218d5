import type { KeepReason, Reason } from './reason.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * console.log(Ttl.explain({ _tag: 'NoTtl' })) // it has finished and does not say how long it may stay
 * ```
 */
export const explain = (reason: Reason | KeepReason): string => {
  switch (reason._tag) {
    case 'Expired':
      return stay(reason.finishedAt, reason.ttlSeconds, reason.expiredAt)
    case 'NotExpired':
      return stay(reason.finishedAt, reason.ttlSeconds, reason.expiresAt)
    case 'BeingDeleted':
      return `its deletion was asked for, due at ${reason.since.toISOString()}${held(reason.finalizers)}`
    case 'NotFinished':
      return 'it has not finished'
    case 'NoTtl':
      return 'it has finished and does not say how long it may stay'
    case 'FinishTimeMissing':
      return `its condition ${reason.condition} does not say since when it holds; the controller retries forever`
    case 'ControllerOff':
      return 'the controller does not run'
  }
}

const stay = (finishedAt: Date, ttlSeconds: number, until: Date): string =>
  `it finished at ${finishedAt.toISOString()} and may stay for ${ttlSeconds} s, until ${until.toISOString()}`

const held = (finalizers: ReadonlyArray<string>): string =>
  finalizers.length === 0 ? '' : `; held by ${finalizers.join(', ')}`
