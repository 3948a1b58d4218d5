/**
 * One sentence per reason.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../core/fp.js'
import { absurd } from '../core/absurd.js'
import type { KeepReason, Reason } from './reason.js'
import { type Node, keyOf } from './record.js'

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import { explain } from 'gcplan/containerd'
 *
 * console.log(explain({ _tag: 'RootLabel', label: 'containerd.io/gc.root' })) // its label containerd.io/gc.root makes it a root
 * ```
 */
export const explain = (reason: Reason | KeepReason): string => {
  switch (reason._tag) {
    case 'LeaseExpired':
      return `the lease expired at ${reason.expiredAt.toISOString()}`
    case 'ImageExpired':
      return `the image expired at ${reason.expiredAt.toISOString()}`
    case 'IngestExpired':
      return `the ingest expired at ${reason.expiredAt.toISOString()}`
    case 'HeldOnlyByExpired':
      return `held only by ${name(reason.holder)}, which expired`
    case 'LeaseGone':
      return `its lease ${reason.lease} no longer exists`
    case 'NamespaceUnknown':
      return 'its namespace is not in the metadata store'
    case 'Unreachable':
      return 'unreachable from any GC root'
    default:
      return explainKept(reason)
  }
}

const explainKept = (reason: KeepReason): string => {
  switch (reason._tag) {
    case 'LeaseUnexpired':
      return `a lease that ${expiry(reason.expiresAt)}`
    case 'ImageUnexpired':
      return `an image that ${expiry(reason.expiresAt)}`
    case 'IngestUnexpired':
      return `an ingest that expires at ${reason.expiresAt.toISOString()}`
    case 'RootLabel':
      return `its label ${reason.label} makes it a root`
    case 'HeldByLease':
      return `held by ${name(reason.lease)}${reason.flat ? ', which is flat' : ''}`
    case 'UsedByContainer':
      return `the snapshot of ${name(reason.container)}`
    case 'StreamUnleased':
      return 'a stream without a lease'
    case 'ReferencedBy':
      return `${name(reason.holder)} refers to it by ${reason.label}`
    case 'TargetOfImage':
      return `the target of ${name(reason.image)}`
    case 'ParentOf':
      return `the parent of ${name(reason.child)}`
    case 'ExpectedByIngest':
      return `expected by ${name(reason.ingest)}`
    case 'BackReferenced':
      return `its label ${reason.label} names ${name(reason.parent)}, which is kept`
    case 'ConditionHolds':
      return `${name(reason.holder)} refers to it by ${reason.label} while ${reason.condition}`
    case 'MayBeLeased':
      return reason.leases === 1
        ? `${name(reason.lease)} might hold it, which is unknown`
        : `${name(reason.lease)} or ${rest(reason.leases - 1, 'lease')} might hold it, which is unknown`
    case 'MayBeHeld':
      return `${reason.unseen}${reason.others === 0 ? '' : ` or ${rest(reason.others, 'thing')} that was not listed`} might hold it`
    case 'MayBeUnexpired':
      return `${name(reason.ingest)} might not have expired; its expiry time is unknown`
    case 'MayBeExpected':
      return reason.ingests === 1
        ? `${name(reason.ingest)} might expect it; its expected digest is unknown`
        : `${name(reason.ingest)} or ${rest(reason.ingests - 1, 'ingest')} might expect it; their expected digests are unknown`
    case 'NotCollected':
      return 'this kind of record is never collected under this policy'
    default:
      return absurd(reason)
  }
}

const rest = (count: number, thing: string): string =>
  count === 1 ? `another ${thing}` : `one of ${count} other ${thing}s`

const expiry = (expiresAt: O.Option<Date>): string =>
  fp.isNone(expiresAt) ? 'does not expire' : `expires at ${expiresAt.value.toISOString()}`

/** Kinds of nodes in a sentence. */
export const words = {
  Lease: 'lease',
  FsSnapshot: 'snapshot',
  Ingest: 'ingest',
  Content: 'content',
  Image: 'image',
  Container: 'container',
  Stream: 'stream',
  Mount: 'mount',
  Sandbox: 'sandbox',
} as const

/** A node in a sentence, e.g. `content sha256:a`. */
export const name = (node: Node): string => `${words[node._tag]} ${keyOf(node)}`
