/** One attempt to acquire a lease, or to renew it. */
import { either as E, function as F, type taskEither as TE } from 'fp-ts'

import { sent } from '../ask.js'
import { microTime } from '../micro-time.js'
import type { CallError, Send } from '../request.js'
import { type Lease, type LeaseName, type LeaseSpec, createLease, readLease, updateLease } from './lease.js'

/** A lease as it was seen last, and when its version was new to this process. */
export interface Seen {
  readonly lease: Lease
  /** By this process's stopwatch. */
  readonly since: number
}

/** Who tries, and by which clocks. */
export interface Candidate extends LeaseName {
  readonly identity: string
  readonly leaseDuration: number
  /** The time of day, which is written down for readers alone. */
  readonly now: () => Date
  /** A stopwatch that nobody sets, in milliseconds. */
  readonly elapsed: () => number
}

/** How an attempt ended. */
export type Attempt =
  /** It leads, as of the instant before the request that said so was sent. */
  | { readonly _tag: 'Held'; readonly seen: Seen; readonly sentAt: number }
  /** Somebody else leads. */
  | { readonly _tag: 'HeldByOther'; readonly seen: Seen }
  | { readonly _tag: 'Failed'; readonly seen: Seen | undefined; readonly error: CallError }

/**
 * Tries once. A lease is free if it has no holder, or if its version has not changed for as long as it lasts, by the stopwatch
 * of this process: times that other clocks wrote are never read.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go tryAcquireOrRenew
 */
export const attempt = async (send: Send, me: Candidate, before: Seen | undefined): Promise<Attempt> => {
  if (before !== undefined && before.lease.holder === me.identity && isValid(me, before)) {
    // As a rule nobody has written since: one request instead of two.
    const renewed = await write(send, me, before)
    if (renewed._tag === 'Held') return renewed
  }
  return F.pipe(
    await readLease((call) => sent(send, call), me)(),
    E.match(
      (error): Promise<Attempt> => Promise.resolve({ _tag: 'Failed', seen: before, error }),
      (lease) => (lease === undefined ? create(send, me, before) : take(send, me, noticed(me, before, lease))),
    ),
  )
}

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go isLeaseValid */
const isValid = ({ elapsed }: Candidate, { lease, since }: Seen): boolean => since + (lease.lasts ?? 0) > elapsed()

/** client-go compares records; versions also tell apart two that are written in the same microsecond. */
const noticed = ({ elapsed }: Candidate, before: Seen | undefined, lease: Lease): Seen =>
  before?.lease.resourceVersion === lease.resourceVersion ? before : { lease, since: elapsed() }

const take = async (send: Send, me: Candidate, seen: Seen): Promise<Attempt> => {
  const { holder } = seen.lease
  return holder !== '' && holder !== me.identity && isValid(me, seen)
    ? { _tag: 'HeldByOther', seen }
    : write(send, me, seen)
}

const create = async (send: Send, me: Candidate, before: Seen | undefined): Promise<Attempt> => {
  const sentAt = me.elapsed()
  return ended(me, before, sentAt, await createLease(send, me, specOf(me))())
}

const write = async (send: Send, me: Candidate, seen: Seen): Promise<Attempt> => {
  const sentAt = me.elapsed()
  return ended(me, seen, sentAt, await updateLease(send, me, seen.lease, specOf(me, seen.lease))())
}

const ended = (
  { elapsed }: Candidate,
  before: Seen | undefined,
  sentAt: number,
  answer: E.Either<CallError, Lease>,
): Attempt =>
  F.pipe(
    answer,
    E.match(
      (error): Attempt => ({ _tag: 'Failed', seen: before, error }),
      (lease): Attempt => ({ _tag: 'Held', seen: { lease, since: elapsed() }, sentAt }),
    ),
  )

const specOf = ({ identity, leaseDuration, now }: Candidate, before?: Lease): LeaseSpec => {
  const at = microTime(now())
  const isMine = before?.holder === identity
  return {
    holderIdentity: identity,
    leaseDurationSeconds: Math.floor(leaseDuration / 1000),
    acquireTime: isMine ? (before.acquireTime ?? at) : at,
    renewTime: at,
    leaseTransitions: before === undefined ? 0 : before.transitions + (isMine ? 0 : 1),
  }
}

/**
 * Gives a lease back, so that the next one need not wait.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go release
 */
export const release = (send: Send, me: Candidate, { lease }: Seen): TE.TaskEither<CallError, Lease> => {
  const at = microTime(me.now())
  return updateLease(send, me, lease, {
    ...{ holderIdentity: '', leaseDurationSeconds: 1, acquireTime: at, renewTime: at },
    leaseTransitions: lease.transitions,
  })
}
