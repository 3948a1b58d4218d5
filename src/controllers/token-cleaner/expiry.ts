/** Whether a token has been unused for long, and if so whether to mark it as invalid or delete it. */
import { type Millis, after, instant, millis, zeroTimeEpoch } from '../../core/time.js'
import { ownField } from '../../internal/lists.js'
import { dayOf, endOfDay } from './day.js'
import type { Policy } from './policy.js'
import type { AmendReason, KeepReason, Reason } from './reason.js'
import type { Secret, ServiceAccount, Snapshot } from './snapshot.js'
import { usesOf } from './users.js'

/** What becomes of a token, and why. */
export type Fate =
  | { readonly _tag: 'Goes'; readonly reason: Reason }
  | { readonly _tag: 'IsMarked'; readonly reason: AmendReason }
  | { readonly _tag: 'Stays'; readonly reason: KeepReason }

/** The labels in which the API server notes the last use, and this controller the end of validity. */
const lastUsedLabel = 'kubernetes.io/legacy-token-last-used'
export const invalidSinceLabel = 'kubernetes.io/legacy-token-invalid-since'

/**
 * Decides one token.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go evaluateSATokens
 */
export const fateOf = ({ controller, cleanUpPeriod }: Policy, snapshot: Snapshot): ((secret: Secret) => Fate) => {
  const { at } = snapshot
  const overall = controller === 'off' ? ({ _tag: 'ControllerOff' } as const) : untracked(snapshot, cleanUpPeriod)
  if (overall !== undefined) return () => ({ _tag: 'Stays', reason: overall })
  const accounts = new Map(snapshot.accounts.map((account) => [keyOf(account.metadata), account]))
  const useOf = usesOf(snapshot)
  const keeps = (secret: Secret): KeepReason | undefined =>
    young(secret, cleanUpPeriod, at) ??
    usedLately(secret, cleanUpPeriod, at) ??
    handMade(secret, accounts) ??
    useOf(secret)
  return (secret) => {
    const kept = keeps(secret)
    if (kept !== undefined) return { _tag: 'Stays', reason: kept }
    const lastUsed = textUnder(secret.metadata.labels, lastUsedLabel)
    const used = lastUsed === undefined ? {} : { lastUsed }
    const invalidSince = textUnder(secret.metadata.labels, invalidSinceLabel)
    const until = invalidSince === undefined ? undefined : untilDay(invalidSince, cleanUpPeriod)
    if (invalidSince === undefined || until === undefined)
      return { _tag: 'IsMarked', reason: { _tag: 'UnusedForPeriod', ...used } }
    return isLater(invalidSince, cleanUpPeriod, at)
      ? { _tag: 'Stays', reason: { _tag: 'InvalidRecently', invalidSince, until } }
      : { _tag: 'Goes', reason: { _tag: 'InvalidForPeriod', invalidSince, ...used } }
  }
}

/** Uses count from the day after tracking began, since that day itself is not tracked as a whole. */
const untracked = ({ trackedSince, at }: Snapshot, period: Millis): KeepReason | undefined => {
  const until = trackedSince === undefined ? undefined : untilDay(trackedSince, period)
  if (trackedSince === undefined || until === undefined) return { _tag: 'TrackingUnknown' }
  return at < until ? { _tag: 'TrackedTooBriefly', trackedSince, until } : undefined
}

const young = ({ metadata }: Secret, period: Millis, at: Date): KeepReason | undefined => {
  const { creationTimestamp: createdAt, deletionTimestamp: since, finalizers = [] } = metadata
  if (createdAt === undefined) return { _tag: 'CreationUnknown' }
  const until = after(after(createdAt, period), millis(1))
  if (at < until) return { _tag: 'CreatedRecently', createdAt, until }
  return since === undefined ? undefined : { _tag: 'BeingDeleted', since, finalizers }
}

const usedLately = ({ metadata: { labels } }: Secret, period: Millis, at: Date): KeepReason | undefined => {
  const lastUsed = textUnder(labels, lastUsedLabel)
  if (lastUsed === undefined) return undefined
  const until = untilDay(lastUsed, period)
  if (until === undefined) return { _tag: 'LastUseUnreadable', lastUsed }
  return isLater(lastUsed, period, at) ? { _tag: 'UsedRecently', lastUsed, until } : undefined
}

const handMade = ({ metadata }: Secret, accounts: ReadonlyMap<string, ServiceAccount>): KeepReason | undefined => {
  const { annotations, namespace, name } = metadata
  const account = textUnder(annotations, 'kubernetes.io/service-account.name')
  if (account === undefined || account === '') return { _tag: 'NotListedByAccount' }
  const uid = textUnder(annotations, 'kubernetes.io/service-account.uid') ?? ''
  const found = accounts.get(keyOf({ namespace, name: account }))
  const isOf = found !== undefined && (uid === '' || uid === found.metadata.uid)
  return isOf && found.secrets?.some((secret) => secret.name === name) === true
    ? undefined
    : { _tag: 'NotListedByAccount', account }
}

const keyOf = ({ namespace = '', name }: { readonly namespace?: string | undefined; readonly name: string }): string =>
  `${namespace}/${name}`

const textUnder = (values: unknown, key: string): string | undefined => {
  const value = ownField(values, key)
  return typeof value === 'string' ? value : undefined
}

/** When a day lies further back than the period. */
const untilDay = (day: string, period: Millis): Date | undefined => {
  const end = endOfDay(day)
  return end === undefined ? undefined : after(end, period)
}

/** Whether a day is that of an instant one period ago, or later. */
const isLater = (day: string, period: Millis, at: Date): boolean =>
  day >= dayOf(instant(Math.max(zeroTimeEpoch, at.getTime() - period)))
