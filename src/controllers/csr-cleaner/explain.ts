/** Sentences for why the cleaner of signing requests deletes or keeps a request. */
import { alreadyDeleted } from '../../internal/words.js'
import type { KeepReason, Reason } from './reason.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as CsrCleaner from 'gcplan/controllers/csr-cleaner'
 *
 * console.log(CsrCleaner.explain({ _tag: 'Denied', since: new Date('2026-01-01T12:00:00Z') }))
 * // it was denied at 2026-01-01T12:00:00.000Z, more than 1 h ago
 * ```
 */
export const explain = (reason: Reason | KeepReason): string => {
  switch (reason._tag) {
    case 'NotDue':
      return `${stateOf(reason.because, reason.since)}; it goes after ${reason.dueAfter.toISOString()}`
    case 'TimeMissing':
      return `how long it has been ${adjectives[reason.because]} is unknown`
    case 'CertificateUnreadable':
      return 'its certificate cannot be read'
    case 'ApprovedNotIssued':
      return 'it was approved but has no certificate; this release keeps it'
    case 'OtherConditions':
      return 'none of its conditions allows its deletion'
    case 'BeingDeleted':
      return alreadyDeleted(reason)
    case 'ControllerOff':
      return 'the controller is disabled'
    default:
      return `${stateOf(reason._tag, reason.since)}${agesAgo[reason._tag]}`
  }
}

const stateOf = (state: Reason['_tag'], since: Date): string => `${phrases[state]} ${since.toISOString()}`

const phrases: Readonly<Record<Reason['_tag'], string>> = {
  Issued: 'its certificate was approved and issued at',
  Denied: 'it was denied at',
  Failed: 'its signer failed at',
  Pending: 'nobody has approved or denied it since',
  CertificateExpired: 'its certificate expires at',
  NeverIssued: 'it has no certificate although it was approved at',
}

const agesAgo: Readonly<Record<Reason['_tag'], string>> = {
  Issued: ', more than 1 h ago',
  Denied: ', more than 1 h ago',
  Failed: ', more than 1 h ago',
  Pending: ', for more than 24 h',
  CertificateExpired: ', which has passed',
  NeverIssued: ', more than 24 h ago',
}

const adjectives: Readonly<Record<Reason['_tag'], string>> = {
  Issued: 'approved',
  Denied: 'denied',
  Failed: 'failed',
  Pending: 'pending',
  CertificateExpired: 'expired',
  NeverIssued: 'approved',
}
