/**
 * Whether a CertificateSigningRequest goes: its states, since when, and whether that is too long. Arithmetic is on
 * instants, so time zones don't matter.
 */
import { type Millis, after, between, millis, zeroTimeEpoch } from '../../core/time.js'
import { earliest } from '../../internal/lists.js'
import { expiryOf } from './certificate.js'
import type { Policy } from './policy.js'
import type { KeepReason, Reason } from './reason.js'
import type { SigningRequest } from './snapshot.js'

/** What becomes of a request, and why. */
export type Fate =
  | { readonly _tag: 'Goes'; readonly reasons: readonly [Reason, ...Reason[]]; readonly nextAt: Date | undefined }
  | {
      readonly _tag: 'Stays'
      readonly reasons: readonly [KeepReason, ...KeepReason[]]
      readonly nextAt: Date | undefined
    }

const hour: Millis = millis(3_600_000)
const day: Millis = millis(24 * hour)

/**
 * How long a request may be in a state.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go handle
 */
const limits: Readonly<Record<Reason['_tag'], Millis>> = {
  Issued: hour,
  Denied: hour,
  Failed: hour,
  Pending: day,
  CertificateExpired: millis(0),
  NeverIssued: day,
}

/** A state that lets a request go, and since when it has been in it. */
interface State {
  readonly _tag: Reason['_tag']
  readonly since: Date | undefined
}

/**
 * Decides one request.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/certificates/cleaner/cleaner.go handle
 */
export const fateOf =
  ({ controller, approvedNotIssued }: Policy, at: Date) =>
  (request: SigningRequest): Fate => {
    const { deletionTimestamp: since, finalizers = [] } = request.metadata
    if (controller === 'off') return stays({ _tag: 'ControllerOff' })
    if (since !== undefined) return stays({ _tag: 'BeingDeleted', since, finalizers })
    const { certificate } = request.status ?? {}
    const expiry = certificate === undefined ? undefined : expiryOf(certificate)
    if (certificate !== undefined && expiry === undefined) return stays({ _tag: 'CertificateUnreadable' })
    const states = statesOf(request, expiry)
    const counting = states.filter(({ _tag }) => _tag !== 'NeverIssued' || approvedNotIssued === 'delete')
    const [first, ...more] = counting.flatMap((state) => dueOf(state, at))
    const waiting = counting.flatMap((state) => waitOf(state, at))
    const [wait, ...waits] = waiting
    const nextAt = nextOf(waiting)
    if (first !== undefined) return { _tag: 'Goes', reasons: [first, ...more], nextAt }
    if (wait !== undefined) return { _tag: 'Stays', reasons: [wait, ...waits], nextAt }
    return stays(states.length > counting.length ? { _tag: 'ApprovedNotIssued' } : { _tag: 'OtherConditions' })
  }

const stays = (reason: KeepReason): Fate => ({ _tag: 'Stays', reasons: [reason], nextAt: undefined })

/** The states of a request, in the order in which the real one asks for them. */
const statesOf = ({ metadata, status }: SigningRequest, expiry: Date | undefined): ReadonlyArray<State> => {
  const conditions = status?.conditions ?? []
  const times = (type: string): ReadonlyArray<Date | undefined> =>
    conditions.flatMap((condition) => (condition.type === type ? [timeOrNone(condition.lastUpdateTime)] : []))
  const approvals = times('Approved')
  const states = (_tag: State['_tag'], sinces: ReadonlyArray<Date | undefined>): ReadonlyArray<State> =>
    sinces.map((since) => ({ _tag, since }))
  return [
    ...states('Issued', expiry === undefined ? [] : approvals),
    ...states('Denied', times('Denied')),
    ...states('Failed', times('Failed')),
    ...states('Pending', conditions.length === 0 ? [timeOrNone(metadata.creationTimestamp)] : []),
    ...states('CertificateExpired', expiry === undefined ? [] : approvals.slice(0, 1).map(() => expiry)),
    ...states('NeverIssued', expiry === undefined ? approvals : []),
  ]
}

const timeOrNone = (time: Date | undefined): Date | undefined => (time?.getTime() === zeroTimeEpoch ? undefined : time)

const dueOf = ({ _tag, since }: State, at: Date): ReadonlyArray<Reason> =>
  since !== undefined && between(since, at) > limits[_tag] ? [{ _tag, since }] : []

const waitOf = ({ _tag: because, since }: State, at: Date): ReadonlyArray<Wait> => {
  if (since === undefined) return [{ _tag: 'TimeMissing', because }]
  const dueAfter = after(since, limits[because])
  return at > dueAfter ? [] : [{ _tag: 'NotDue', because, since, dueAfter }]
}

type Wait = Extract<KeepReason, { readonly _tag: 'NotDue' | 'TimeMissing' }>

/** When the first limit is passed: to reach it is not enough. */
const nextOf = (waits: ReadonlyArray<Wait>): Date | undefined => {
  const next = earliest(waits.map((wait) => (wait._tag === 'NotDue' ? wait.dueAfter : undefined)))
  return next === undefined ? undefined : after(next, millis(1))
}
