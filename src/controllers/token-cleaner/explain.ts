import { alreadyDeleted } from '../../internal/words.js'
import type { AmendReason, KeepReason, Reason } from './reason.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as TokenCleaner from 'gcplan/controllers/token-cleaner'
 *
 * console.log(TokenCleaner.explain({ _tag: 'NamedByPod', pod: 'web-0' })) // the pod web-0 names it
 * ```
 */
export const explain = (reason: Reason | AmendReason | KeepReason): string => {
  switch (reason._tag) {
    case 'InvalidForPeriod':
      return `${unused(reason.lastUsed)}, and it has been invalid since ${reason.invalidSince}`
    case 'UnusedForPeriod':
      return `${unused(reason.lastUsed)}, which is longer than the period`
    case 'NotYetInvalid':
      return 'it becomes invalid now, and is deleted after another period'
    case 'InvalidRecently':
      return `it has been invalid since ${reason.invalidSince}, and goes at ${reason.until.toISOString()}`
    case 'UsedRecently':
      return `it was last used on ${reason.lastUsed}; it counts as unused from ${reason.until.toISOString()} on`
    case 'LastUseUnreadable':
      return `its label for the last use is not a date: ${JSON.stringify(reason.lastUsed)}`
    case 'CreatedRecently':
      return `it was created at ${reason.createdAt.toISOString()}; nothing is done before ${reason.until.toISOString()}`
    case 'CreationUnknown':
      return 'its creation time is unknown'
    case 'NotListedByAccount':
      return reason.account === undefined
        ? 'it names no ServiceAccount'
        : `no ServiceAccount ${reason.account} lists it among its Secrets, so it may be hand-made`
    case 'NamedByPod':
      return `the pod ${reason.pod} names it`
    case 'PodNotShown':
      return `the pod ${reason.pod} is listed without its specification and may name it`
    case 'PodsUnlisted':
      return 'a pod that is not listed may name it'
    case 'BeingDeleted':
      return alreadyDeleted(reason)
    case 'TrackedTooBriefly':
      return `token use has been tracked only since ${reason.trackedSince}; nothing is done before ${reason.until.toISOString()}`
    case 'TrackingUnknown':
      return 'it is unknown since when token use is tracked'
    case 'ControllerOff':
      return 'the controller is disabled'
  }
}

const unused = (lastUsed: string | undefined): string =>
  lastUsed === undefined ? 'it has not been used since tracking began' : `it was last used on ${lastUsed}`
